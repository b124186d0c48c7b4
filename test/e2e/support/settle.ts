import { expect, type Page, type Request } from '@playwright/test';

declare global {
  /** Set by the page's first script until the application has taken over. */
  var kerbsideIsReady: (() => void) | null | undefined;
}

type Calls = { open: Set<Request>; count: number };

const callsOf = new WeakMap<Page, Calls>();

/** Follows what the page asks for, from the next address that the test opens on, so that `settle` knows when all of it has come. */
export function followCalls(page: Page): void {
  const calls: Calls = { open: new Set(), count: 0 };
  callsOf.set(page, calls);
  page.on('request', (request) => {
    // Live updates come as long as the page is open.
    if (request.resourceType() === 'eventsource') return;
    calls.count++;
    calls.open.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end as 'requestfinished', (request) => void calls.open.delete(request));
  }
}

/** The page has come: it shows a heading, waits for no answer, has drawn what came, and asked for nothing more after that. */
export async function settle(page: Page): Promise<void> {
  const calls = callsOf.get(page);
  if (!calls) throw new Error('Nobody follows what this page asks for.');
  await expect(page.getByRole('heading').first()).toBeVisible();
  let before: number;
  do {
    before = calls.count;
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect.poll(() => calls.open.size, { intervals: [20] }).toBe(0);
    await untilDrawn(page);
  } while (calls.count > before || calls.open.size > 0);
}

/** What the page has been given so far is drawn: the browser had an idle moment after it. */
export function untilDrawn(page: Page): Promise<void> {
  return page.evaluate(nothingLeftToDo);
}

// What came is drawn, and what the page asks for on account of it is asked, before the browser has an idle moment; fonts come when they are drawn with.
async function nothingLeftToDo(): Promise<void> {
  while (window.kerbsideHeldAnswers) await new Promise(requestAnimationFrame);
  // A page whose style sheet came late gets no idle moment in Chromium until something new is drawn: then a second stands for it.
  const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
  await idle();
  await document.fonts.ready;
  await idle();
}

/** The application has taken over the public page that the server wrote: what is pressed and typed from now on is answered by it. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => globalThis.kerbsideIsReady === null);
}
