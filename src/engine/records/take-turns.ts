import { createNamedTurns, createTurns } from '../create-turns.ts';
import type { Engine } from '../engine.ts';
import { shareOf } from '../http/caller-of.ts';
import type { RequestContext } from '../http/route.ts';
import { budgetOf, overBudget } from '../limits/budgets.ts';

/** Of the pool's 10 connections: however many ask what takes long, other calls have the rest. */
const atOnce = 4;
const atOnceOfCaller = 2;
/** Of all callers of one wide network together, and of all guests: one place stays for other networks, and for people who are signed in. */
const atOnceOfMany = 3;

/** Runs work of a request when its turn comes; throws 429 when its caller has too much of it waiting. */
export type CallerTurns = <T>(request: RequestContext, work: () => Promise<T>) => Promise<T>;

/**
 * Turns for questions to the database that take as long as strangers like: few at once on this server, and fewer of one account, of one
 * network address of guests, of one wide network and of guests, so that nobody keeps all others waiting.
 */
export function createCallerTurns(engine: Pick<Engine, 'settings'>): CallerTurns {
  const all = createTurns(atOnce);
  const ofGuests = createTurns(atOnceOfMany);
  const [callers, networks] = [createNamedTurns(atOnceOfCaller), createNamedTurns(atOnceOfMany)];
  return async ({ auth, ip }, work) => {
    const caller = shareOf(auth, ip);
    const name = caller?.name ?? `${auth?.collectionId}/${auth?.id}`;
    if (callers.countOf(name) >= budgetOf(engine.settings.current(), 'callerWideQueries')) {
      throw overBudget('callerWideQueries', { retryAfterMs: 1000 });
    }
    const inLine = () => (caller?.isGuest ? ofGuests(() => all(work)) : all(work));
    return callers.run(name, () => (caller ? networks.run(caller.network, inLine) : inLine()));
  };
}
