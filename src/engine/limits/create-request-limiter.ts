import type { Engine } from '../engine.ts';
import { ApiError } from '../http/api-error.ts';
import { isIpInList } from '../http/is-ip-in-list.ts';
import type { RequestContext, Route } from '../http/route.ts';
import { createSharedCounter } from './create-shared-counter.ts';
import { findLimit, type RateLimitRule } from './find-limit.ts';
import { limitTagsOf } from './limit-tags.ts';

/** Counts a request; throws 429 when it is one too many. */
export type RequestLimiter = (request: RequestContext, route: Route) => Promise<void>;

/**
 * Refuses with 429 what the operator's rate limits do not allow (wire contract, section 22), counted by all servers together. Superusers and
 * excluded addresses are not limited. A change of the settings begins all counts anew, as in the reference.
 */
export function createRequestLimiter(engine: Engine): RequestLimiter {
  const counter = createSharedCounter(engine);
  return async (request, route) => {
    const { rateLimits } = engine.settings.current();
    if (!rateLimits.enabled || request.auth?.isSuperuser || isIpInList(request.ip, rateLimits.excludedIPs)) return;
    const scope = scopeOf(engine, request, route);
    const rule = findLimit(rateLimits.rules, scope.labels, request.auth === null);
    if (!rule) return;
    const key = keyOf(engine, rule, { ip: request.ip, scope: scope.key });
    const untilMs = await counter.take(key, { max: rule.maxRequests, seconds: rule.duration });
    if (untilMs === undefined) return;
    throw new ApiError(429, 'Too Many Requests.', {}, { retryAfterMs: untilMs - engine.clock.nowMs() });
  };
}

function keyOf(engine: Engine, rule: RateLimitRule, { ip, scope }: { ip: string; scope: string | undefined }): string {
  const { label, audience, duration, maxRequests } = rule;
  const counted = `${scope ?? label}:${label}:${audience}:${maxRequests}/${duration}`;
  return `rate:${engine.settings.revision()}:${counted}:${ip}`;
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
