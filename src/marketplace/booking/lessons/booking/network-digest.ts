import { createHmac } from 'node:crypto';
import type { Engine } from '#engine/engine.ts';
import { wideNetworkOf } from '#engine/http/client-ip.ts';
import { isLoopback } from '#engine/http/is-loopback.ts';

/**
 * What is kept of the network that an address belongs to: a digest by a key of this installation, as there are few enough addresses to try them all.
 * Empty for this machine's own, from which all come behind a proxy that nobody was told of.
 */
export function networkDigest(engine: Engine, ip: string): string {
  if (isLoopback(ip)) return '';
  const key = engine.collections.get('users').auth?.fileToken.secret ?? '';
  return createHmac('sha256', key)
    .update(`hold network ${wideNetworkOf(ip)}`)
    .digest('hex');
}
