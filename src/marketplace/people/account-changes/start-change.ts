import { isAuthCollection } from '#engine/auth/auth-context.ts';
import { findByEmail } from '#engine/auth/find-account.ts';
import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { checkText } from '#engine/forms/read-form.ts';
import { type FieldError, refuseCreate } from '#engine/http/api-error.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import type { InsideEvent, RecordEvent } from '#engine/records/record-hooks.ts';
import { findRow } from '#engine/records/record-store.ts';
import { wireDate } from '#engine/wire-date.ts';
import { isStaffRole, staffRoles } from '#rules/staff/staff-rights.ts';
import { dayMs } from '#rules/time/durations.ts';
import { isOnlyAdmin } from '../../platform/rights/held-role.ts';
import { isTeaching, lockChange } from './account-changes.store.ts';
import { announceAsked } from './announce-change.ts';
import { applyChange } from './apply-change.ts';
import { lockAccount } from './lock-account.ts';
import { mailChangeLink } from './mail-link.ts';

/** How long a change waits for its second word. */
const waitsMs = 7 * dayMs;

const started = {
  max: 10,
  seconds: 86_400,
  message: 'Changes of this account were asked for many times today. Please go on tomorrow.',
};

/** Judges what staff ask to have changed of somebody's account, and fills in what follows from it, before anything is written. */
export async function checkChange(engine: Engine, event: RecordEvent): Promise<void> {
  const { record, auth } = event;
  const collection = engine.collections.get('users');
  const row = await findRow(event.db, collection, String(record.user));
  if (!row || row._closed) throw refuseCreate('user', 'validation_missing_rel_records', 'There is no such account.');
  if (auth && !auth.isSuperuser && auth.id === row.id) {
    throw refuseCreate(
      'user',
      'own_account',
      'Of your own account you change this yourself, on your profile and in your settings.',
    );
  }
  const error = await checkValue(engine, event, row);
  if (error) throw refuseCreate('value', error.code, error.message);
  await refuseTooManyAttempts(engine, { key: `account changes ${String(row.id)}`, ...started });
  const nowMs = engine.clock.nowMs();
  const takesTwo = needsSecondWord(record);
  const isOfStaff = record.field === 'role' || record.field === 'suspended';
  const isAlone = takesTwo && isOfStaff && !!auth && !auth.isSuperuser && (await isOnlyAdmin(event.db, auth.id, nowMs));
  Object.assign(record, {
    status: takesTwo ? 'waiting' : 'done',
    starter: auth?.id ?? '',
    starterName: String(auth?.row.name || auth?.row.email || ''),
    personName: String(row.name || row.email),
    expires: wireDate(nowMs + waitsMs),
    takesEffectAt: isAlone ? wireDate(nowMs + dayMs) : '',
  });
}

/** What follows once it is written: it is told and the old address asked, or takes effect at once. */
export async function startChange(engine: Engine, { tx, record, auth }: InsideEvent): Promise<void> {
  const change = await lockChange(tx, record.id);
  if (!change) return;
  if (record.status === 'done') {
    await applyChange(engine, tx, { change, by: auth, way: 'at_once' });
    return;
  }
  if (change.lockedUntilMs !== null) await lockAccount(engine, tx, { change, by: auth });
  await mailChangeLink(engine, tx, change);
  await announceAsked(engine, tx, { ...change, isLocked: change.lockedUntilMs !== null });
}

/** Roles of staff are given and taken away by two, and so is the access of a colleague; what opens an account is always its owner's. */
function needsSecondWord({ field, value, was }: RecordEvent['record']): boolean {
  return field !== 'role' || isStaffRole(value) || isStaffRole(was);
}

/** Why a value can't be asked for; sets it and what it was on the record as both are kept. */
async function checkValue(engine: Engine, event: RecordEvent, row: Row): Promise<FieldError | undefined> {
  const { record } = event;
  if (record.field === 'email') return checkEmail(engine, record, row);
  if (record.field === 'twoFactor') return checkTwoFactor(record, row);
  return record.field === 'suspended' ? checkSuspension(event, row) : checkRole(record, row);
}

async function checkEmail(engine: Engine, record: RecordEvent['record'], row: Row): Promise<FieldError | undefined> {
  const value = String(record.value).trim();
  Object.assign(record, { value, was: String(row.email) });
  const error = checkText(value, { email: true });
  if (error) return error;
  if (value.toLowerCase() === String(row.email).toLowerCase()) return unchanged;
  const users = engine.collections.get('users');
  if (!isAuthCollection(users)) throw new Error('users is no collection of accounts.');
  const owner = await findByEmail(engine, users, value);
  if (!owner) return undefined;
  return { code: 'validation_not_unique', message: 'Value must be unique.' };
}

function checkTwoFactor(record: RecordEvent['record'], row: Row): FieldError | undefined {
  const value = String(record.value);
  if (!['', 'false'].includes(value)) {
    return { code: 'validation_in_invalid', message: 'Only their owner turns two factors on.' };
  }
  Object.assign(record, { value: 'false', was: String(row.twoFactor === true) });
  return row.twoFactor === true ? undefined : unchanged;
}

async function checkSuspension({ db, record, system }: RecordEvent, row: Row): Promise<FieldError | undefined> {
  const value = String(record.value);
  // What the account itself was just suspended by is asked for with it (followSuspension).
  record.was = String(!system && row.suspended === true);
  if (!['true', 'false'].includes(value)) return { code: 'validation_in_invalid', message: 'Must be true or false.' };
  if (value === record.was) return unchanged;
  if (system || isStaffRole(row.role) || (value === 'true' && (await isTeaching(db, String(row.id))))) return undefined;
  return { code: 'not_staff', message: 'This person is no staff: suspend the account by itself.' };
}

function checkRole(record: RecordEvent['record'], row: Row): FieldError | undefined {
  const value = String(record.value);
  record.was = String(row.role) || 'user';
  if (!['user', 'premium', ...staffRoles].includes(value)) {
    return { code: 'validation_in_invalid', message: 'Must be a role.' };
  }
  return value === record.was ? unchanged : undefined;
}

const unchanged: FieldError = { code: 'unchanged', message: 'It is so already.' };
