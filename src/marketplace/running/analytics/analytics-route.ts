import type { Engine } from '#engine/engine.ts';
import type { Route } from '#engine/http/route.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import type { AnalyticsAnswer } from '#wire/analytics.ts';
import { readSpan } from '../../platform/reads/read-span.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import { readAnalytics } from './read-analytics.ts';

/**
 * `GET /api/marketplace/analytics?from&to`: see read-analytics.ts. For admins and superusers: 401 for guests, 403 for others, 400 for
 * nonsense.
 */
export function analyticsRoute(engine: Engine): Route<AnalyticsAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/analytics',
    async handle({ auth, query }) {
      requireRight(auth, 'analytics');
      const span = readSpan(query, { zone: platformZone, nowMs: engine.clock.nowMs() });
      return {
        status: 200,
        headers: { 'Cache-Control': 'private, no-store' },
        body: await readAnalytics(engine, span),
      };
    },
  };
}
