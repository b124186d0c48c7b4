import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { demoAccounts, signIn } from './support/sign-in.ts';

const path = '/dashboard/analytics?period=90days';

test('[14.26] analytics show tiles that are counted live, and have no fault for assistive technology [208]', async ({
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
  // [14.26] From 768 pixels on the tables are there as tables.
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
