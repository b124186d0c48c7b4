import type { AuthRecord } from './auth-record.ts';
import type { Caller } from './body-limits.ts';
import { neighbourhoodOf, networkOf } from './client-ip.ts';

/** Who something is done for: an account, else a guest's network. Without an address it is the server itself. */
export function callerOf(auth: Pick<AuthRecord, 'collectionId' | 'id'> | null, ip: string | undefined): Caller {
  const [own, network] = ip === undefined ? ['server', 'server'] : [networkOf(ip), neighbourhoodOf(ip)];
  return { name: auth ? `${auth.collectionId}/${auth.id}` : own, network, isGuest: auth === null };
}

/** Whose share of a memory a request takes; undefined: nobody's. Superusers send and read whole lists and backups, and are few. */
export function shareOf(auth: AuthRecord | null, ip: string): Caller | undefined {
  return auth?.isSuperuser ? undefined : callerOf(auth, ip);
}
