import { createHash } from 'node:crypto';
import type { Engine } from '../engine.ts';
import type { RequestContext } from '../http/route.ts';
import { isKnown } from './devices.store.ts';

/** What tells one device from another. */
export type Asking = Pick<RequestContext, 'ip' | 'userAgent'>;

/** What a device is told by: where it asks from and what it calls itself, as the reference does. */
export function deviceOf({ userAgent: full, ip }: Asking): { userAgent: string; fingerprint: string } {
  const userAgent = full.length > 200 ? `${full.slice(0, 200)}...` : full;
  return { userAgent, fingerprint: createHash('md5').update(`${ip}${userAgent}`).digest('hex') };
}

/** The fingerprint of the device that asks, when the account was signed in to from it before; else undefined. */
export async function findKnownDevice(
  engine: Engine,
  asking: Asking,
  owner: { collectionRef: string; recordRef: string },
): Promise<string | undefined> {
  if (owner.recordRef === '') return undefined;
  const { fingerprint } = deviceOf(asking);
  return (await isKnown(engine.db, { ...owner, fingerprint })) ? fingerprint : undefined;
}
