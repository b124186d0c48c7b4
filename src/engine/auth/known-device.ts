import { createHash } from 'node:crypto';
import type { Engine } from '../engine.ts';
import type { RequestContext } from '../http/route.ts';
import { findOrigins } from './origins.store.ts';

/** What a device is told by: where it asks from and what it calls itself, as the reference does. */
export function deviceOf({ userAgent: full, ip }: RequestContext): { userAgent: string; fingerprint: string } {
  const userAgent = full.length > 200 ? `${full.slice(0, 200)}...` : full;
  return { userAgent, fingerprint: createHash('md5').update(`${ip}${userAgent}`).digest('hex') };
}

/** The fingerprint of the device that asks, when the account was signed in to from it before; else undefined. */
export async function findKnownDevice(
  engine: Engine,
  request: RequestContext,
  { collectionRef, recordRef }: { collectionRef: string; recordRef: string },
): Promise<string | undefined> {
  if (recordRef === '') return undefined;
  const { fingerprint } = deviceOf(request);
  const origins = await findOrigins(engine.db, { collectionRef, recordRef });
  return origins.some((origin) => origin.fingerprint === fingerprint) ? fingerprint : undefined;
}
