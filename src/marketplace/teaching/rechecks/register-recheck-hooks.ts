import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { dateText, localDayOf, parseDate } from '#rules/time/local-time.ts';
import { requireImpartial } from '../../platform/rights/require-impartial.ts';
import { findRechecked } from './rechecks.store.ts';

const refusal = 'Failed to create record.';

/** Who compares an instructor with the Police's list goes into the record; nobody compares themselves, and no list is of a day to come. */
export function registerRecheckHooks(engine: Engine): void {
  engine.hooks.on('police_checks', { beforeCreate: (event) => checkRecheck(engine, event) });
}

async function checkRecheck(engine: Engine, event: RecordEvent): Promise<void> {
  const { db, record, auth } = event;
  const found = await findRechecked(db, String(record.instructor));
  await requireImpartial(db, event, {
    ...{ parties: [found?.user], about: 'profile', right: 'papers', field: 'instructor', refusal },
    begun: found?.due ?? 'now',
  });
  const listedOn = String(record.listedOn);
  const today = dateText(localDayOf('Asia/Singapore', engine.clock.nowMs()));
  if (listedOn !== '' && (parseDate(listedOn) === undefined || listedOn > today)) {
    const message = 'Must be the day of the list, today or before.';
    throw badRequest(refusal, { listedOn: { code: 'in_future', message } });
  }
  Object.assign(record, { checker: auth?.id ?? '', checkerName: String(auth?.row.name ?? '') });
}
