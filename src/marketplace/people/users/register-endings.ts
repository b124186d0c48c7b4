import { accountEnding, type Ending } from '#engine/backups/endings.ts';
import type { Engine } from '#engine/engine.ts';
import { countAllAnew, matchRoleTerms } from './endings.store.ts';

/** Of the role of the backup and that of now the one with less; of two of the staff, each of which does what the other may not, neither. */
const lowerRole = `case when l.role = b.role then b.role
  when b.role = 'admin' then l.role
  when l.role = 'admin' then b.role
  when b.role in ('user', 'premium') then b.role
  when l.role in ('user', 'premium') then l.role
  else 'user' end`;

const newCode = `left(replace(gen_random_uuid()::text, '-', ''), 20)`;

/** Erased since the backup: the row is the backup's as far as what is erased again is found by it (`endAgain`). */
const isErasedSince = 'l._closed is not null and b._closed is null';
const { email: endedEmail } = accountEnding('users').columns;

/** What must stay ended though a backup of before is restored (docs/decisions/backups.md). */
export const productEndings: readonly Ending[] = [
  {
    ...accountEnding('users', {
      role: { both: lowerRole, gone: `'user'` },
      suspended: {},
      twoFactor: {},
      _closed: { both: `case when ${isErasedSince} then null else l._closed end` },
      email: { ...endedEmail, both: `case when ${isErasedSince} then ${endedEmail?.gone} else l.email end` },
      verified: { both: `case when ${isErasedSince} then b.verified else l.verified end`, gone: 'false' },
      _rights_from: {},
      _registeredBy: {},
      // Still the backup's: what else was cleaned since is found by it (`cleanRestored`).
      _cleanedAt: { both: 'b."_cleanedAt"' },
    }),
    // Its data were erased before, or were a stranger's and ended when its owner proved the address; they stay so.
    wholeWhere:
      'b._closed is not null or (l."_cleanedAt" is not null and b."_cleanedAt" is null and l._closed is null)',
  },
  ...[
    'recovery_codes',
    'totp_devices',
    'passkeys',
    'calendar_addresses',
    'push_subscriptions',
    // One that was refused or withdrawn since does not wait again, nor does the link that was mailed for it.
    'account_changes',
  ].map((table): Ending => ({ table, rows: 'now', owner: { column: 'user', table: 'users' } })),
  { table: 'account_change_confirmations', rows: 'now', owner: { column: 'change', table: 'account_changes' } },
  { table: 'role_terms', rows: 'now' },
  { table: '_ended_accounts', rows: 'now' },
  {
    table: 'own_learners',
    rows: 'backup',
    columns: {
      // An invitation that was taken up since is not taken up by somebody else.
      inviteCode: {
        both: `case when l."user" <> '' and b."user" = '' then ${newCode} else l."inviteCode" end`,
        gone: newCode,
      },
    },
  },
  {
    table: 'instructors',
    rows: 'backup',
    columns: {
      status: { both: `case when l.status in ('suspended', 'retired') then l.status else b.status end` },
      _before_lock: {},
    },
  },
  {
    table: 'impersonations',
    rows: 'backup',
    columns: { ended: { gone: 'coalesce(b.ended, b.until)' }, until: {} },
  },
];

/** Tells the engine what of the product's tables stays ended. */
export function registerEndings(engine: Engine): void {
  engine.restoration.addEndings(productEndings);
  engine.restoration.addUpdate(countAllAnew);
  engine.restoration.addUpdate((tx) => matchRoleTerms(tx, engine.clock.nowMs()));
}
