import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Engine } from '#engine/engine.ts';
import type { Random } from '#engine/random.ts';

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** 160 bits, as RFC 4226 recommends. */
const secretLength = 32;
/** An app's clock may be one step off in either direction. */
const window = 1;

/** A new secret that an app and the server share, in base32 as apps take it. */
export function newTotpSecret(random: Random): string {
  return random.text(secretLength, base32);
}

/** The address that an app takes the secret from, mostly as a QR code. */
export function totpUri({ secret, email, issuer }: { secret: string; email: string; issuer: string }): string {
  return new TOTP({ issuer, label: email, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step that a code of six digits is of, at an instant or half a minute off it; undefined when it is none of this secret. */
export function stepOfCode({
  secret,
  code,
  nowMs,
}: {
  secret: string;
  code: string;
  nowMs: number;
}): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp: nowMs, window });
  return delta === null ? undefined : TOTP.counter({ timestamp: nowMs }) + delta;
}

/** What tells that an app of this secret is kept already, without telling the secret. */
export function digestOfSecret(secret: string): string {
  return createHash('sha256').update(`totp:${secret}`).digest('hex');
}

/** Seals a secret for the account it belongs to. */
export function sealTotpSecret({ settings }: Pick<Engine, 'settings'>, user: string, secret: string): string {
  return settings.box.sealText(secret, `totp ${user}`);
}

/** The secret of an account's app; undefined where this server has not the key. */
export function openTotpSecret(
  { settings }: Pick<Engine, 'settings'>,
  user: string,
  sealed: string,
): string | undefined {
  return settings.box.openText(sealed, `totp ${user}`);
}
