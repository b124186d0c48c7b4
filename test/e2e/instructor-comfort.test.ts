import { expect, test } from '@playwright/test';
import { visitorEmails } from '../support/visited-pages.ts';
import { askAs } from './support/ask-as.ts';
import { findLayoutFaults } from './support/find-layout-faults.ts';
import { findSmallParts } from './support/find-small-parts.ts';
import { goWithin } from './support/go-within.ts';
import { followCalls, settle } from './support/settle.ts';
import { becomeUser } from './support/sign-in.ts';

/** What opens a window over a page. */
const windows: ReadonlyArray<[path: string, button: RegExp]> = [
  ['/dashboard/schedule?view=day', /^Add hours or time away/],
  ['/dashboard/schedule?view=day', /^Take time off$/],
  ['/dashboard/students', /^Add a learner of your own$/],
  ['/dashboard/teach', /^Pause my profile$/],
  ['/dashboard/earnings', /how the money moved$/],
  ['/dashboard/lessons/{next}', /^Move the lesson$/],
  ['/dashboard/lessons/{next}', /^Cancel the lesson$/],
];
/** What else these pages can be switched to; all-pages.test.ts looks at them as they are opened. */
const more = [
  '/dashboard/notifications',
  ...['week', 'month'].map((view) => `/dashboard/schedule?view=${view}`),
  ...['classes', 'areas', 'languages', 'prices', 'car', 'papers', 'booking', 'hours'].map(
    (step) => `/dashboard/teach?step=${step}`,
  ),
];

test('on a phone what an instructor’s pages switch to and open has no text below 17 px and nothing to tap below 48 px, and all of it has room', {
  tag: '@any-width',
}, async ({ page }) => {
  test.slow();
  followCalls(page);
  const { token } = await becomeUser(page, visitorEmails.instructor, 'instructor');
  const ask = askAs(page, token);
  const found: Record<string, string[]> = {};
  await page.goto('/dashboard');
  for (const path of more) {
    await goWithin(page, path);
    await settle(page);
    const faults = [...(await findSmallParts(page)), ...(await findLayoutFaults(page))];
    // A month cuts long names on purpose: the day behind it has them whole.
    if (!path.includes('view=month')) {
      await page.setViewportSize({ width: 768, height: 768 });
      faults.push(...(await findLayoutFaults(page)).map((fault) => `at 768 px: ${fault}`));
      await page.setViewportSize({ width: 360, height: 740 });
    }
    if (faults.length > 0) found[path] = faults;
  }
  expect(found).toEqual({});
  const heights = await page
    .locator('header .btn')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(48);
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of ['/dashboard/students', '/dashboard/notifications']) {
    await goWithin(page, path);
    await settle(page);
    expect(await findSmallParts(page), `${path} at 1280 px`).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 740 });

  const next = "lessons/records?perPage=1&sort=start&filter=(status='confirmed' %26%26 start>@now)";
  const [lesson] = (await ask(next)).items;
  let shown = '';
  for (const [path, button] of windows) {
    if (path !== shown) await goWithin(page, path.replace('{next}', lesson?.id ?? ''));
    shown = path;
    await page.getByRole('button', { name: button }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0);
    await settle(page);
    expect(await findSmallParts(page, '[role="dialog"]'), `${path} ${button}`).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: button }).first(), `${path} ${button}`).toBeFocused();
  }
});
