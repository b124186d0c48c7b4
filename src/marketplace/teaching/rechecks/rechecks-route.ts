import type { Engine } from '#engine/engine.ts';
import { pageEnvelope, readPage } from '#engine/http/read-page.ts';
import type { Route } from '#engine/http/route.ts';
import type { RechecksAnswer } from '#wire/rechecks.ts';
import { noteShown } from '../../platform/audit/note-shown.ts';
import { readChoice } from '../../platform/reads/read-choice.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import { recheckDueBefore } from './recheck-due-before.ts';
import { findRechecks, type RecheckSort, recheckSorts } from './rechecks.store.ts';

export const recheckStates = ['due', 'done'] as const;
export const recheckStatuses = ['listed', 'paused'] as const;
export const recheckSortNames = Object.keys(recheckSorts) as [RecheckSort, ...RecheckSort[]];

/**
 * `GET /api/marketplace/rechecks?q&state&status&sort&page&perPage`: listed and paused instructors with the day on which they were compared with the Police's
 * list last, and how many are `due`: not compared for 31 days, or not found then. For admins and moderators.
 */
export function rechecksRoute(engine: Engine): Route<RechecksAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/rechecks',
    async handle({ auth, query }) {
      const staff = requireRight(auth, 'papers');
      const page = readPage(query);
      const dueBefore = recheckDueBefore(engine.clock.nowMs());
      const q = (query.q ?? '').trim().slice(0, 200);
      const { items, totalItems, due } = await findRechecks(engine.db, {
        ...page,
        dueBefore,
        q,
        state: readChoice(query, 'state', recheckStates) ?? '',
        status: readChoice(query, 'status', recheckStatuses) ?? '',
        sort: readChoice(query, 'sort', recheckSortNames) ?? 'lastCheckedOn',
      });
      await noteShown(engine, staff, { instructors: items.map(({ id }) => id) }, q);
      const body: RechecksAnswer = { ...pageEnvelope(page, items, totalItems), due, dueBefore };
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body };
    },
  };
}
