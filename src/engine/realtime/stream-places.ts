import type { Engine } from '../engine.ts';
import { whoGivesWay } from '../http/who-gives-way.ts';
import { type BudgetName, budgetOf, overBudget } from '../limits/budgets.ts';
import type { ClientRegistry } from './client-registry.ts';
import type { RealtimeClient } from './realtime-client.ts';

/** Of all streams of a server guests leave this part to people who are signed in, who say so only once a stream is open. */
const keptForPeople = 1 / 4;
/** This part is for sign-ins with outside providers alone: nobody else takes it, and they take no more. */
const keptForSignIns = 1 / 20;
/** This part people leave to those who come. */
const keptForNewcomers = 1 / 10;
/** How long a stream may be nobody's kind: a client says within a second what it listens to. */
const enteringMs = 10_000;
/** When somebody who found no place may try again. */
const retryAfterMs = 10_000;

type Kind = 'newcomer' | 'guest' | 'signIn' | 'person';

/** Who may have an event stream on this server where not all may. */
export type StreamPlaces = {
  /** Before a stream is opened. Throws an ApiError when there is no place for it. */
  admit: (ip: string) => void;
  /** Once it is open: it has a while to say whose it is. */
  enter: (client: RealtimeClient) => void;
  /** Before a stream becomes somebody's. Throws an ApiError when there is no place of that kind. */
  become: (client: RealtimeClient, kind: Exclude<Kind, 'newcomer'>) => void;
};

/**
 * The places of all event streams. Each network has an end, the wide one too; when all or all of a kind are taken, the network that has the most of them
 * gives up its oldest idle one for one of a network that has fewer (`whoGivesWay`). So neither a /48 nor some addresses keep everybody else out.
 */
export function createStreamPlaces(getEngine: () => Engine, clients: ClientRegistry): StreamPlaces {
  const budget = (name: BudgetName) => budgetOf(getEngine().settings.current(), name);

  function kindOf({ bond, signIn, isNew }: RealtimeClient): Kind {
    if (bond) return 'person';
    if (signIn && signIn.untilMs > getEngine().clock.nowMs()) return 'signIn';
    return isNew ? 'newcomer' : 'guest';
  }

  /** Those of a kind in the order in which they are to go: who listens to nothing, then the oldest. */
  function all(...kinds: Kind[]): RealtimeClient[] {
    const found = [...clients.all()].filter((client) => kinds.includes(kindOf(client)));
    return [...found.filter(isIdle), ...found.filter((client) => !isIdle(client))];
  }

  /** Makes room for one from an address among the given; throws where none of them has to go. */
  function makeRoom(among: readonly RealtimeClient[], ip: string): void {
    const leaver = whoGivesWay(among, (client) => client.ip, ip);
    if (!leaver) throw overBudget('serverStreams', { retryAfterMs });
    clients.remove(leaver);
    leaver.drop();
  }

  function mostOf(kind: Exclude<Kind, 'newcomer'>): number {
    const total = budget('serverStreams');
    const signIns = Math.floor(total * keptForSignIns);
    if (kind === 'signIn') return Math.max(1, signIns);
    return kind === 'person'
      ? total - Math.floor(total * keptForNewcomers)
      : total - Math.floor(total * keptForPeople) - signIns;
  }

  function become(client: RealtimeClient, kind: Exclude<Kind, 'newcomer'>): void {
    const before = kindOf(client);
    if (before !== kind) {
      const others = all(kind);
      if (others.length >= mostOf(kind)) makeRoom(others, client.ip);
    }
    client.isNew = false;
  }

  return {
    admit(ip) {
      if (!clients.hasRoomFor(ip, budget('addressStreams'))) throw overBudget('addressStreams', { retryAfterMs });
      if (clients.size() >= budget('serverStreams')) makeRoom(all('newcomer', 'guest'), ip);
    },
    enter(client) {
      const settle = () => {
        if (kindOf(client) !== 'newcomer' || !clients.find(client.id)) return;
        try {
          become(client, 'guest');
        } catch {
          // No place was kept for a guest of this network.
          clients.remove(client);
          client.drop();
        }
      };
      setTimeout(settle, enteringMs).unref();
    },
    become,
  };
}

const isIdle = ({ topics }: RealtimeClient) => topics.length === 0;
