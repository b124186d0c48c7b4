import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isStaffRole, staffRoles } from '#rules/staff/staff-rights.ts';
import type { AuditAnswer, ImpersonationAnswer, PeopleAnswer, PersonAnswer } from '#wire/users.ts';
import { currentTime } from '../../../platform/ground/clock.ts';
import type { ListQuery, ListSpec } from '../../../platform/lists/list-query.ts';
import { daysOfSpan, spanFilters, spanParameters } from '../../../platform/lists/span-choice.ts';
import type { AccountChange } from '../../../platform/records/account-change.ts';
import type { Profile, Verification } from '../../../platform/records/profile-record.ts';
import { callMarketplace, loadBackend, readMarketplace } from '../../../platform/session/backend.ts';
import { beginLooking } from '../../../platform/session/looking.ts';
import { addDays } from '../../../platform/ui/add-days.ts';

/** What the address of the users page may say. */
export const peopleList = {
  sorts: [
    '-created',
    'created',
    'name',
    '-name',
    'email',
    '-email',
    'role',
    '-role',
    'status',
    '-status',
    '-lastSeen',
    'lastSeen',
  ],
  besides: ['person'],
  filters: {
    role: ['user', 'premium', ...staffRoles],
    status: ['active', 'inactive', 'suspended', 'pending'],
    ...spanFilters,
  },
} as const satisfies ListSpec;

/** When the accounts were made, as the server takes it. Days may be open at either end: those of a past period were made at any time before its end. */
function madeIn(filters: ListQuery['filters']): { from?: string; to?: string } {
  const { period = '', from = '', to = '' } = filters;
  if (period === '') return {};
  if (period !== 'dates' || (from && to)) return spanParameters(daysOfSpan(filters, currentTime()));
  return { ...(from && { from }), ...(to && { to: addDays(to, 1) }) };
}

/** One page of accounts; what was there stays while the next answer is on its way. */
export function usePeople({ q, sort, page, filters }: ListQuery) {
  const query = { q, sort, page, role: filters.role ?? '', status: filters.status ?? '', ...madeIn(filters) };
  return useQuery({
    queryKey: ['admin', 'people', query],
    queryFn: ({ signal }) => readMarketplace<PeopleAnswer>('users', query, signal),
    placeholderData: (shown) => shown,
  });
}

/** One account with its figures. */
export function usePerson(id: string) {
  return useQuery({
    queryKey: ['admin', 'person', id],
    queryFn: ({ signal }) => readMarketplace<PersonAnswer>(`users/${encodeURIComponent(id)}`, {}, signal),
  });
}

/** What the platform's people did to a record, newest first. */
export function useAudit(record: string) {
  return useQuery({
    queryKey: ['admin', 'audit', record],
    queryFn: ({ signal }) => readMarketplace<AuditAnswer>('audit', { record, looks: 'false', perPage: 20 }, signal),
  });
}

/**
 * Whether a suspended profile still is, and what staff decided about it of late, newest first. Read once, and again when asked for alone: what is
 * decided later was not known to who opened the form.
 */
export function useProfileDecisions(instructor: string | undefined) {
  return useQuery({
    queryKey: ['profile-decisions', instructor],
    enabled: instructor !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter('instructor = {:instructor}', { instructor });
      const [profile, { items }] = await Promise.all([
        backend
          .collection('instructors')
          .getOne<Pick<Profile, 'status'>>(instructor ?? '', { fields: 'status', signal }),
        backend.collection('verifications').getList<Verification>(1, 10, { filter, sort: '-created,-@rowid', signal }),
      ]);
      return { isSuspended: profile.status === 'suspended', decisions: items };
    },
  });
}

export type NewPerson = { name: string; email: string; role: string };
export type ChangedPerson = {
  id: string;
  /** Somebody of the staff: that they are suspended, or let in again, is asked for. */
  isColleague: boolean;
  fields: Partial<NewPerson & { phone: string; location: string; suspended: boolean }>;
  /** Undefined: the account has no instructor's profile, or it stays as it is. */
  instructor: { id: string; status: string } | undefined;
  /** The suspended profile that is listed again with its account, and the newest decision about it that was known then. */
  restoredProfile: { instructor: string; after: string } | undefined;
};

