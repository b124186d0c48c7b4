import type { Engine } from '../engine.ts';
import { ApiError } from '../http/api-error.ts';
import { networkOf } from '../http/client-ip.ts';
import { isIpInList } from '../http/is-ip-in-list.ts';
import type { RequestContext, Route } from '../http/route.ts';
import { budgetOf, overBudget } from './budgets.ts';
import { type CostlyCall, callCostsOf, costsOf } from './costly-calls.ts';
import { createSharedCounter } from './create-shared-counter.ts';
import { findLimit, type RateLimitRule } from './find-limit.ts';
import { limitTagsOf } from './limit-tags.ts';

/** Counts a request; throws 429 when it is one too many. */
export type RequestLimiter = (request: RequestContext, route: Route) => Promise<void>;

/** Counts a long answer as so many calls: it was written on the one thread that answers everybody. */
export type AnswerCharger = (request: RequestContext, bytes: number) => void;

/** An answer of JSON counts as one call more for each of these. */
const chargedBytes = 32 * 1024;

/** In development everything comes from one machine: a browser, its tests, a demonstration. */
export const roomInDevelopment = 100;

/**
 * Refuses with 429 what is over a budget of calls, whatever the settings say of rate limits, and what the operator's rate limits do not allow
 * (wire contract, section 22); both are counted by all servers together. Superusers and excluded addresses are not limited. A change of the
 * settings begins all counts of rate limits anew, as in the reference. `room` times the budgets are given; 1 unless in development.
 */
export function createRequestLimiter(
  engine: Engine,
  { room = engine.isDevelopment ? roomInDevelopment : 1 }: { room?: number } = {},
): { limit: RequestLimiter; charge: AnswerCharger } {
  const counter = createSharedCounter(engine);
  const take = async (key: string, limit: { max: number; seconds: number }) => {
    const untilMs = await counter.take(key, limit);
    return untilMs === undefined ? undefined : untilMs - engine.clock.nowMs();
  };
  const pay = ({ budget, who, seconds, times }: CostlyCall) => {
    const max = budgetOf(engine.settings.current(), budget) * room * times;
    return take(`budget:${budget}:${max}:${who}`, { max, seconds });
  };
  const isFree = ({ auth, ip }: RequestContext) =>
    auth?.isSuperuser || isIpInList(ip, engine.settings.current().rateLimits.excludedIPs);

  function charge(request: RequestContext, bytes: number): void {
    if (bytes < chargedBytes || isFree(request)) return;
    payFor(request, bytes).catch((error: unknown) => {
      engine.log.error({ err: error }, 'A long answer was not counted.');
    });
  }

  async function payFor(request: RequestContext, bytes: number): Promise<void> {
    for (const cost of callCostsOf(request)) {
      for (let rest = bytes; rest >= chargedBytes; rest -= chargedBytes) {
        if ((await pay(cost)) !== undefined) break;
      }
    }
  }

  async function limit(request: RequestContext, route: Route): Promise<void> {
    if (isFree(request)) return;
    for (const cost of costsOf(engine, request, route)) {
      const retryAfterMs = await pay(cost);
      if (retryAfterMs !== undefined) throw overBudget(cost.budget, { retryAfterMs });
    }
    const { rateLimits } = engine.settings.current();
    if (!rateLimits.enabled) return;
    const scope = scopeOf(engine, request, route);
    const rule = findLimit(rateLimits.rules, scope.labels, request.auth === null);
    if (!rule) return;
    const key = keyOf(engine, rule, { ip: request.ip, scope: scope.key });
    const retryAfterMs = await take(key, { max: rule.maxRequests, seconds: rule.duration });
    if (retryAfterMs !== undefined) throw new ApiError(429, 'Too Many Requests.', {}, { retryAfterMs });
  }

  return { limit, charge };
}

function keyOf(engine: Engine, rule: RateLimitRule, { ip, scope }: { ip: string; scope: string | undefined }): string {
  const { label, audience, duration, maxRequests } = rule;
  const counted = `${scope ?? label}:${label}:${audience}:${maxRequests}/${duration}`;
  return `rate:${engine.settings.revision()}:${counted}:${networkOf(ip)}`;
}

/** The names of a request, and what is counted together besides the rule itself: each call of each collection on its own. */
function scopeOf(engine: Engine, { method, path, params }: RequestContext, route: Route) {
  const labels = [`${method} ${path}`, path];
  const tags = limitTagsOf(route);
  const collection = tags.length > 0 ? engine.collections.find(params.collection ?? '') : undefined;
  if (!collection) return { labels };
  const named = [collection.name, '*'].flatMap((name) => tags.map((tag) => `${name}:${tag}`));
  return { labels: [...named, ...labels], key: `${collection.id}${route.method}${route.path}` };
}
