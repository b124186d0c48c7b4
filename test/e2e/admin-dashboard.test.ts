import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { demoAccounts, signIn } from './support/sign-in.ts';

test('an admin sees what waits first, then figures with the ways to them', async ({ page }) => {
  await signIn(page, demoAccounts.admin);
  const support = page.getByRole('region', { name: /^Support requests/ });
  await expect(support.getByText('Receipt with my company’s name')).toBeVisible();
  const papers = page.getByRole('region', { name: /^Papers that expire/ });
  await expect(papers.getByRole('link', { name: /^Hassan bin Omar Insurance.*Expires in 5 days/ })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Also waiting' }).getByRole('link', { name: /^\d papers? to check/ }),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your next lesson' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Open Analytics' })).toHaveAttribute('href', '/dashboard/analytics');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await support.getByRole('link', { name: /Receipt with my company’s name/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/help\/requests\/[a-z0-9]{15}$/);
});

test('what fails to load is said, with a button to try again', { tag: '@any-width' }, async ({ page }) => {
  await page.route('**/api/marketplace/dashboard**', (route) => route.abort());
  await signIn(page, demoAccounts.admin);
  await expect(page.getByRole('alert')).toContainText('The queues could not be loaded');
  await page.unroute('**/api/marketplace/dashboard**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: /^Support requests/ })).toBeVisible();
});
