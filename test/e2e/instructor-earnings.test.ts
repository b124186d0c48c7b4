import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { becomeNewLearner, demoAccounts, signIn } from './support/sign-in.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';

const path = '/dashboard/earnings?period=30days';
const rows = (page: Page) => page.getByRole('table', { name: 'Lessons and their money' }).getByRole('row');

test('earnings show the next payout, sums and each lesson with the rule of its fee, and have no fault for assistive technology [189]', async ({
  page,
}) => {
  await signIn(page, demoAccounts.instructor, path);
  await expect(page.getByRole('region', { name: 'Next payout' })).toContainText(/S\$[\d,]+\.\d\d/);
  const sums = page.getByRole('region', { name: 'Totals for the period' });
  for (const name of ['Lesson prices', 'Platform fee', 'You get', 'Still pending', 'Paid out']) {
    await expect(sums.getByText(name, { exact: true })).toBeVisible();
  }
  expect(await rows(page).count()).toBeGreaterThan(5);
  await expect(page.getByText(/^10%: the first 10 hours with this learner$/).first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a sum opens to the entries of the ledger, and gives the focus back', { tag: '@any-width' }, async ({ page }) => {
  await signIn(page, demoAccounts.instructor, `${path}&state=settled`);
  const sum = page.getByRole('button', { name: /show how the money moved/ }).first();
  await sum.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  for (const entry of ['Payable to you', 'Platform fee', 'Held for the lesson']) {
    await expect(dialog.getByText(entry).first()).toBeVisible();
  }
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sum).toBeFocused();
});

test('lessons are searched, filtered and sorted in the address', { tag: '@any-width' }, async ({ page }) => {
  await signIn(page, demoAccounts.instructor, path);
  await page.getByRole('searchbox', { name: 'Search by learner' }).fill('mei ling');
  await expect(page).toHaveURL(/q=mei\+ling/);
  // The header alone does not name her.
  await expect(rows(page).filter({ hasNotText: 'Mei Ling Tan' })).toHaveCount(1);
  await expect(rows(page).filter({ hasText: 'Mei Ling Tan' }).first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search by learner' }).fill('nobody of that name');
  await expect(page.getByText('No lesson matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(page).toHaveURL('/dashboard/earnings');
});

test('a period is saved as a CSV file that has its lessons', { tag: '@any-width' }, async ({ page }) => {
  await signIn(page, demoAccounts.instructor, path);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^kerbside-earnings-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('Date,Start,Minutes,Learner');
  expect(text).toContain('Mei Ling Tan');
});

test('a payout opens to its statement, with the fees’ rule; it is saved as a file whose lines are its lessons', {
  tag: '@any-width',
}, async ({ page }) => {
  await signIn(page, demoAccounts.instructor, '/dashboard/earnings?period=90days');
  await page
    .getByRole('link', { name: /^Statement of / })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: /^Payout of / })).toBeVisible();
  const table = page.getByRole('table', { name: 'What makes up the payout' });
  await expect(table.getByText(/with this learner/).first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^kerbside-payout-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toMatch(/^\uFEFF?Date,Learner,/);
  expect(text.trim().split('\r\n').length).toBeGreaterThan(1);
});

test('cash of own learners stands apart, one payment after the other, with its sum', {
  tag: '@any-width',
}, async ({ page }) => {
  const instructor = await signInAsNewInstructor(page, '/dashboard');
  const root = await asSuperuser(page);
  const own = await root.create('own_learners', { instructor, name: 'Mei Ling' });
  const paid = { ownLearner: own.id, method: 'cash' };
  for (const [paidOn, amountCents] of [
    ['2026-10-03', 5000],
    ['2026-10-17', 6600],
    ['2026-09-30', 700],
  ] as const) {
    await root.create('own_payments', { ...paid, paidOn, amountCents });
  }
  await page.goto('/dashboard/earnings?period=dates&from=2026-10-01&to=2026-10-31');
  const direct = page.getByRole('region', { name: 'Paid to you directly' });
  await expect(direct.getByRole('listitem')).toHaveText([/S\$50\.00$/, /S\$66\.00$/]);
  await expect(direct).toContainText('TotalS$116.00');
  await expectNoSidewaysScroll(page);
});

test('a failure says that the money is as it was, and can be tried again', { tag: '@any-width' }, async ({ page }) => {
  await page.route('**/api/marketplace/earnings?**', (route) => route.abort());
  await signIn(page, demoAccounts.instructor, path);
  await expect(page.getByRole('alert')).toContainText('could not be loaded');
  await page.unroute('**/api/marketplace/earnings?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Next payout' })).toBeVisible();
});

test('somebody who teaches nobody is told whose page it is', { tag: '@any-width' }, async ({ page }) => {
  await becomeNewLearner(page);
  await page.goto('/dashboard/earnings');
  await expect(page.getByText('You have no instructor profile')).toBeVisible();
});
