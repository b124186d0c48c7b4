import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Clock } from '#engine/clock.ts';
import type { PushSender, SendOutcome } from './delivery-ways.ts';
import { encryptPush } from './encrypt-push.ts';
import { isPushService } from './is-push-service.ts';

export type VapidKeys = { publicKey: string; privateKey: string };

type Options = {
  /** Our key pair, base64url: 65 bytes of a point and 32 of its secret. */
  keys: VapidKeys;
  /** Who push services may turn to: a web or mail address. */
  contact: string;
  clock: Clock;
  /** Origins that count as push services besides the known ones, for trying things out. */
  trustedOrigins?: readonly string[];
};

const tokenSeconds = 12 * 3600;
/** How long a push service keeps a message for a device that is off. */
const keptSeconds = 12 * 3600;
/** Longer than this no push service takes to say yes or no, in milliseconds. */
const patienceMs = 15_000;

/** Sends to browsers by their push services (RFC 8030), as the sender that our key stands for (RFC 8292). */
export function createPushSender({ keys, contact, clock, trustedOrigins = [] }: Options): PushSender {
  const signingKey = signingKeyOf(keys);
  return {
    publicKey: keys.publicKey,
    isService: (endpoint) => isPushService(endpoint, trustedOrigins),
    async send(target, { text, topic }) {
      const { origin } = new URL(target.endpoint);
      const nowSeconds = Math.floor(clock.nowMs() / 1000);
      const token = await new SignJWT({ aud: origin, sub: contact, exp: nowSeconds + tokenSeconds })
        .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
        .sign(signingKey);
      const answer = await fetch(target.endpoint, {
        method: 'POST',
        headers: {
          authorization: `vapid t=${token}, k=${keys.publicKey}`,
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(keptSeconds),
          urgency: 'normal',
          topic,
        },
        body: new Uint8Array(encryptPush(text, target)),
        // An address that leads on elsewhere is no push service.
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      });
      await answer.body?.cancel();
      return outcomeOf(answer);
    },
  };
}

function outcomeOf({ ok, status }: Response): SendOutcome {
  if (ok) return { ok: true };
  // Gone for good: the person took the permission back, or the browser is no more. 400 and 413 stay wrong, too.
  return { ok: false, isFinal: [400, 404, 410, 413].includes(status), reason: `status ${status}` };
}

function signingKeyOf({ publicKey, privateKey }: VapidKeys): KeyObject {
  const point = Buffer.from(publicKey, 'base64url');
  if (point.length !== 65) throw new Error('VAPID_PUBLIC_KEY must be 65 bytes in base64url.');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey }, format: 'jwk' });
}
