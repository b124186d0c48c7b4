import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

export type PushKeys = {
  /** The browser's public key, base64url of 65 bytes. */
  p256dh: string;
  /** The secret that the browser shares with us, base64url of 16 bytes. */
  auth: string;
};

/** What is new for each message; given only where a known result is checked. */
export type PushChance = { sender: ECDH; salt: Buffer };

const recordSize = 4096;

/**
 * A text as only that browser can read it: one record of `aes128gcm` (RFC 8188) with keys agreed on as RFC 8291 says. Throws when the
 * browser's key is no point of the curve.
 */
export function encryptPush(text: string, keys: PushKeys, chance: PushChance = drawChance()): Buffer {
  const { sender, salt } = chance;
  const receiverKey = Buffer.from(keys.p256dh, 'base64url');
  const senderKey = sender.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey]);
  const secret = hkdf(sender.computeSecret(receiverKey), {
    salt: Buffer.from(keys.auth, 'base64url'),
    info,
    length: 32,
  });
  const key = hkdf(secret, { salt, info: Buffer.from('Content-Encoding: aes128gcm\0'), length: 16 });
  const nonce = hkdf(secret, { salt, info: Buffer.from('Content-Encoding: nonce\0'), length: 12 });
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // The 2 says that this is the last record.
  const sealed = [
    cipher.update(Buffer.concat([Buffer.from(text), Buffer.from([2])])),
    cipher.final(),
    cipher.getAuthTag(),
  ];
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordSize);
  head.writeUInt8(senderKey.length, 4);
  return Buffer.concat([salt, head, senderKey, ...sealed]);
}

function drawChance(): PushChance {
  const sender = createECDH('prime256v1');
  sender.generateKeys();
  return { sender, salt: randomBytes(16) };
}

type Derivation = { salt: Buffer; info: Buffer; length: number };

function hkdf(secret: Buffer, { salt, info, length }: Derivation): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}
