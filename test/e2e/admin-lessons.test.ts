import { expect, type Page, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { demoLearner } from './support/demo-learner.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { demoAccounts, signIn } from './support/sign-in.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';
import { someLetters } from './support/some-letters.ts';

const path = '/dashboard/analytics/lessons';
const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Lessons' })
    .getByRole('row')
    .filter({ has: page.getByRole('link') });

/** A lesson in dispute of a learner with a name of their own; answers the name. */
async function newDispute(page: Page): Promise<string> {
  const name = `Dispute ${someLetters()}`;
  const { password } = demoLearner;
  const email = `dispute-${crypto.randomUUID()}@kerbside.example`;
  const instructor = await signInAsNewInstructor(page, '/dashboard');
  const root = await asSuperuser(page);
  const learner = await root.create('users', { email, password, passwordConfirm: password, name });
  const start = new Date(Date.now() - 2 * 86_400_000).toISOString();
  const place = { pickup: 'Bedok MRT, exit B', postalCode: '460204' };
  const lesson = { instructor, learner: learner.id, start, durationMinutes: 60, status: 'disputed', ...place };
  await root.create('lessons', lesson);
  return name;
}

test('a count on the admin’s dashboard leads to the desk of claims; the lessons in dispute are listed, each with a way to its page', {
  tag: '@any-width',
}, async ({ page }) => {
  const name = await newDispute(page);
  await signIn(page, demoAccounts.admin);
  await page
    .getByRole('region', { name: 'Also waiting' })
    .getByRole('link', { name: /disputed/i })
    .click();
  await expect(page).toHaveURL('/dashboard/claims');
  await page.goto(`${path}?status=disputed`);
  const mine = rows(page).filter({ hasText: name });
  await expect(mine).toContainText('In dispute');
  await expect(mine).toContainText('Ismail bin Omar');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await mine.getByRole('link').click();
  await expect(page).toHaveURL(/\/dashboard\/lessons\/[a-z0-9]{15}$/);
  await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute(
    'href',
    /^\/dashboard\/users\?person=[a-z0-9]{15}$/,
  );
  await expect(page.getByText('In dispute')).toBeVisible();
});

test('all lessons are searched, filtered by status and period, ordered and paged @any-width', async ({ page }) => {
  await signIn(page, demoAccounts.admin, '/dashboard/analytics');
  await page.getByRole('navigation', { name: 'Analytics' }).getByRole('link', { name: 'Lessons' }).click();
  await expect(rows(page)).toHaveCount(30);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(`${path}?page=2`);
  await expect(page.getByRole('main').getByRole('heading', { name: 'Lessons', exact: true })).toBeFocused();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Completed' }).click();
  await expect(page).toHaveURL(`${path}?status=completed`);
  await page.getByRole('searchbox', { name: 'Search lessons' }).fill('Mei Ling');
  await expect(page).toHaveURL(`${path}?q=Mei+Ling&status=completed`);
  await expect(rows(page).first()).toContainText('Mei Ling Tan');
  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'Last year' }).click();
  await expect(page.getByText('No lesson matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(page).toHaveURL(path);
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Highest price' }).click();
  await expect(page).toHaveURL(`${path}?sort=-priceCents`);
  await expect(rows(page).first()).toContainText(/S\$\d{3}\.\d\d/);
});

test('a status in the figures leads to its lessons of the same period', { tag: '@any-width' }, async ({ page }) => {
  await signIn(page, demoAccounts.admin, '/dashboard/analytics?period=90days');
  const statuses = page.getByRole('region', { name: 'Lessons by status' });
  await statuses.getByRole('link', { name: 'Completed' }).first().click();
  // The same days, whenever the link is opened.
  await expect(page).toHaveURL(/status=completed&period=dates&from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
  await expect(rows(page).first()).toContainText('Completed');
});

test('the list of all lessons is not for others', { tag: '@any-width' }, async ({ page }) => {
  await signIn(page, demoAccounts.learner, path);
  await expect(page.getByText('Your role can’t open this page')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});
