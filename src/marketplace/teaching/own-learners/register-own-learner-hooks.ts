import type { Engine } from '#engine/engine.ts';
import { required } from '#engine/fields/field-errors.ts';
import { badRequest } from '#engine/http/api-error.ts';
import { tokenAlphabet } from '#engine/random.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { parseDate } from '#rules/time/local-time.ts';
import { findProfile, findUses } from './own-learners.store.ts';

const codeLength = 20;

/** A new own learner is of whoever writes them down, and gets the code to join with; nobody guesses it. Who joined, had a lesson or paid can't be removed. */
export function registerOwnLearnerHooks(engine: Engine): void {
  engine.hooks.on('own_payments', { beforeCreate: checkPaidOn, beforeUpdate: checkPaidOn });
  engine.hooks.on('own_learners', {
    async beforeCreate({ db, record, auth }) {
      record.instructor ||= (auth && (await findProfile(db, auth.id))) ?? '';
      if (record.instructor === '') throw badRequest('Failed to create record.', { instructor: required });
      record.inviteCode ||= engine.random.text(codeLength, tokenAlphabet);
    },
    async beforeDelete({ db, record, system, auth }) {
      if (system) return;
      const uses = await findUses(db, record.id);
      if (uses.hasLessons) refuse('has_lessons', 'They had or have lessons, which are kept with your books.');
      if (uses.hasPayments) refuse('has_payments', 'You noted what they paid. Remove those payments first.');
      if (record.user !== '' && !auth?.isSuperuser)
        refuse('has_joined', 'They joined you with an account of their own.');
    },
  });
}

// Earnings and statements count by its month.
async function checkPaidOn({ record, original }: RecordEvent): Promise<void> {
  if (parseDate(String(record.paidOn)) !== undefined) return;
  throw badRequest(original ? 'Failed to update record.' : 'Failed to create record.', {
    paidOn: { code: 'validation_invalid_value', message: 'Must be a date such as 2026-12-25.' },
  });
}

function refuse(code: string, message: string): never {
  throw badRequest(message, { id: { code, message } });
}
