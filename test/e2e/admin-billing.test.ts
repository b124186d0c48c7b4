import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { demoAccounts, signIn } from './support/sign-in.ts';

const path = '/dashboard/billing';

test('billing shows plan, usage and invoices; the demonstration’s samples say what they are [192-197] [Q12] [Q14]', async ({
  page,
}) => {
  await signIn(page, demoAccounts.admin, path);
  const plan = page.getByRole('region', { name: 'Plan' });
  await expect(plan).toContainText('$29 per month');
  await expect(plan).toContainText('sample figures for the demonstration');
  const usage = page.getByRole('region', { name: 'Usage' });
  await expect(usage).toContainText('of 10,000');
  await expect(usage).toContainText('1.2 GB of 5 GB');
  await expect(usage.getByText('Database')).toBeVisible();
  const invoices = page.getByRole('table', { name: 'Invoices' });
  for (const name of ['ID', 'Date', 'Amount', 'Status']) {
    await expect(invoices.getByRole('columnheader', { name })).toHaveCount(1);
  }
  await expect(invoices.getByText('Paid').first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('invoices are searched and filtered in the address', { tag: '@any-width' }, async ({ page }) => {
  await signIn(page, demoAccounts.admin, path);
  await page.getByRole('searchbox', { name: 'Search by instructor or ID' }).fill('ravi');
  await expect(page).toHaveURL(/q=ravi/);
  const invoices = page.getByRole('table', { name: 'Invoices' });
  await expect(invoices.getByRole('row').nth(1)).toContainText('Ravi Chandran');
  await page.getByLabel('Status').click();
  await page.getByRole('option', { name: 'Overdue' }).click();
  await expect(page.getByText('No invoice matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(page).toHaveURL(path);
});
