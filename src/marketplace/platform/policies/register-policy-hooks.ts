import type { Engine } from '#engine/engine.ts';
import { badRequest, type ErrorData, type FieldError } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { checkPolicyValues, type PolicyError } from '#rules/policies/check-policy-values.ts';
import { parseInstant } from '../reads/parse-instant.ts';
import { findPolicyAt } from './find-policy.ts';
import { findNextVersion } from './policies.store.ts';

const inForce = {
  code: 'in_force',
  message: 'This version is or was in force; what was booked under it keeps it. Make a new version instead.',
};
const notLater = { code: 'not_later', message: 'A higher version must come into force later than those before it.' };
const notAhead = { code: 'in_past', message: 'A version comes into force in the future.' };

/**
 * Judges the versions that admins write (api.md): every figure is there and makes sense; a version begins in the future and after those
 * before it; one that has begun is never changed nor removed, since lessons live under it. A superuser may put in versions of the past.
 */
export function registerPolicyHooks(engine: Engine): void {
  const message = { create: 'Failed to create record.', update: 'Failed to update record.' };
  const refuseBegun = ({ original, record }: RecordEvent, text: string) => {
    const fromMs = parseInstant(String((original ?? record).effectiveFrom)) ?? 0;
    if (fromMs <= engine.clock.nowMs()) throw badRequest(text, { version: inForce });
  };
  engine.hooks.on('policies', {
    async beforeCreate(event) {
      await completeVersion(engine, event);
      judge(engine, event, message.create);
    },
    async beforeUpdate(event) {
      refuseBegun(event, message.update);
      judge(engine, event, message.update);
    },
    beforeDelete: async (event) => refuseBegun(event, 'Failed to delete record.'),
    explainViolation: (constraint) =>
      constraint === 'policies_order' ? badRequest(message.create, { effectiveFrom: notLater }) : undefined,
  });
}

/** The next number, and the figures of the version in force wherever the new one says nothing. */
async function completeVersion(engine: Engine, { record, db }: RecordEvent): Promise<void> {
  if (!record.version) record.version = await findNextVersion(db);
  const { values } = record;
  if (values !== null && (typeof values !== 'object' || Array.isArray(values))) return;
  const current = await findPolicyAt(db, engine.clock.nowMs());
  record.values = { ...current.values, ...values };
}

function judge(engine: Engine, { record, auth, system }: RecordEvent, message: string): void {
  const errors: ErrorData = {};
  const check = checkPolicyValues(record.values);
  if (!check.ok) errors.values = Object.fromEntries(Object.entries(check.errors).map(([name, e]) => [name, say(e)]));
  const mayBePast = system || auth?.isSuperuser === true;
  const fromMs = parseInstant(String(record.effectiveFrom)) ?? 0;
  if (!mayBePast && fromMs <= engine.clock.nowMs()) errors.effectiveFrom = notAhead;
  if (Object.keys(errors).length > 0) throw badRequest(message, errors);
}

const sentences: Record<PolicyError['code'], string> = {
  missing: 'This figure is missing.',
  unknown: 'There is no such figure.',
  not_whole: 'Must be a whole number.',
  not_a_list: 'Must be a list of such figures.',
  out_of_range: 'Is out of range.',
  out_of_order: 'Does not agree with another figure.',
};

function say(error: PolicyError): FieldError {
  const { code, ...params } = error;
  const range = error.code === 'out_of_range' ? `Must be from ${error.min} to ${error.max}.` : undefined;
  const order = error.code === 'out_of_order' ? `Must not be more than ${error.than}.` : undefined;
  return { code, message: range ?? order ?? sentences[code], ...(Object.keys(params).length > 0 ? { params } : {}) };
}
