import { neighbourhoodOf, networkOf } from '../http/client-ip.ts';
import type { WorkCaller } from './foreign-work.ts';

/** Who foreign work is done for: an account, else a guest's network; without an address the server itself. */
export function callerOf(auth: { collectionId: string; id: string } | null, ip: string | undefined): WorkCaller {
  const network = ip === undefined ? 'server' : neighbourhoodOf(ip);
  return { caller: auth ? `${auth.collectionId}/${auth.id}` : networkOf(ip ?? 'server'), network };
}
