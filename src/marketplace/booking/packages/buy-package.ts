import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { refuseCreate } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { insertRow } from '#engine/records/record-store.ts';
import { findFirstCreate } from '#engine/records/repeat-create.ts';
import { packageMinutes, packagePrice } from '#rules/packages/package-price.ts';
import { packageValidity } from '#rules/packages/package-validity.ts';
import { dateText, instantOf, type LocalDay, localDayOf, parseDate } from '#rules/time/local-time.ts';
import { findPolicyAt } from '../../platform/policies/find-policy.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { findSeller, lockLearner, replacePending, type Seller } from './packages.store.ts';
import { placeGivenPackage } from './place-given-package.ts';

/** How long a package waits for its money at the price that was shown. */
const waitMs = 60 * 60_000;

/**
 * Takes the order of a package: what it costs and how long it is good for is decided now, and the price is locked (domain rules 18 and 19). A
 * learner has one package of an instructor on the way to being paid: a new one takes its place, and money that comes for the old one goes back.
 */
export async function buyPackage(engine: Engine, event: RecordEvent): Promise<Row> {
  const { collection, record, authorId, requestHash, auth, system } = event;
  const first = await findFirstCreate(engine.db, { ...event, id: record.id });
  if (first) return first;
  if (system || auth?.isSuperuser) return placeGivenPackage(engine, event);
  record.learner = authorId;
  const nowMs = engine.clock.nowMs();
  const { endsMs, maxMinutes } = await pricePackage(engine, event, nowMs);
  const extra = {
    _author: authorId,
    _request_hash: requestHash,
    _endsAt: isoInstant(endsMs),
    _dueAt: isoInstant(nowMs + waitMs),
  };
  return engine.db.transaction(async (tx) => {
    const pair = { learner: String(record.learner), instructor: String(record.instructor) };
    await lockLearner(tx, pair.learner);
    // Two equal creates at once: the second waited for the first.
    const repeated = await findFirstCreate(tx, { ...event, id: record.id });
    if (repeated) return repeated;
    const left = await replacePending(tx, { ...pair, nowMs });
    if (left + Number(record.minutes) > maxMinutes) throw tooManyMinutes();
    return insertRow(tx, { collection, record, extra });
  });
}

async function pricePackage(
  engine: Engine,
  { record }: RecordEvent,
  nowMs: number,
): Promise<{ endsMs: number; maxMinutes: number }> {
  const [minutes, learner] = [Number(record.minutes), String(record.learner)];
  if (!packageMinutes.includes(minutes)) throw refuseCreate('minutes', 'not_offered', 'Packages are of 5 or 10 hours.');
  const wanted = { instructor: String(record.instructor), learner, minutes };
  const [found, policy] = await Promise.all([findSeller(engine.db, wanted), findPolicyAt(engine.db, nowMs)]);
  const { timezone, hourlyCents, discountPercent, ...seller } = checkSeller(found, learner);
  const dates = {
    boughtOn: localDayOf(timezone, nowMs),
    pdlExpiresOn: dayOf(seller.pdlExpiresOn),
    licenceExpiresOn: dayOf(seller.licenceExpiresOn),
    retiresOn: dayOf(seller.retiresOn),
  };
  const validity = packageValidity(minutes, dates, policy.values);
  if (!validity.ok) {
    if (validity.reason === 'too_many_minutes') throw tooManyMinutes();
    throw refuseCreate('instructor', 'instructor_ends', 'This instructor stops teaching too soon to sell packages.');
  }
  Object.assign(record, {
    priceCents: packagePrice(hourlyCents, minutes, discountPercent).priceCents,
    hourlyCents,
    discountPercent,
    minutesLeft: minutes,
    expiresOn: dateText(validity.expiresOn),
    status: 'pending',
    policyVersion: policy.version,
    boughtAt: '',
  });
  return { endsMs: instantOf(timezone, validity.expiresOn + 1, 0), maxMinutes: policy.values.packageMaxMinutes };
}

function checkSeller(seller: Seller | undefined, learner: string): Seller & { discountPercent: number } {
  if (!seller) throw refuseCreate('instructor', 'validation_missing_rel_records', 'There is no such instructor.');
  const { status, user, discountPercent, hourlyCents } = seller;
  if (status !== 'listed') throw refuseCreate('instructor', 'not_bookable', 'This instructor can’t be booked.');
  if (user === learner) throw refuseCreate('instructor', 'own_lesson', 'You can’t buy a package of your own.');
  if (discountPercent === null || hourlyCents === 0) {
    throw refuseCreate('minutes', 'not_offered', 'This instructor doesn’t sell a package of that length.');
  }
  return { ...seller, discountPercent };
}

function dayOf(text: string): LocalDay | undefined {
  return text === '' ? undefined : parseDate(text);
}

function tooManyMinutes() {
  const message = 'With the hours you have left that would be more than an instructor may sell at once.';
  return refuseCreate('minutes', 'too_many_minutes', message);
}
