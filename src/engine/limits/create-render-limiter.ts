import type { Engine } from '../engine.ts';
import { countedNetworks } from '../http/client-ip.ts';
import { isIpInList } from '../http/is-ip-in-list.ts';
import { budgetOf, overBudget } from './budgets.ts';
import { roomInDevelopment } from './create-request-limiter.ts';
import { createSharedCounter } from './create-shared-counter.ts';

/** By then those that wait are fewer by some dozens. */
const pagesAgainMs = 2000;

/**
 * Counts the pages that are rendered for a network, on all servers together; throws 429 when it is one too many. `ip` as `clientIp` writes it; excluded
 * addresses are not limited. `room` times the budget is given; 1 unless in development.
 */
export function createRenderLimiter(
  engine: Pick<Engine, 'db' | 'clock' | 'log' | 'settings' | 'isDevelopment'>,
  { room = engine.isDevelopment ? roomInDevelopment : 1 }: { room?: number } = {},
): (ip: string) => Promise<void> {
  const counter = createSharedCounter(engine);
  return async (ip) => {
    const settings = engine.settings.current();
    if (isIpInList(ip, settings.rateLimits.excludedIPs)) return;
    for (const { network, times } of countedNetworks(ip)) {
      const max = budgetOf(settings, 'pageRendersPerMinute') * room * times;
      const untilMs = await counter.take(`budget:pageRendersPerMinute:${max}:${network}`, { max, seconds: 60 });
      if (untilMs !== undefined)
        throw overBudget('pageRendersPerMinute', { retryAfterMs: untilMs - engine.clock.nowMs() });
    }
  };
}

/** Throws 503 when so many pages wait on this server that one more may not. */
export function createWaitingLimiter({ settings }: Pick<Engine, 'settings'>): (waiting: number) => void {
  return (waiting) => {
    if (waiting >= budgetOf(settings.current(), 'waitingPages'))
      throw overBudget('waitingPages', { retryAfterMs: pagesAgainMs });
  };
}
