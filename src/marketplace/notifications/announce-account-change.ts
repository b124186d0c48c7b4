import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { notifyOnce } from './notify-once.ts';

/** What happened to how an account is signed in to. */
export type AccountChange = 'password' | 'two_factor_on' | 'two_factor_off' | 'recovery_code';

const wayOut = 'If this was not you, set a new password at once.';

const words: Record<AccountChange, { title: string; message: string }> = {
  password: {
    title: 'Your password was changed',
    message: `All other devices have to sign in again. ${wayOut}`,
  },
  two_factor_on: {
    title: 'Two-factor sign-in is on',
    message: `From now on, signing in takes your password and a code that we mail to you. ${wayOut}`,
  },
  two_factor_off: { title: 'Two-factor sign-in is off', message: `Your password alone is enough now. ${wayOut}` },
  recovery_code: { title: 'A recovery code was used to sign in', message: `That code is used up. ${wayOut}` },
};

/** Tells the owner of a change that a stranger might have made; the mail goes out whatever was chosen. */
export async function announceAccountChange(
  engine: Engine,
  tx: Transaction,
  { user, change, cause }: { user: string; change: AccountChange; cause: string },
): Promise<void> {
  const key = `account_${change}:${user}:${cause}`;
  await notifyOnce(engine, tx, [
    { user, type: 'security', ...words[change], link: '/dashboard/settings', key, isRequired: true },
  ]);
}
