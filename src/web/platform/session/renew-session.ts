/** Where a new password, and with it the next session, is asked for. */
export const passwordPath = '/api/marketplace/password';

let renewals = 0;

/**
 * Waits for a call that ends this session and brings the next one: what is refused meanwhile was asked in the one that just ended, and says nothing
 * of whoever uses the page.
 */
export async function renewSession<T>(work: () => Promise<T>): Promise<T> {
  renewals += 1;
  try {
    return await work();
  } finally {
    renewals -= 1;
  }
}

/** Whether such a call is under way. */
export function isRenewingSession(): boolean {
  return renewals > 0;
}
