import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { demoAccounts, signIn } from './support/sign-in.ts';

const path = '/dashboard/reports';
const oldest = `${path}?sort=created`;

test('reports are a table with stat cards; only a ready one can be downloaded [210, 213, 215]', async ({ page }) => {
  await signIn(page, demoAccounts.admin, oldest);
  const table = page.getByRole('table', { name: 'Reports' });
  for (const name of ['ID', 'Name', 'Type', 'Date', 'Status', 'Size']) {
    await expect(table.getByRole('columnheader', { name, exact: true })).toHaveCount(1);
  }
  const figures = page.getByRole('region', { name: 'Reports by status' });
  for (const name of ['All reports', 'Ready', 'Processing', 'Failed']) {
    const card = figures.locator('div').filter({ has: page.getByText(name, { exact: true }) });
    await expect(card.getByRole('definition').first(), name).toContainText(/\d/);
  }
  // The four sample reports, one of each type.
  for (const type of ['Analytics', 'Financial', 'Performance', 'Security']) {
    await expect(table.getByRole('row').filter({ hasText: type }).first()).toBeVisible();
  }
  const ready = table.getByRole('row').filter({ hasText: 'Ledger of the month' });
  await expect(ready.getByText('Ready')).toBeVisible();
  await expect(ready.getByRole('button', { name: /^Download/ })).toBeVisible();
  await page.goto(`${path}?status=failed`);
  await expect(page.getByRole('button', { name: /^Try again: ./ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('the search box and the type filter find [214]', { tag: '@any-width' }, async ({ page }) => {
  await signIn(page, demoAccounts.admin, path);
  await page.getByRole('searchbox', { name: 'Search reports' }).fill('instructors of');
  const table = page.getByRole('table', { name: 'Reports' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table).toContainText('Performance');
  await page.getByLabel('Type').click();
  await page.getByRole('option', { name: 'Financial' }).click();
  await expect(page.getByText('No report matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(page).toHaveURL(path);
});

test('a new report is asked for, made in the background, downloaded and deleted', { tag: '@any-width' }, async ({
  page,
}) => {
  const name = `Report ${crypto.randomUUID()}`;
  // Its row is read before it is ready, the numbers are after that.
  let wasShown = false;
  await page.route('**/api/collections/reports/records?*', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const report = answer.items.find((item: { name?: string }) => item.name === name);
    if (report && !wasShown) report.status = 'processing';
    wasShown ||= report !== undefined;
    if (new URL(route.request().url()).searchParams.get('filter')?.includes('processing')) answer.totalItems = 0;
    await route.fulfill({ response, json: answer });
  });
  await signIn(page, demoAccounts.admin, path);
  await page.getByRole('button', { name: 'New report' }).click();
  const dialog = page.getByRole('dialog', { name: 'New report' });
  await dialog.getByLabel('Name').fill(name);
  const last = await dialog.getByLabel('Last day').inputValue();
  await dialog.getByLabel('Last day').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Make report' }).click();
  await expect(dialog.getByText('The last day is before the first.')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue(name);
  await expectAccessible(page);
  await dialog.getByLabel('Last day').fill(last);
  await dialog.getByRole('button', { name: 'Make report' }).click();
  await expect(dialog).toBeHidden();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download ${name}` }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^kerbside-analytics-.*\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain('Lessons,New users');
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(page.getByRole('button', { name: 'Delete report' })).toBeVisible();
  await expectAccessible(page, '[role="dialog"]');
  await page.getByRole('button', { name: 'Delete report' }).click();
  await expect(page.getByText(name)).toHaveCount(0);
});
