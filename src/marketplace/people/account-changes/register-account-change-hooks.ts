import type { Engine } from '#engine/engine.ts';
import { badRequest, refuseCreate } from '#engine/http/api-error.ts';
import { checkConfirmation, confirmChange, noteConfirmer } from './confirm-change.ts';
import { checkEnding, lockEnding, tellEnding } from './end-change.ts';
import { chooseLock, followSuspension } from './lock-account.ts';
import { checkChange, startChange } from './start-change.ts';

/** What staff change of another person's account: asked for by one, confirmed by the old address or another one. */
export function registerAccountChangeHooks(engine: Engine): void {
  engine.hooks.on('users', { insideUpdate: (event) => followSuspension(engine, event) });
  engine.hooks.on('account_changes', {
    beforeCreate: (event) => checkChange(engine, event),
    insideCreate: (event) => startChange(engine, event),
    beforeUpdate: async (event) => checkEnding(event),
    beforeWrite: (event) => (event.original ? lockEnding(event) : chooseLock(event)),
    insideUpdate: (event) => tellEnding(engine, event),
    explainViolation: (constraint) => {
      if (constraint === 'account_changes_waiting') {
        const message = 'A change of this waits already. Confirm or withdraw it first.';
        return refuseCreate('field', 'already_waiting', message);
      }
      return constraint === 'account_changes_append_only' ? kept() : undefined;
    },
  });
  engine.hooks.on('account_change_confirmations', {
    beforeCreate: async (event) => noteConfirmer(event),
    beforeWrite: (event) => (event.original ? Promise.resolve() : checkConfirmation(engine, event)),
    insideCreate: (event) => confirmChange(engine, event),
    explainViolation: (constraint) => {
      if (constraint === 'account_change_confirmations_change') {
        const message = 'Nothing waits to be confirmed here.';
        return refuseCreate('change', 'not_waiting', message);
      }
      return constraint === 'account_change_confirmations_append_only' ? kept() : undefined;
    },
  });
}

function kept() {
  const message = 'What was decided about an account stays as it was written.';
  return badRequest(message, { id: { code: 'append_only', message } });
}
