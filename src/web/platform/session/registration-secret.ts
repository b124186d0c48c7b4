/** Where this browser keeps what shows that it registered an account, until the account's address is verified. */
const key = 'kerbside_registered';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A secret to register with. The server keeps its hash; whoever verifies the address with it is known to have made the account. */
export function newRegistrationSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Keeps the secret that an address was registered with here. */
export function keepRegistrationSecret(storage: Storage, email: string, secret: string): void {
  storage.setItem(key, JSON.stringify({ email: email.toLowerCase(), secret }));
}

/** What a call that proves an address sends along where it was registered here; nothing elsewhere. */
export function registrationProof(storage: Storage, email: string): { registrationSecret?: string } {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null || Reflect.get(kept, 'email') !== email.toLowerCase()) return {};
    const secret: unknown = Reflect.get(kept, 'secret');
    return typeof secret === 'string' ? { registrationSecret: secret } : {};
  } catch {
    // What cannot be read was not written by this page.
    return {};
  }
}

/** Forgets the secret: the address is verified. */
export function forgetRegistrationSecret(storage: Storage): void {
  storage.removeItem(key);
}
