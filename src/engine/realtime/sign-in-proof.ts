import { createHash, timingSafeEqual } from 'node:crypto';
import type { Engine } from '../engine.ts';
import { isJson } from '../http/is-json.ts';
import { cookieOf } from '../http/page-cookies.ts';
import type { RequestContext } from '../http/route.ts';
import { tokenAlphabet } from '../random.ts';
import type { RealtimeClient } from './realtime-client.ts';

/** How long a person has at the provider's pages. */
const proofMs = 15 * 60_000;

/** What the browser that began a sign-in has and nobody else: the hash of its cookie, and when it ends. */
export type SignInProof = { hash: string; untilMs: number };

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
const isSecure = ({ publicUrl }: Engine) => publicUrl.startsWith('https:');

// A cookie for each sign-in: those of two tabs don't meet. With the prefix no other host of the domain can write it.
const nameOf = (engine: Engine, stream: string) => `${isSecure(engine) ? '__Host-' : ''}oauth2-${stream}`;
const traitsOf = (engine: Engine) =>
  `HttpOnly; SameSite=Lax; ${isSecure(engine) ? 'Path=/; Secure' : 'Path=/api/oauth2-redirect'}`;

/**
 * Binds a stream that begins to wait for a provider's redirect to the browser that asks for it; answers the cookie that the browser is to keep. Undefined
 * where there is one, and where a page of another site may have sent the request: the browser would keep a cookie of a stream that the page can read.
 */
export function beginSignIn(engine: Engine, client: RealtimeClient, request: RequestContext): string | undefined {
  if (isBound(engine, client) || !isOfOwnPage(request)) return undefined;
  const secret = engine.random.text(43, tokenAlphabet);
  client.signIn = { hash: hashOf(secret), untilMs: engine.clock.nowMs() + proofMs };
  return `${nameOf(engine, client.id)}=${secret}; Max-Age=${proofMs / 1000}; ${traitsOf(engine)}`;
}

/** Whether a stream that waits for a provider's redirect is, or would be, bound to the browser that asks for it. */
export function mayBeginSignIn(engine: Engine, client: RealtimeClient, request: RequestContext): boolean {
  return isBound(engine, client) || isOfOwnPage(request);
}

function isBound({ clock }: Engine, { signIn }: RealtimeClient): boolean {
  return signIn !== undefined && signIn.untilMs > clock.nowMs();
}

// Forms are sent across sites with nobody's leave; JSON is not. Browsers without the header keep no cookie of another site's JSON either.
function isOfOwnPage(request: RequestContext): boolean {
  return isJson(request) && (request.headers.sec_fetch_site ?? 'same-origin') === 'same-origin';
}

/** The hash of the cookie that a browser brings back for a stream; undefined when it has none. */
export function broughtProof(engine: Engine, stream: string, { headers }: RequestContext): string | undefined {
  const secret = cookieOf(headers.cookie, nameOf(engine, stream));
  return secret === undefined ? undefined : hashOf(secret);
}

/** Ends the cookie of a stream in the browser. */
export function endedCookie(engine: Engine, stream: string): string {
  return `${nameOf(engine, stream)}=; Max-Age=0; ${traitsOf(engine)}`;
}

/** Whether a hash is of the cookie that a stream's browser was given, and in time. */
export function isProof(client: RealtimeClient, hash: string, nowMs: number): boolean {
  const { signIn } = client;
  if (!signIn || signIn.untilMs <= nowMs || hash.length !== signIn.hash.length) return false;
  return timingSafeEqual(Buffer.from(hash), Buffer.from(signIn.hash));
}
