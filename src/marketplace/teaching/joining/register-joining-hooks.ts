import type { Engine } from '#engine/engine.ts';
import { refuseCreate } from '#engine/http/api-error.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import { askForChange, checkChange, checkChangeDecision, decideChange, lockChange } from './change-checked-facts.ts';
import { submitProfile } from './submit-profile.ts';
import { checkVerification, confirmSuspension, noteConfirmer, verifyInstructor } from './verify-instructor.ts';
import { checkWithdrawal, lockWithdrawal } from './withdraw-suspension.ts';

const submissions = {
  max: 20,
  seconds: 86_400,
  message: 'You sent your profile in many times today. Please go on tomorrow.',
};

/** How somebody becomes and stays an instructor: submissions, verifications, and changes of what was checked. */
export function registerJoiningHooks(engine: Engine): void {
  engine.hooks.on('instructor_submissions', {
    // All who check are told each time.
    async beforeCreate({ auth }) {
      if (!auth || auth.isSuperuser) return;
      await refuseTooManyAttempts(engine, { key: `instructor submissions ${auth.id}`, ...submissions });
    },
    insideCreate: (event) => submitProfile(engine, event),
  });
  engine.hooks.on('verifications', {
    beforeCreate: async (event) => checkVerification(engine, event),
    insideCreate: (event) => verifyInstructor(engine, event),
    beforeUpdate: async (event) => checkWithdrawal(event),
    beforeWrite: (event) => lockWithdrawal(event),
    explainViolation: (constraint) =>
      constraint === 'verifications_waiting'
        ? refuseCreate('instructor', 'already_waiting', 'A suspension waits to be confirmed already.')
        : undefined,
  });
  engine.hooks.on('verification_confirmations', {
    beforeCreate: async (event) => noteConfirmer(event),
    insideCreate: (event) => confirmSuspension(engine, event),
    explainViolation: (constraint) =>
      constraint === 'verification_confirmations_verification'
        ? refuseCreate('verification', 'not_waiting', 'Nothing waits to be confirmed here.')
        : undefined,
  });
  engine.hooks.on('instructor_changes', {
    beforeCreate: async (event) => checkChange(engine, event),
    insideCreate: (event) => askForChange(engine, event),
    beforeUpdate: (event) => checkChangeDecision(engine, event),
    beforeWrite: (event) => lockChange(event),
    insideUpdate: (event) => decideChange(engine, event),
  });
}
