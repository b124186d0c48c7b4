import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { required } from '#engine/fields/field-errors.ts';
import { badRequest, type ErrorData, type FieldError } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { insertRow } from '#engine/records/record-store.ts';
import { packageMinutes, packagePrice } from '#rules/packages/package-price.ts';
import { addMonths } from '#rules/time/add-months.ts';
import { dayMs, hourMs } from '#rules/time/durations.ts';
import { dateText, instantOf, localDayOf, parseDate } from '#rules/time/local-time.ts';
import { findPolicyAt } from '../../platform/policies/find-policy.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { findSeller } from './packages.store.ts';
import { nextDueMs } from './when-due.ts';

const missing: FieldError = { code: 'validation_missing_rel_records', message: 'There is no such record.' };

/**
 * A package as a superuser gives it: learner, instructor, minutes, what is left, price, last day and state are taken as facts, whatever its instructor
 * offers. What is left out is as if it were bought now. Money of it is written down as a payment.
 */
export async function placeGivenPackage(engine: Engine, event: RecordEvent): Promise<Row> {
  const { collection, record, sent, authorId, requestHash } = event;
  const nowMs = engine.clock.nowMs();
  const [minutes, learner, instructor] = [Number(record.minutes), String(record.learner), String(record.instructor)];
  const [seller, policy] = await Promise.all([
    findSeller(engine.db, { instructor, learner, minutes }),
    findPolicyAt(engine.db, nowMs),
  ]);
  const lastDay = sent.has('expiresOn') ? parseDate(String(record.expiresOn)) : undefined;
  const errors: ErrorData = {};
  if (learner === '') errors.learner = required;
  if (!seller) errors.instructor = missing;
  if (!packageMinutes.includes(minutes)) {
    errors.minutes = { code: 'validation_invalid_value', message: `Must be ${packageMinutes.join(' or ')}.` };
  }
  if (sent.has('expiresOn') && lastDay === undefined) {
    errors.expiresOn = { code: 'validation_invalid_value', message: 'Must be a date such as 2027-12-25.' };
  }
  if (!seller || Object.keys(errors).length > 0) throw badRequest('Failed to create record.', errors);
  const { timezone } = seller;
  const expiresOn = lastDay ?? addMonths(localDayOf(timezone, nowMs), policy.values.packageValidMonths);
  const fill = (name: string, value: unknown) => {
    if (!sent.has(name)) record[name] = value;
  };
  fill('status', 'pending');
  fill('hourlyCents', seller.hourlyCents);
  fill('discountPercent', seller.discountPercent ?? 0);
  fill('priceCents', packagePrice(Number(record.hourlyCents), minutes, Number(record.discountPercent)).priceCents);
  fill('minutesLeft', record.status === 'pending' || record.status === 'active' ? minutes : 0);
  fill('policyVersion', policy.version);
  fill('boughtAt', record.status === 'pending' ? '' : isoInstant(nowMs));
  record.expiresOn = dateText(expiresOn);
  const endsMs = instantOf(timezone, expiresOn + 1, 0);
  const isPending = record.status === 'pending';
  const due = { expiresOn: record.expiresOn, _endsAt: new Date(endsMs) };
  const extra = {
    _author: authorId,
    _request_hash: requestHash,
    _endsAt: isoInstant(endsMs),
    _dueAt: isoInstant(isPending ? nowMs + hourMs : nextDueMs(due, policy.values, nowMs)),
    ...(isPending ? {} : { _slotSeenAt: isoInstant(nowMs), _slotCheckAt: isoInstant(nowMs + dayMs) }),
  };
  return insertRow(engine.db, { collection, record, extra });
}
