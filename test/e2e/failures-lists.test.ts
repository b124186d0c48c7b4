import { expect, type Page, test } from '@playwright/test';
import { failCall, failures } from './support/fail-call.ts';
import { goWithin } from './support/go-within.ts';
import { becomeUser, demoAccounts, signIn } from './support/sign-in.ts';

/** A page that reads: whose it is, and the read without which it has nothing to show. */
const reads: ReadonlyArray<[page: string, account: keyof typeof demoAccounts, read: string]> = [
  ['/dashboard', 'learner', '**/api/marketplace/dashboard*'],
  ['/dashboard/lesson-history', 'learner', '**/api/collections/lessons/records?*'],
  ['/dashboard/book-lesson', 'learner', '**/api/collections/lessons/records?*'],
  ['/dashboard/messages', 'learner', '**/api/collections/conversations/records?*'],
  ['/dashboard/notifications', 'learner', '**/api/collections/notifications/records?*'],
  ['/dashboard/help/requests', 'learner', '**/api/collections/support_requests/records?*'],
  ['/dashboard/schedule', 'instructor', '**/api/collections/availability_rules/records?*'],
  ['/dashboard/students', 'instructor', '**/api/marketplace/students?*'],
  ['/dashboard/earnings', 'instructor', '**/api/marketplace/earnings?*'],
  ['/dashboard/users', 'admin', '**/api/marketplace/users?*'],
  ['/dashboard/analytics', 'admin', '**/api/marketplace/analytics?*'],
  ['/dashboard/billing', 'admin', '**/api/marketplace/billing*'],
  ['/dashboard/reports', 'admin', '**/api/collections/reports/records?*'],
];

const failureOf = (name: string) => failures.find((one) => one.name === name) ?? { name };
const main = (page: Page) => page.getByRole('main');
const again = (page: Page) => main(page).getByRole('button', { name: 'Try again', exact: true }).first();

async function expectReadAgain(page: Page, read: string, open: () => Promise<unknown>): Promise<void> {
  await failCall(page, 'GET', read, failureOf('cut connection'));
  await open();
  await expect(main(page).getByRole('alert').first()).toBeVisible();
  // A cut connection is tried again by itself, a refusal is not: it comes last, so that only the button reads anew.
  const refusals = await failCall(page, 'GET', read, failureOf('too often'));
  await again(page).click();
  await expect.poll(refusals).toBeGreaterThan(0);
  await expect(main(page).getByRole('alert').first()).toBeVisible();
  await page.unroute(read);
  await again(page).click();
  await expect(main(page).getByRole('alert')).toHaveCount(0);
  await expect(again(page)).toBeHidden();
}

for (const account of ['learner', 'instructor', 'admin'] as const) {
  test(`each page of the ${account} that reads says what could not be read, whatever the reason, and reads it by one button`, {
    tag: '@any-width',
  }, async ({ page }) => {
    test.slow();
    await becomeUser(page, demoAccounts[account]);
    // Live pages read anew by themselves as soon as the stream opens.
    await page.route('**/api/realtime', (route) => route.abort());
    for (const [index, [path, , read]] of reads.filter(([, whose]) => whose === account).entries()) {
      // Booking knows from the dashboard which lessons are coming, unless it is opened anew.
      const isOpenedAnew = index === 0 || path === '/dashboard/book-lesson';
      const open = () => (isOpenedAnew ? page.goto(path) : goWithin(page, path));
      await test.step(path, () => expectReadAgain(page, read, open));
    }
  });
}

test('a read that takes its time says so: to screen readers at once, to all after a second', {
  tag: '@any-width',
}, async ({ page }) => {
  await signIn(page, demoAccounts.admin, '/dashboard/help');
  let answer = () => {};
  const gate = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/marketplace/users?*', async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto('/dashboard/users');
  const said = main(page)
    .getByRole('status')
    .filter({ hasText: /^Loading/ });
  await expect(said).toContainText('is taking longer than usual…');
  await expect(said).toBeInViewport();
  answer();
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
  await expect(said).toHaveCount(0);
});

test('without network the page says so, keeps what was typed, and goes on when it is back', {
  tag: '@any-width',
}, async ({ page, context }) => {
  await signIn(page, demoAccounts.admin, '/dashboard/users');
  const search = page.getByRole('searchbox', { name: 'Search by name or email' });
  await expect(search).toBeVisible();
  // What comes after the first paint has come once this opens.
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('combobox', { name: /^Go to a page/ })).toBeFocused();
  await page.keyboard.press('Escape');
  const banner = page.getByRole('alert').filter({ hasText: 'You are offline' });
  await context.setOffline(true);
  await expect(banner).toBeVisible();
  await search.fill('mei');
  await expect(again(page)).toBeVisible({ timeout: 20_000 });
  await expect(search).toHaveValue('mei');
  await context.setOffline(false);
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: 'mei@' })).toBeVisible();
});
