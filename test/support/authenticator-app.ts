import { createHmac } from 'node:crypto';
import type PocketBase from 'pocketbase';
import { ClientResponseError } from 'pocketbase';
import type { TestApp } from './start-app.ts';

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator app shows at an instant (RFC 6238), worked out here and not by the library that the server asks. */
export function codeAt(secret: string, nowMs: number): string {
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(nowMs / 30_000)));
  const digest = createHmac('sha1', key).update(step).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

export type AddedApp = { id: string; secret: string; recoveryCodes: string[] };

const post = (client: PocketBase, path: string, body: object = {}) =>
  client.send(`/api/marketplace/${path}`, { method: 'POST', body });

/** Adds an authenticator app to the account of a client. */
export async function addApp({ clock }: Pick<TestApp, 'clock'>, client: PocketBase, name = 'Phone'): Promise<AddedApp> {
  const { secret, enrolment } = await post(client, 'totp-enrolments');
  const code = codeAt(secret, clock.nowMs());
  const { id, recoveryCodes } = await post(client, 'totp-devices', { enrolment, code, name });
  return { id, secret, recoveryCodes };
}

/** The half-finished sign-in that a right password begins; an error when the password alone was enough. */
export async function beginSignIn(client: PocketBase, email: string, password = 'learner-password'): Promise<string> {
  try {
    await client.collection('users').authWithPassword(email, password);
  } catch (error) {
    if (error instanceof ClientResponseError && error.status === 401) return error.response.mfaId;
    throw error;
  }
  throw new Error('The password alone was enough.');
}

/** Signs a client in by the password and the code that the app shows half a minute later: each is good once. */
export async function signInWithApp(
  app: Pick<TestApp, 'clock' | 'guest'>,
  client: PocketBase,
  { email, secret }: { email: string; secret: string },
): Promise<void> {
  app.clock.advance(0.5);
  const mfaId = await beginSignIn(app.guest(), email);
  const code = codeAt(secret, app.clock.nowMs());
  const { token, record } = await post(app.guest(), 'sign-in-with-totp', { mfaId, code });
  client.authStore.save(token, record);
}
