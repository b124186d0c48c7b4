import { type ElementHandle, expect, type Locator, type Page } from '@playwright/test';

/** By then a press must be shown, by the page's own clock: the machine's time says nothing when others work on it, too. */
const mostMs = 100;

type Call = readonly [method: string, path: string];

/** Holds the calls of a method to a path back. `release` lets them fail, as a server does that is at fault. */
async function holdCall(page: Page, [method, path]: Call) {
  const calls: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    calls.push(`${route.request().url()} ${route.request().postData()}`);
    await promise;
    return route.fulfill({ status: 500, contentType: 'application/json', body: '' });
  });
  return { calls: () => calls, release: resolve };
}

/** Lets the page's timers wait until they are told. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  // Only forward, and its time goes on until it stands still.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2000);
}

/**
 * A button that asks the server shows within 100 ms that it was pressed, keeps the focus, sends nothing more when it is pressed again, and is
 * as before once the answer is there. The answer is a failure, so that the page stays and the next button can be tried.
 */
export async function expectPending(page: Page, button: Locator, call: Call): Promise<void> {
  const held = await holdCall(page, call);
  const pressed = (await button.elementHandle()) as ElementHandle<HTMLElement> | null;
  if (!pressed) throw new Error(`There is no ${button}`);
  const isPending = () => pressed.evaluate((element) => element.ariaBusy === 'true' || element.ariaDisabled === 'true');
  expect(await isPending(), 'it is pending before it was pressed').toBe(false);
  await stopClock(page);
  await pressed.evaluate((element) => {
    element.focus();
    element.click();
  });
  await page.clock.runFor(mostMs);
  await expect.poll(isPending, 'the press is shown while the clock stands still').toBe(true);
  await pressed.evaluate((element) => element.click());
  await expect.poll(held.calls, 'the call is made').toHaveLength(1);
  await page.keyboard.press('Enter');
  expect(await pressed.evaluate((element) => element === document.activeElement), 'the focus stays').toBe(true);
  expect(await pressed.evaluate((element) => element.textContent?.trim() !== '' || element.ariaLabel !== null)).toBe(
    true,
  );
  held.release();
  await page.clock.resume();
  await expect.poll(isPending, 'it can be pressed again').toBe(false);
  expect(held.calls(), 'calls of three presses').toHaveLength(1);
  await page.unrouteAll({ behavior: 'wait' });
}
