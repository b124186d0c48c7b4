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
  // A payout opens to its lines, each line to its entries, which are the amount of the line.
  await table.getByRole('link', { name: /^S\$/ }).first().click();
  await expect(page).toHaveURL(/\/dashboard\/payouts\/\w{15}$/);
  await expectNoSidewaysScroll(page);
  await page
    .getByRole('table', { name: 'What the payout is made of' })
    .getByRole('link', { name: /its entries$/ })
    .first()
    .click();
  const made = page.getByRole('table', { name: 'Entries of one transaction' });
  await expect(made.getByText('Platform fee')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.goto('/dashboard/analytics/payouts');
  await table
    .getByRole('row')
    .nth(1)
    .getByRole('link', { name: /^[A-Z]/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/ledger\?account=instructor_payable/);
  const entries = page.getByRole('table', { name: 'Ledger' });
  await entries.getByRole('link', { name: 'Lesson settled' }).first().click();
  await expect(page).toHaveURL(/ledger\?transaction=/);
  await expect(entries.getByRole('link', { name: 'Platform fee', exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Show all entries' }).click();
  await expect(page.getByText('All entries, the oldest first.')).toBeVisible();
});
