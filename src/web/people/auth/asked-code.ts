/** Where a tab keeps that a code was asked for, so that a reload, or a visit to the mail app, comes back to the six boxes. */
const key = 'kerbside_asked_code';

/** As long as a mailed code works (users.collection.ts). */
const lifeMs = 600_000;

export type AskedCode = { email: string; otpId: string; atMs: number };

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function keepAskedCode(storage: Storage, asked: AskedCode): void {
  storage.setItem(key, JSON.stringify(asked));
}

/** The code that was asked for in this tab and still works, or undefined. */
export function readAskedCode(storage: Storage, nowMs: number): AskedCode | undefined {
  try {
    const kept: Partial<AskedCode> | null = JSON.parse(storage.getItem(key) ?? 'null');
    const { email, otpId, atMs } = kept ?? {};
    if (typeof email !== 'string' || typeof otpId !== 'string' || typeof atMs !== 'number') return undefined;
    return nowMs - atMs < lifeMs ? { email, otpId, atMs } : undefined;
  } catch {
    // What can't be read was not written by this page.
    return undefined;
  }
}

export function forgetAskedCode(storage: Storage): void {
  storage.removeItem(key);
}
