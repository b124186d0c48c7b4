import type { Engine } from '#engine/engine.ts';
import { notFound } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import type { Checked, ChecksAnswer } from '#wire/teaching.ts';
import { hasRight } from '../../platform/reads/require-right.ts';
import { type CheckedInstructor, findChecked } from './joining.store.ts';

const ofTheCar = ['vehicle', 'dual_controls', 'insurance'];

/** `expiresOn` is for the instructor and the platform's people. */
/**
 * `GET /api/marketplace/instructors/:id/checks`: what the last verification that accepted an instructor looked at and when, for everybody while the
 * instructor is listed, less what it saw of a car that is driven no more; for the instructor and staff also until when each holds. Notes stay with those who check.
 */
export function listChecksRoute(engine: Engine): Route<ChecksAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/instructors/:id/checks',
    async handle({ auth, params }) {
      const found = await findChecked(engine.db, params.id ?? '');
      const isPerson = auth?.collectionName === 'users';
      const isStaff = auth !== null && hasRight(auth, 'papers');
      const seesAll = (isStaff && !auth.isLimited) || (isPerson && found?.user === auth.id);
      if (!found || !(seesAll || found.status === 'listed')) throw notFound();
      const checks = withPoliceList(found).filter(({ kind }) => !(found.hasOtherCar && ofTheCar.includes(kind)));
      const items = checks.map(({ kind, checkedOn, expiresOn }): Checked => {
        return seesAll ? { kind, checkedOn, expiresOn } : { kind, checkedOn };
      });
      return { status: 200, body: { items } };
    },
  };
}

const onTheList = 'tp_list';

// Whoever was compared with the Police's list since says it by that day; who was not found then is not said to be on it.
function withPoliceList({ checks, police }: CheckedInstructor): NonNullable<CheckedInstructor['checks']> {
  const before = checks ?? [];
  const seen = before.find(({ kind }) => kind === onTheList);
  if (!police || (seen && seen.checkedOn > police.checkedOn)) return before;
  const others = before.filter((check) => check !== seen);
  if (police.outcome !== 'found') return others;
  return [{ kind: onTheList, checkedOn: police.checkedOn, expiresOn: '' }, ...others];
}
