import { isAuthCollection } from '#engine/auth/auth-context.ts';
import { findByEmail } from '#engine/auth/find-account.ts';
import type { RunningEngine } from '#engine/create-engine.ts';
import { tokenAlphabet } from '#engine/random.ts';
import { createRecord } from '#engine/records/create-record.ts';
import { updateRecord } from '#engine/records/update-record.ts';
import { changeCollections } from '#engine/schema/change-collections.ts';
import { changeManagedCollection } from '#engine/schema/change-managed-collection.ts';

export type Rescue = { email: string; fromAnywhere: boolean; withoutSecondFactor: boolean };

const passwordLength = 24;

/**
 * Lets a superuser in again whom a forgotten password, the settings' addresses or the second factor keep out: gives the account a new password, which is
 * answered and ends its sessions, makes it where there is none, and takes away what else is asked to.
 */
export async function rescueSuperuser(engine: RunningEngine, rescue: Rescue): Promise<string> {
  const password = engine.random.text(passwordLength, tokenAlphabet);
  const collection = engine.collections.get('_superusers');
  if (!isAuthCollection(collection)) throw new Error('Superusers have no accounts.');
  const request = { context: 'default' as const, method: 'PATCH', auth: null, query: {}, headers: {}, body: {} };
  const body = { fields: { password, passwordConfirm: password, verified: true }, files: {} };
  const known = await findByEmail(engine, collection, rescue.email);
  if (known) await updateRecord(engine, { collection, id: String(known.id), body, request, system: true });
  else {
    const fields = { ...body.fields, email: rescue.email };
    await createRecord(engine, { collection, body: { ...body, fields }, request, system: true });
  }
  if (rescue.fromAnywhere) await engine.settings.change((settings) => ({ ...settings, superuserIPs: [] }));
  if (rescue.withoutSecondFactor) await switchOffSecondFactor(engine);
  return password;
}

async function switchOffSecondFactor(engine: RunningEngine): Promise<void> {
  const refusal = 'The second factor could not be switched off.';
  await changeCollections(engine, refusal, async (tx, all) => {
    const original = all.find(({ name }) => name === '_superusers');
    if (!original?.auth) throw new Error(refusal);
    const { mfa, otp } = original.auth;
    const input = { mfa: { ...mfa, enabled: false }, otp: { ...otp, enabled: false } };
    await changeManagedCollection(engine, tx, { original, input, all }, refusal);
  });
}
