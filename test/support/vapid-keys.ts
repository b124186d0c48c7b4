import { createECDH } from 'node:crypto';

/** Keys of whoever sends pushes. One secret in 256 begins with a zero, which Node leaves out: the product wants all 32 bytes. */
export function vapidKeys(): { publicKey: string; privateKey: string } {
  const keys = createECDH('prime256v1');
  do keys.generateKeys();
  while (keys.getPrivateKey().length < 32);
  return { publicKey: keys.getPublicKey('base64url'), privateKey: keys.getPrivateKey('base64url') };
}
