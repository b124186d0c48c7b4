import type { Page } from '@playwright/test';

/** A way in which a call can fail, and what a page may say of it besides its own fallback. */
export type Failure = {
  name: string;
  /** The server's answer; without one the connection is cut. */
  answer?: { status: number; message?: string; retryAfter?: number };
  /** The server's words as people read them. Without them the page has its own. */
  says?: string;
};

const refused = (status: number, message: string) => ({ status, message });

/** The failures that a page must survive without losing what was typed; 401 asks to sign in again and is tried by itself. */
export const failures: readonly Failure[] = [
  {
    name: 'forbidden',
    answer: refused(403, 'You are not allowed to do this now.'),
    says: 'You are not allowed to do this now.',
  },
  { name: 'conflict', answer: refused(409, 'Somebody else was faster.'), says: 'Somebody else was faster.' },
  { name: 'too large', answer: refused(413, 'That is too large.'), says: 'That is too large.' },
  {
    name: 'too often',
    answer: { status: 429, message: 'Too Many Requests.', retryAfter: 40 },
    says: 'That was tried too often. Try again in 40 seconds.',
  },
  { name: 'fault of the server', answer: { status: 500 } },
  { name: 'cut connection' },
];

/** Lets the calls of a method to a path fail until `page.unrouteAll()`. Tells how many there were. */
export async function failCall(page: Page, method: string, path: string, { answer }: Failure): Promise<() => number> {
  let count = 0;
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    count++;
    if (!answer) return route.abort('connectionfailed');
    const { status, message, retryAfter } = answer;
    return route.fulfill({
      status,
      contentType: 'application/json',
      headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) },
      body: message === undefined ? '' : JSON.stringify({ status, message, data: {} }),
    });
  });
  return () => count;
}
