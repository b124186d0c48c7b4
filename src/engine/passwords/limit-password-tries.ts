import type { Row } from '../database/database.ts';
import { type Asking, findKnownDevice } from '../devices/known-device.ts';
import type { Engine } from '../engine.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import { forgetAttempts, refuseTooManyAttempts, slowDownAttempts, takeBackAttempt } from '../limits/count-attempt.ts';

/** Wrong passwords for one account, from one network address or one known device. */
const triesOfPlace = { max: 25, seconds: 300, thenEverySeconds: 15 };
/** For one account, from all places that it was never signed in from; by whoever has a session of it, from all such places. */
const triesOfStrangers = { max: 500, seconds: 86_400, thenEverySeconds: 60 };
/** By whoever is signed in to it, right ones, too: each comparison takes the processor 30 ms, and a refusal for another reason costs its sender nothing. */
const comparisons = { max: 60, seconds: 300 };
const message = 'Too many failed attempts, please try again in a few minutes.';

/** Where a password is tried from, and by whom when somebody is signed in. */
export type TryingPlace = Asking & { auth: AuthRecord | null };

/** Whose password is tried: an account, or what was given for one that there is none of. */
export type TriedAccount = { collection: { id: string }; row: Row | undefined; identity?: string };

/**
 * Slows guesses of a password down, by place and in all, and answers how to take the try back when it was right: to be called before the password is
 * looked at, so that guesses sent at once are counted like any others. Signing in, confirming by one's password and following a link that asks for it
 * count together. A device that the account was signed in from has tries of its own: however many a stranger uses up, on the same network too, its
 * owner gets in; and so has a session, which no stranger has.
 */
export async function limitPasswordTries(
  engine: Engine,
  place: TryingPlace,
  tried: TriedAccount,
): Promise<() => Promise<void>> {
  const device = await findKnownDevice(engine, place, ownerOf(tried));
  const key = keyOf(tried, device ?? place.ip);
  const own = ownAuth(place.auth, tried);
  const pool = own && own.sessionId !== '' ? `session ${own.sessionId}` : strangers;
  const ofAll = { key: keyOf(tried, pool), ...triesOfStrangers, message };
  await slowDownAttempts(engine, { key, ...triesOfPlace, message });
  if (device === undefined) await slowDownAttempts(engine, ofAll);
  if (own) await refuseTooManyAttempts(engine, { key: keyOf(tried, 'compared'), ...comparisons, message });
  return async () => {
    await forgetAll(engine, key);
    if (device === undefined) await takeBackAttempt(engine, ofAll);
  };
}

/** Whoever has shown that the account's mailbox is theirs gets in from here at once, whatever was tried from here or elsewhere before. */
export async function forgetPasswordTries(engine: Engine, place: TryingPlace, tried: TriedAccount): Promise<void> {
  const device = await findKnownDevice(engine, place, ownerOf(tried));
  for (const name of [device ?? place.ip, strangers]) await forgetAll(engine, keyOf(tried, name));
}

const strangers = 'strangers';

/** Who asks, when that is somebody who is signed in to the account: its owner, or a thief of the token. */
function ownAuth(auth: AuthRecord | null, { collection, row }: TriedAccount): AuthRecord | undefined {
  return row && auth && auth.id === row.id && auth.collectionId === collection.id ? auth : undefined;
}

function ownerOf({ collection, row }: TriedAccount): { collectionRef: string; recordRef: string } {
  return { collectionRef: collection.id, recordRef: row ? String(row.id) : '' };
}

/** An account is one, by whichever of its names somebody tries to get in. */
function keyOf({ collection, row, identity = '' }: TriedAccount, place: string): string {
  const account = row ? String(row.id) : `?${identity.toLowerCase()}`;
  return `password:${collection.id}:${account}:${place}`;
}

async function forgetAll(engine: Engine, key: string): Promise<void> {
  await forgetAttempts(engine, key);
  await forgetAttempts(engine, `${key}:slow`);
}
