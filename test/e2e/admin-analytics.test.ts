import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { demoAccounts, signIn } from './support/sign-in.ts';

const path = '/dashboard/analytics?period=90days';

test('analytics show tiles that are counted live, and have no fault for assistive technology [208]', async ({
  page,
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
    await expect(tiles.getByText(name, { exact: true })).toBeVisible();
  }
  await expect(page.getByRole('img', { name: /^Lessons by week\. Highest: \d+/ })).toBeVisible();
  await page.getByText('Show as a table').click();
  expect(await page.getByRole('table', { name: 'All values by week' }).getByRole('row').count()).toBeGreaterThan(12);
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
