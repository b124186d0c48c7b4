import { type ElementHandle, expect, type Locator, type Page } from '@playwright/test';

/** About 100 ms: how many times a page is drawn anew until a tap must have been answered. Time itself says nothing on a slow machine. */
const mostFrames = 6;

type Call = readonly [method: string, path: string];

/** Holds the calls of a method to a path back. `release` lets them fail, as a server does that is at fault. */
async function holdCall(page: Page, [method, path]: Call) {
  let count = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    count++;
    await promise;
    return route.fulfill({ status: 500, contentType: 'application/json', body: '' });
  });
  return { count: () => count, release: resolve };
}

/**
 * A button that asks the server shows within 100 ms that it was pressed, keeps the focus, sends nothing more when it is pressed again, and is
 * as before once the answer is there. The answer is a failure, so that the page stays and the next button can be tried.
 */
export async function expectPending(page: Page, button: Locator, call: Call): Promise<void> {
  const held = await holdCall(page, call);
  const pressed = (await button.elementHandle()) as ElementHandle<HTMLElement> | null;
  if (!pressed) throw new Error(`There is no ${button}`);
  const frames = await pressed.evaluate(async (element, most) => {
    if (!(element instanceof HTMLElement)) throw new Error('It is no control');
    const isPending = () => element.ariaBusy === 'true' || element.ariaDisabled === 'true';
    if (isPending()) throw new Error('It is pending before it was pressed');
    element.focus();
    element.click();
    let frame = 0;
    for (; frame <= most && !isPending(); frame++) await new Promise(requestAnimationFrame);
    element.click();
    return frame;
  }, mostFrames);
  expect(frames, 'pictures until the press is shown').toBeLessThanOrEqual(mostFrames);
  await expect.poll(held.count, 'the call is made').toBe(1);
  await page.keyboard.press('Enter');
  expect(await pressed.evaluate((element) => element === document.activeElement), 'the focus stays').toBe(true);
  expect(await pressed.evaluate((element) => element.textContent?.trim() !== '' || element.ariaLabel !== null)).toBe(
    true,
  );
  held.release();
  const isPending = () => pressed.evaluate((element) => element.ariaBusy === 'true' || element.ariaDisabled === 'true');
  await expect.poll(isPending, 'it can be pressed again').toBe(false);
  expect(held.count(), 'calls of three presses').toBe(1);
  await page.unrouteAll({ behavior: 'wait' });
}
