import { createTurns, type Turns } from '../create-turns.ts';
import type { Engine } from '../engine.ts';
import { networkOf } from '../http/client-ip.ts';
import type { RequestContext } from '../http/route.ts';
import { budgetOf, overBudget } from '../limits/budgets.ts';

/** Of the pool's 10 connections: however many ask what takes long, other calls have the rest. */
const atOnce = 4;
const atOnceOfCaller = 2;

type Caller = { turns: Turns; count: number };

/** Runs work of a request when its turn comes; throws 429 when its caller has too much of it waiting. */
export type CallerTurns = <T>(request: RequestContext, work: () => Promise<T>) => Promise<T>;

/**
 * Turns for questions to the database that take as long as strangers like: few at once on this server, and fewer of one account, or of one
 * network address of guests, so that nobody keeps all others waiting.
 */
export function createCallerTurns(engine: Pick<Engine, 'settings'>): CallerTurns {
  const all = createTurns(atOnce);
  const callers = new Map<string, Caller>();
  return async ({ auth, ip }, work) => {
    const name = auth ? `${auth.collectionId}/${auth.id}` : networkOf(ip);
    const caller = callers.get(name) ?? { turns: createTurns(atOnceOfCaller), count: 0 };
    if (caller.count >= budgetOf(engine.settings.current(), 'callerWideQueries')) {
      throw overBudget('callerWideQueries', { retryAfterMs: 1000 });
    }
    callers.set(name, caller);
    caller.count++;
    try {
      return await caller.turns(() => all(work));
    } finally {
      caller.count--;
      if (caller.count === 0) callers.delete(name);
    }
  };
}
