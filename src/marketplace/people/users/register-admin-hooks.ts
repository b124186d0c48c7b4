import { signedInSince } from '#engine/auth/signed-in-since.ts';
import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import { tokenAlphabet } from '#engine/random.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { isStaffRole, roleHasRight } from '#rules/staff/staff-rights.ts';
import { endImpersonationsOf } from './end-impersonation.ts';
import { countUserTies, suspendInstructor } from './users.store.ts';

/**
 * What the platform's people may do to accounts. Only they suspend one: that ends its sessions and takes its instructor's profile out of
 * the search at once. Nobody suspends or demotes the account that is signed in, an account that has lessons, money or a profile is never deleted, nor is
 * that of somebody of the staff by another one: their role is taken away by two first.
 */
export function registerAdminHooks(engine: Engine): void {
  engine.hooks.on('users', {
    async beforeUpdate(event) {
      refuseOwnFall(event);
      if (isNewlySuspended(event)) event.record.tokenKey = engine.random.text(50, tokenAlphabet);
    },
    async insideUpdate(event) {
      const { tx, record } = event;
      if (isNewlySuspended(event)) await suspendInstructor(tx, record.id);
      if (mayLookNoMore(event)) tx.afterCommit(() => endImpersonationsOf(engine, record.id));
    },
    async beforeDelete(event) {
      await refuseStaleDeletion(engine, event);
      refuseColleaguesDeletion(event);
      const { db, auth, record } = event;
      const ties = await countUserTies(db, record.id);
      const names = tieWords(ties);
      if (names.length === 0) return;
      const isOwn = auth?.id === record.id;
      const message = `${isOwn ? 'Your' : 'This'} account has ${names.join(' and ')}. Records of lessons and money are kept for at least seven years, so it can’t be deleted.${isOwn ? '' : ' Suspend it instead: nobody can sign in to it then.'}`;
      throw badRequest(message, { id: { code: 'account_has_records', message, params: { ...ties } } });
    },
  });
}

const recentMs = 10 * 60_000;

// A stolen token must not be enough to take an account away: the product's page asks for the password, this call for a sign-in just now.
async function refuseStaleDeletion(engine: Engine, { db, auth, record, system }: RecordEvent): Promise<void> {
  if (system || !auth || auth.collectionName !== 'users' || auth.id !== record.id) return;
  const sinceMs = (await signedInSince(db, auth)) ?? 0;
  if (engine.clock.nowMs() - sinceMs <= recentMs) return;
  const message = 'Sign in again before you delete your account.';
  throw badRequest(message, { id: { code: 'needs_recent_sign_in', message } });
}

// Whoever is no admin any more looks through nobody's account, nor does who was in the account of one before its sessions ended.
function mayLookNoMore({ record, original }: RecordEvent): boolean {
  if (!roleHasRight(original?.role, 'impersonation')) return false;
  const areSessionsOver = record.tokenKey !== original?.tokenKey;
  return areSessionsOver || record.suspended === true || !roleHasRight(record.role, 'impersonation');
}

// Taking the role of a colleague away takes two, and so does taking the account.
function refuseColleaguesDeletion({ auth, record, system }: RecordEvent): void {
  if (system || auth?.collectionName !== 'users' || auth.id === record.id || !isStaffRole(record.role)) return;
  const message = 'This is somebody of the staff. Ask for another role first, which a second administrator confirms.';
  throw badRequest(message, { id: { code: 'not_allowed', message } });
}

function isNewlySuspended({ record, original }: RecordEvent): boolean {
  return record.suspended === true && original?.suspended !== true;
}

function refuseOwnFall({ auth, record, original, system }: RecordEvent): void {
  if (system || auth?.collectionName !== 'users' || auth.id !== record.id || original?.role !== 'admin') return;
  if (record.role !== 'admin') {
    const error = { code: 'own_role', message: 'Another administrator has to take your role away.' };
    throw badRequest('Failed to update record.', { role: error });
  }
  if (record.suspended === true) {
    const error = { code: 'own_account', message: 'Another administrator has to suspend your account.' };
    throw badRequest('Failed to update record.', { suspended: error });
  }
}

function tieWords({ lessons, payments, profiles }: Awaited<ReturnType<typeof countUserTies>>): string[] {
  const count = (number: number, one: string, many: string) =>
    number === 0 ? [] : [number === 1 ? `1 ${one}` : `${number} ${many}`];
  return [
    ...count(lessons, 'lesson', 'lessons'),
    ...count(payments, 'payment', 'payments'),
    ...count(profiles, 'instructor profile', 'instructor profiles'),
  ];
}
