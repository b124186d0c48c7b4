import type { Engine } from '../engine.ts';
import { ApiError } from '../http/api-error.ts';
import { isIpInList } from '../http/is-ip-in-list.ts';
import type { RequestContext, Route } from '../http/route.ts';
import type { RateLimitRule } from '../settings/settings.ts';
import { countTry, type Tries } from './attempts.store.ts';
import { findLimit } from './find-limit.ts';
import { limitTagsOf } from './limit-tags.ts';

/** Counts of one server: what it knows to be used up, and all it has while the database does not answer. */
const maxRemembered = 50_000;

/** Counts a request; throws 429 when it is one too many. */
export type RequestLimiter = (request: RequestContext, route: Route) => Promise<void>;

/**
 * Refuses with 429 what the operator's rate limits do not allow (wire contract, section 22), counted by all servers together. Superusers and
 * excluded addresses are not limited.
 */
export function createRequestLimiter(engine: Engine): RequestLimiter {
  const counts = new Map<string, Tries>();

  async function count(key: string, rule: RateLimitRule): Promise<number> {
    const nowMs = engine.clock.nowMs();
    const known = counts.get(key);
    // A flood is refused without asking the database again and again.
    if (known && known.untilMs > nowMs && known.count > rule.maxRequests) return known.count;
    const tries = await countTry(engine.db, { key, nowMs, seconds: rule.duration }).catch((error: unknown) => {
      engine.log.warn({ err: error }, 'Requests are counted by this server alone: the database does not answer.');
      return countHere(known, nowMs, rule);
    });
    if (counts.size >= maxRemembered) counts.clear();
    counts.set(key, tries);
    return tries.count;
  }

  return async (request, route) => {
    const { rateLimits } = engine.settings.current();
    if (!rateLimits.enabled || request.auth?.isSuperuser || isIpInList(request.ip, rateLimits.excludedIPs)) return;
    const scope = scopeOf(engine, request, route);
    const rule = findLimit(rateLimits.rules, scope.labels, request.auth === null);
    if (!rule) return;
    // A rule that is changed begins to count anew.
    const { label, audience, duration, maxRequests } = rule;
    const key = `rate:${scope.key ?? label}:${label}:${audience}:${maxRequests}/${duration}:${request.ip}`;
    if ((await count(key, rule)) > maxRequests) throw new ApiError(429, 'Too Many Requests.');
  };
}

function countHere(known: Tries | undefined, nowMs: number, rule: RateLimitRule): Tries {
  if (known && known.untilMs > nowMs) return { count: known.count + 1, untilMs: known.untilMs };
  return { count: 1, untilMs: nowMs + rule.duration * 1000 };
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
