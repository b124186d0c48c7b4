import type { Engine } from '#engine/engine.ts';
import { pageEnvelope, readPage } from '#engine/http/read-page.ts';
import type { Route } from '#engine/http/route.ts';
import type { PardonsAnswer } from '#wire/pardons.ts';
import { noteShown } from '../../../platform/audit/note-shown.ts';
import { findPolicyAt } from '../../../platform/policies/find-policy.ts';
import { readChoice } from '../../../platform/reads/read-choice.ts';
import { requireRight } from '../../../platform/reads/require-right.ts';
import { findPardons, type PardonSort, pardonKinds, pardonSorts } from './pardons.store.ts';

export const pardonKindNames: readonly string[] = pardonKinds;
export const pardonSortNames = Object.keys(pardonSorts) as [PardonSort, ...PardonSort[]];

/**
 * `GET /api/marketplace/pardons?q&kind&sort&page&perPage`: mercy passes, credit out of goodwill, waived charges and pardons of staff, each with whom
 * it was given to, by whom, why and until when it acts. For admins and superusers.
 */
export function pardonsRoute(engine: Engine): Route<PardonsAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/pardons',
    async handle({ auth, query }) {
      const staff = requireRight(auth, 'lessons');
      const page = readPage(query);
      const { values } = await findPolicyAt(engine.db, engine.clock.nowMs());
      const q = (query.q ?? '').trim().slice(0, 200);
      const { items, totalItems } = await findPardons(engine.db, {
        ...page,
        reliabilityDays: values.reliabilityDays,
        q,
        kind: readChoice(query, 'kind', pardonKinds) ?? '',
        sort: readChoice(query, 'sort', pardonSortNames) ?? '-created',
      });
      const people = items.filter(({ kind }) => kind !== 'reliability').map(({ person }) => person);
      await noteShown(engine, staff, { users: people }, q);
      return {
        status: 200,
        headers: { 'Cache-Control': 'private, no-store' },
        body: pageEnvelope(page, items, totalItems) satisfies PardonsAnswer,
      };
    },
  };
}
