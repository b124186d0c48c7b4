import { isIP } from 'node:net';
import type { Engine } from '#engine/engine.ts';
import { isLoopback } from '#engine/http/is-loopback.ts';

/** What passkeys of this site are bound to: the name that they are for, and the one origin that may ask for them. */
export type RelyingParty = { id: string; origin: string };

/**
 * The site's relying party, from its public address; undefined for a bare network address, for which browsers have no passkeys. A developer's own machine is
 * called localhost.
 */
export function relyingParty({ publicUrl }: Pick<Engine, 'publicUrl'>): RelyingParty | undefined {
  const url = new URL(publicUrl);
  const hostname = url.hostname.replaceAll(/[[\]]/g, '');
  if (isIP(hostname) === 0) return { id: hostname, origin: url.origin };
  if (!isLoopback(hostname)) return undefined;
  url.hostname = 'localhost';
  return { id: 'localhost', origin: url.origin };
}
