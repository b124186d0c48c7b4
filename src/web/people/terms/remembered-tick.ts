/** Where this browser keeps that the terms were agreed to while registering, until the new account signs in for the first time. */
const key = 'kerbside_agreed';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Remembers that whoever registered with this address ticked the terms of that version. */
export function rememberTick(storage: Storage, email: string, version: number): void {
  storage.setItem(key, JSON.stringify({ email: email.toLowerCase(), version }));
}

/** Whether the terms of that version were ticked with this address. */
export function hasTicked(storage: Storage, email: string, version: number): boolean {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return false;
    return Reflect.get(kept, 'email') === email.toLowerCase() && Reflect.get(kept, 'version') === version;
  } catch {
    // What cannot be read was not written by this page.
    return false;
  }
}

/** Forgets the tick, once it is written down or of no use. */
export function forgetTick(storage: Storage): void {
  storage.removeItem(key);
}
