import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { demoAccounts, signIn } from './support/sign-in.ts';

const path = '/dashboard/analytics?period=90days';

test('analytics show tiles that are counted live, and have no fault for assistive technology [208]', async ({
  page,
  isMobile,
}) => {
  await signIn(page, demoAccounts.admin, path);
  const tiles = page.getByRole('region', { name: 'Figures of the period' });
  for (const name of [
    'Users',
    'Active learners',
    'Listed instructors',
    'Lessons',
    'Paid by learners, less refunds',
    'Cancellation rate',
  ]) {
    const tile = tiles.locator('div').filter({ has: page.getByText(name, { exact: true }) });
    await expect(tile.getByRole('definition').first(), name).toContainText(/\d/);
  }
  await expect(page.getByRole('img', { name: /^Lessons by week\. Highest: \d+/ })).toBeVisible();
  // From 768 pixels on the tables are there as tables.
  if (isMobile) await page.getByText('Show as a table').click();
  else {
    await page.setViewportSize({ width: 768, height: 1024 });
    await expect(page.getByText('Show as a table')).toBeHidden();
  }
  await expect(page.getByRole('table', { name: 'Lessons by status' })).toBeVisible();
  const values = page.getByRole('table', { name: 'All values by week' });
  if (!isMobile) await expect(values.getByRole('columnheader', { name: 'Lessons' }).first()).toBeVisible();
  expect(await values.getByRole('row').count()).toBeGreaterThan(12);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('the listed instructors open to the list of them, where it stands @any-width', async ({ page }) => {
  await signIn(page, demoAccounts.admin, '/dashboard/analytics');
  const figures = page.getByRole('region', { name: 'Figures of the period' });
  const tile = figures.getByRole('link', { name: /^Listed instructors: \d+$/ });
  await tile.click();
  await expect(page).toHaveURL('/dashboard/police-list?status=listed#rechecks');
  await expect(page.getByRole('heading', { name: 'Listed instructors' })).toBeInViewport({ ratio: 1 });
  // Other tests list and pause instructors meanwhile: each that shows is listed, and there are some.
  await expect(page.getByText(/^\d+ instructors$/)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Profile' })).toHaveText('Listed');
  await expect(page.getByText('Paused', { exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('active learners open to the learners whom the figure counts, and each to that person @any-width', async ({
  page,
}) => {
  await signIn(page, demoAccounts.admin, path);
  const figures = page.getByRole('region', { name: 'Figures of the period' });
  const tile = figures.locator('div').filter({ has: page.getByText('Active learners', { exact: true }) });
  const count = Number((await tile.getByRole('definition').first().textContent())?.match(/\d+/)?.[0]);
  await tile.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/dashboard\/analytics\/learners\?period=dates/);
  await expect(page.getByText(`${count} learners`, { exact: true })).toBeVisible();
  const table = page.getByRole('table', { name: 'Active learners' });
  expect(await table.getByRole('row').count()).toBe(Math.min(count, 30) + 1);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^kerbside-active-learners-\d{4}-\d\d-\d\d\.csv$/);
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Name, A to Z' }).click();
  await expect(page).toHaveURL(/sort=name/);
  await page.getByRole('searchbox', { name: 'Search learners' }).fill('Mei Ling');
  await expect(table.getByRole('row')).toHaveCount(2);
  await table.getByRole('link', { name: 'Mei Ling Tan' }).click();
  await expect(page.getByRole('dialog', { name: 'Mei Ling Tan' }).getByText('Lessons taken')).toBeVisible();
});

test('another period and another figure are a choice away', { tag: '@any-width' }, async ({ page }) => {
  await signIn(page, demoAccounts.admin, '/dashboard/analytics');
  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'This year' }).click();
  await expect(page).toHaveURL(/period=year/);
  await expect(page.getByRole('heading', { name: 'Lessons by month' })).toBeVisible();
  await page.getByLabel('Show', { exact: true }).click();
  await page.getByRole('option', { name: 'Paid by learners, less refunds' }).click();
  await expect(
    page.getByRole('img', { name: /^Paid by learners, less refunds by month\. Highest: S\$/ }),
  ).toBeVisible();
});

test('a field of returning learners and of the heat map opens to what was counted, by keys, and closes to where one was @any-width', async ({
  page,
}) => {
  // At this time nobody teaches: it is counted within seconds, while the cohorts are looked at.
  await page.request.get('/api/marketplace/instructors?area=Tuas&afterMinute=180&beforeMinute=240');
  await signIn(page, demoAccounts.admin, '/dashboard/analytics/questions?period=90days');
  const cohorts = page.getByRole('grid', { name: 'Learners by month of first lesson and months after it' });
  const fields = cohorts.getByRole('button');
  await expect(fields.first()).toBeVisible();
  // A year of months has its room on a phone.
  expect(await cohorts.evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0))).toBeLessThan(
    1,
  );
  await fields.first().focus();
  await expect(fields.first()).toHaveAccessibleName(
    /^\d+ [+−]?\d+: learners whose first lesson was in .+\. \d+ in the month before\.$/,
  );
  await page.keyboard.press('ArrowRight');
  const came = cohorts.getByRole('button', {
    name: /%.*: first lesson in .+, a lesson 1 month later, \d+ learners?\. Of/,
  });
  await expect(came.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^First lesson in .+, a lesson 1 month later$/ })).toBeFocused();
  const learners = page.getByRole('table', { name: /^First lesson in .+, a lesson 1 month later$/ });
  await expect(learners.getByRole('link').first()).toHaveAttribute('href', /^\/dashboard\/users\?person=[a-z0-9]{15}$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(came.first()).toBeFocused();
  await expect(learners).toBeHidden();

  const map = page.getByRole('grid', { name: 'Searches that found nobody, by area and hour' });
  const field = map.getByRole('button', { name: /^Tuas, 3:00 to 4:00: \d+ search.* found nobody\. \d+ in the period/ });
  await expect(async () => {
    await page.reload();
    await expect(cohorts).toBeVisible();
    expect(await field.count()).toBe(1);
  }).toPass();
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: 'Searches: Tuas, 3:00 to 4:00' })).toBeFocused();
  const searches = page.getByRole('table', { name: 'Searches: Tuas, 3:00 to 4:00' });
  await expect(searches.getByText('3:00 to 4:00', { exact: true })).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV: Searches: Tuas, 3:00 to 4:00' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^kerbside-searches-\d{4}-\d\d-\d\d\.csv$/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
