import { badRequest, type ErrorData } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { isStaffRole } from '#rules/staff/staff-rights.ts';
import { hasRight } from '../../platform/reads/require-right.ts';

/** By what an account is opened, and what it opens: only its owner changes these, staff start it (`account_changes`). */
const opening = ['email', 'verified', 'twoFactor', 'role', 'password'] as const;
/** Of a colleague also whether it is open at all: one alone would silence who watches them. */
const ofStaff = [...opening, 'suspended'] as const;

/**
 * Refuses staff what opens somebody else's account, and what takes a colleague's part in the staff away: 400 `not_allowed` at each such field that would be
 * another one in the record. Of an account that they make they give neither a proof nor a role of staff. The server itself and superusers may; an owner is no
 * concern of this.
 */
export function refuseWhatOpens(event: RecordEvent): void {
  const { record, original } = event;
  if (!isByStaff(event)) return;
  const errors: ErrorData = {};
  for (const name of isStaffRole(original?.role) ? ofStaff : opening) {
    const isGiven = original ? record[name] !== original[name] : isTooMuch(name, record[name]);
    if (isGiven)
      errors[name] = {
        code: 'not_allowed',
        message: original ? messageAt(name) : 'An account begins without this.',
      };
  }
  if (Object.keys(errors).length > 0) throw badRequest(`Failed to ${original ? 'update' : 'create'} record.`, errors);
}

function isByStaff({ system, auth, record, original }: RecordEvent): boolean {
  if (system || !auth || auth.isSuperuser || (original && auth.id === record.id)) return false;
  return hasRight(auth, 'users');
}

function messageAt(name: (typeof ofStaff)[number]): string {
  if (name !== 'suspended') return 'Only its owner changes this: ask for it by a record of account_changes.';
  return 'This is a colleague: ask for it by a record of account_changes, which a second administrator confirms.';
}

/** Which values a new account can't be given; its password is refused before (`passwordsAreOwners`). */
function isTooMuch(name: string, value: unknown): boolean {
  if (name === 'role') return isStaffRole(value);
  return (name === 'verified' || name === 'twoFactor') && value === true;
}
