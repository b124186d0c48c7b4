import { createNamedTurns, createTurnsByLine } from '../create-turns.ts';
import { ApiError, usualRefusal } from '../http/api-error.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import { callerOf } from '../http/caller-of.ts';
import type { RequestTurns } from '../http/route.ts';

/** Of one account, or one network address of guests; and of all of one wide network. More at once would be done no sooner. */
const atOnceOfCaller = 4;
const atOnceOfNetwork = 8;

/**
 * A request that lasts longer than this waits itself, for its body, another process or another server most likely, and the next one begins beside it. Long, so
 * that requests which are slow because there are many of them don't let still more begin.
 */
const keepsMs = 2000;

/** The same for the places that all networks share: who waits for their own body keeps nobody else waiting for as long. */
const keepsSharedMs = 300;

/**
 * So often does the thread look for what came in before the next request begins. It takes one new connection each time: with a request between each two,
 * five hundred connections that were opened at once would keep the next one waiting for as many requests.
 */
const looksBetween = 16;

type Options = {
  /** The network address of a request. Undefined for this machine, and for an address that many people share. */
  addressOf: (request: Parameters<RequestTurns>[0]) => string | undefined;
  /** What one more is told than so many of a caller that wait or are worked at: of each that waits something of its body is held. */
  refuseMore?: () => ApiError;
  /**
   * Of all networks together, which have their turns one after the other; any number unless given. Five hundred addresses that each send one write are no
   * caller's five hundred, and who signs in or asks whether the server is ready would wait for all of their questions to the database.
   */
  atOnceOfServer?: number;
};

const mostOfCaller = 200;

/**
 * Lets few requests of a caller be worked at at a moment; the others wait in the order they came, their bodies unread. All of them begun at once would have
 * everybody else wait until the last one is answered: five hundred long lists or new records are seconds. Superusers have no turns, and nothing is done for who
 * left before their turn.
 */
export function createRequestTurns({ addressOf, refuseMore, atOnceOfServer }: Options): RequestTurns {
  const shared = createTurnsByLine(atOnceOfServer ?? Number.POSITIVE_INFINITY);
  const [callers, networks] = [createNamedTurns(atOnceOfCaller), createNamedTurns(atOnceOfNetwork)];
  return async (request, work) => {
    const address = addressOf(request);
    const caller = nameOf(request.auth, address);
    if (caller === undefined) return work();
    if (refuseMore && callers.countOf(caller) >= mostOfCaller) throw refuseMore();
    return new Promise((resolve, reject) => {
      const start = async () => {
        // Nobody waits for it.
        if (request.reply.request.raw.socket.destroyed) throw new ApiError(503, usualRefusal);
        const working = work();
        // Answered before the turn is over.
        working.then(resolve, reject);
        await endedOrLong(working, keepsSharedMs);
        return { working };
      };
      const network = address === undefined ? undefined : callerOf(null, address).network;
      const begin = async () => {
        const { working } = await (network === undefined ? start() : shared.run(network, start));
        await endedOrLong(working, keepsMs - keepsSharedMs);
        for (let look = 0; look < looksBetween; look++) await new Promise((seen) => setImmediate(seen));
      };
      const inNetwork = () => (network === undefined ? begin() : networks.run(network, begin));
      callers.run(caller, inNetwork).catch(reject);
    });
  };
}

function nameOf(auth: AuthRecord | null, address: string | undefined): string | undefined {
  if (auth?.isSuperuser || (!auth && address === undefined)) return undefined;
  return callerOf(auth, address).name;
}

function endedOrLong(work: Promise<unknown>, keepsMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, keepsMs);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, end);
  });
}
