import type { Queryable } from '#engine/database/database.ts';
import { badRequest } from '#engine/http/api-error.ts';
import { rolesWith, type StaffRight } from '#rules/staff/staff-rights.ts';
import { type Case, type Decider, requireStaffBeforeIfAboutStaff } from './held-role.ts';
import { selectTooNew } from './staff.store.ts';

/** What is said to somebody of the staff who decides about themselves. */
const own = {
  case: { code: 'own_case', message: 'You are part of this. Somebody else has to decide it.' },
  money: { code: 'own_case', message: 'This is your own money. Somebody else has to do it.' },
  profile: { code: 'own_profile', message: 'Somebody else has to check you.' },
} as const;

export type Deed = Omit<Case, 'begunMs'> & {
  /** The accounts that it is about. */
  parties: readonly unknown[];
  about: keyof typeof own;
  /** Since when the case waits for staff, as its row has it; `now` for a case that the deed itself begins. */
  begun: unknown;
};

/**
 * The one guard of what staff decide about people, since whoever decides must have no part in it. 400 at `field`: `own_case` or `own_profile` for somebody whom
 * the case is about, `not_staff_then` where it is about staff and who decides got the right after it began. Superusers may.
 * `test/house/staff-deeds.test.ts` lists the deeds that pass here, and why the others need not.
 */
export async function requireImpartial(db: Queryable, { auth, system }: Decider, deed: Deed): Promise<void> {
  if (system || !auth || auth.isSuperuser) return;
  const { parties, about, begun, ...rest } = deed;
  if (parties.includes(auth.id)) throw badRequest(rest.refusal, { [rest.field]: own[about] });
  if (begun === 'now') return;
  const begunMs = begun instanceof Date ? begun.getTime() : Date.parse(String(begun));
  const people = parties.filter((party) => typeof party === 'string');
  // A case without a beginning is as old as can be.
  const since = Number.isNaN(begunMs) ? 0 : begunMs;
  await requireStaffBeforeIfAboutStaff(db, { auth, system }, { ...rest, parties: people, begunMs: since });
}

type Begun = { id: unknown; parties: readonly string[]; begun: unknown };

/**
 * The same for cases that are decided without a person who is asked, as lines of the bank that name a payment: answers whether one may not be decided for
 * somebody of the staff.
 */
export async function findBarred(
  db: Queryable,
  cases: readonly Begun[],
  right: StaffRight,
): Promise<(id: unknown, user: string) => boolean> {
  const parties = new Map(cases.map(({ id, parties }) => [id, parties]));
  const tooNew = await selectTooNew(db, cases, rolesWith(right));
  return (id, user) => parties.get(id)?.includes(user) === true || tooNew.get(String(id))?.has(user) === true;
}
