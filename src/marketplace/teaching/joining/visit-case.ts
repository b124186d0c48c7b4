import type { Engine } from '#engine/engine.ts';
import type { Route } from '#engine/http/route.ts';
import type { CaseVisitAnswer } from '#wire/desk.ts';
import { requireStaff } from '../../platform/reads/require-right.ts';
import { listVisitors, noteVisit } from './joining.store.ts';

/** How long a look at a case counts after it was last said. */
const visitMs = 45_000;

/**
 * `POST /api/marketplace/cases/:id/visit`: the caller has this case open; answers `{others: [{name}]}`, those of the staff who have it open, too. Said
 * again every 20 seconds by the page. 403 for everybody but the platform's people.
 */
export function visitCaseRoute(engine: Engine): Route<CaseVisitAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/cases/:id/visit',
    async handle({ auth, params }) {
      const { id: user } = requireStaff(auth);
      const [record, nowMs] = [(params.id ?? '').slice(0, 50), engine.clock.nowMs()];
      await noteVisit(engine.db, { record, user, nowMs });
      const others = await listVisitors(engine.db, { record, except: user, sinceMs: nowMs - visitMs });
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body: { others } };
    },
  };
}
