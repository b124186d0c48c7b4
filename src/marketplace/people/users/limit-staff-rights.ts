import type { Clock } from '#engine/clock.ts';
import type { Row } from '#engine/database/database.ts';
import type { LimitedRights } from '#engine/engine.ts';
import type { SecondFactor } from '#engine/http/auth-record.ts';
import { isStaffRole } from '#rules/staff/staff-rights.ts';
import { rightsFrom } from './wait-for-rights.ts';

type Limits = {
  clock: Clock;
  /** Staff need a second factor that is not their mailbox. */
  staffNeedSecondFactor?: boolean;
  secondFactor: SecondFactor;
};

/**
 * The rights of staff wait for a while after staff changed the address of an account or took its second factor off, and after it got a first factor of its own,
 * whoever signs in to it. In production they
 * also wait for a session that a second factor of their own began; until then staff are a user who can set that up. Turning it on is not enough, since a password
 * alone does that, too. Nor is a mailed code: the mailbox gets a new password as well.
 */
export function limitStaffRights(
  collectionName: string,
  row: Row,
  { clock, staffNeedSecondFactor = false, secondFactor }: Limits,
): LimitedRights {
  if (collectionName !== 'users' || !isStaffRole(row.role)) return { row, because: '' };
  const limited = { ...row, role: 'user' };
  const from = rightsFrom(row, clock.nowMs());
  if (from !== undefined) {
    const because = `What opens this account was changed. The rights of its role begin at ${from}.`;
    return { row: limited, because };
  }
  if (!staffNeedSecondFactor || (row.twoFactor === true && secondFactor === 'own')) return { row, because: '' };
  const because = 'Turn on and use signing in with two factors first; the rights of your role wait for it.';
  return { row: limited, because };
}
