import { expect, test } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { demoAccounts, signIn } from './support/sign-in.ts';

test('an admin finds a payout, opens its money down to the entries of one transaction, and comes back to all of them', {
  tag: '@any-width',
}, async ({ page }) => {
  await signIn(page, demoAccounts.admin, '/dashboard/analytics/payouts');
  const table = page.getByRole('table', { name: 'Payouts' });
  await expect(table.getByText('Paid').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Paid', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/analytics/payouts?status=paid');
  await expectNoSidewaysScroll(page);
  await table.getByRole('link', { name: /^S\$/ }).first().click();
  await expect(page).toHaveURL(/\/ledger\?account=instructor_payable/);
  const entries = page.getByRole('table', { name: 'Ledger' });
  await entries.getByRole('link', { name: 'Lesson settled' }).first().click();
  await expect(page).toHaveURL(/ledger\?transaction=/);
  await expect(entries.getByText('platform_fees')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Show all entries' }).click();
  await expect(page.getByText('All entries, the oldest first.')).toBeVisible();
});
