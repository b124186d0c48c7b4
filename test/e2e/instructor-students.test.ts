import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { demoAccounts, signIn } from './support/sign-in.ts';

const path = '/dashboard/students';

test('students have lessons, hours, next lesson and skills [191]', async ({ page }) => {
  await signIn(page, demoAccounts.instructor, `${path}?q=mei`);
  const table = page.getByRole('table', { name: 'Your students' });
  for (const name of ['Student', 'Lessons', 'Hours', 'Last lesson', 'Next lesson', 'Skills']) {
    await expect(table.getByRole('columnheader', { name, exact: true })).toHaveCount(1);
  }
  const mei = table.getByRole('row').filter({ hasText: 'Mei Ling Tan' });
  await mei.getByText(/\d+ skills/).click();
  await expect(mei.getByRole('progressbar').first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await mei.getByRole('link').click();
  await expect(page).toHaveURL(/\/dashboard\/lessons\/[a-z0-9]{15}$/);
});

test('they are searched, filtered and sorted in the address', { tag: '@any-width' }, async ({ page }) => {
  await signIn(page, demoAccounts.instructor, path);
  await page.getByLabel('Show').click();
  await page.getByRole('option', { name: 'Nothing booked' }).click();
  await expect(page).toHaveURL(`${path}?state=free`);
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('mei ling tan');
  await expect(page.getByText('No student matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(page).toHaveURL(path);
  await page.getByLabel('Sort by').click();
  await page.getByRole('option', { name: 'Most hours' }).click();
  await expect(page).toHaveURL(`${path}?sort=-hours`);
});