/** What is done to an account without changing its record by a form. */
export type UserDeed = 'invite' | 'signOut' | 'resetSecondFactor' | 'look';

/** Asks for a change of what opens somebody's account: a second word makes it. */
async function askFor(change: Pick<AccountChange, 'user' | 'field' | 'value'>): Promise<AccountChange> {
  return (await loadBackend()).collection('account_changes').create<AccountChange>(change);
}

async function doDeed({ id, what, reason }: { id: string; what: UserDeed; reason: string }): Promise<void> {
  if (what === 'invite') await callMarketplace('POST', `users/${id}/invitation`);
  if (what === 'signOut') await callMarketplace('DELETE', `users/${id}/sessions`);
  if (what === 'resetSecondFactor') await askFor({ user: id, field: 'twoFactor', value: 'false' });
  if (what === 'look') {
    const body = { reason };
    await beginLooking(await callMarketplace<ImpersonationAnswer>('POST', `users/${id}/impersonations`, { body }));
  }
}

type Wanted = { field: AccountChange['field']; value: string | boolean };

/** What is written by itself of what was changed, and what is asked for: the suspension of a colleague, too. */
function parted({ email, role, suspended, ...others }: ChangedPerson['fields'], isColleague: boolean) {
  const wanted: Wanted[] = [];
  if (email !== undefined) wanted.push({ field: 'email', value: email });
  if (role !== undefined) wanted.push({ field: 'role', value: role });
  if (suspended === undefined) return { wanted, ordinary: others };
  if (!isColleague) return { wanted, ordinary: { ...others, suspended } };
  wanted.push({ field: 'suspended', value: suspended });
  return { wanted, ordinary: others };
}

/** Adds, changes and deletes accounts; whatever is on screen of them is read again afterwards. */
export function useChangePeople() {
  const queries = useQueryClient();
  const readAgain = () => queries.invalidateQueries({ queryKey: ['admin'] });
  const add = useMutation({ mutationFn: addPerson, onSuccess: readAgain });
  const change = useMutation({
    mutationFn: async ({ id, isColleague, fields, instructor, restoredProfile }: ChangedPerson) => {
      const backend = await loadBackend();
      const { ordinary, wanted } = parted(fields, isColleague);
      if (wanted.length === 0 || Object.keys(ordinary).length > 0)
        await backend.collection('users').update(id, ordinary);
      if (instructor) await backend.collection('instructors').update(instructor.id, { status: instructor.status });
      if (restoredProfile) {
        await backend.collection('verifications').create({ ...restoredProfile, outcome: 'restored' });
      }
      const asked: AccountChange[] = [];
      for (const { field, value } of wanted) asked.push(await askFor({ user: id, field, value: String(value) }));
      return asked;
    },
    // The account may be changed although its profile was refused.
    onSettled: readAgain,
  });
  const deed = useMutation({ mutationFn: doDeed, onSuccess: readAgain });
  const remove = useMutation({
    mutationFn: async (id: string) => {
      const backend = await loadBackend();
      await backend.collection('users').delete(id);
    },
    onSuccess: readAgain,
  });
  return { add, change, deed, remove };
}

/**
 * Nobody ever knows the first password: the server mails the person the way to one of their own, which also proves the address. A role of the staff is
 * asked for once the account is there.
 */
async function addPerson({ role, ...person }: NewPerson): Promise<{ asked: AccountChange[] }> {
  const backend = await loadBackend();
  if (!isStaffRole(role)) {
    await backend.collection('users').create({ ...person, role });
    return { asked: [] };
  }
  const { id } = await backend.collection('users').create(person);
  return { asked: [await askFor({ user: id, field: 'role', value: role })] };
}
