import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { becomeNewLearner, demoAccounts, signIn, signInAsNewLearner } from './support/sign-in.ts';

const path = '/dashboard/lesson-history';

/** Signs the demo's instructor in and opens the history of the lessons given. */
async function openAsInstructor(page: Page, query = ''): Promise<void> {
  await signIn(page, demoAccounts.instructor);
  await page.getByRole('button', { name: 'Switch to Instructor view' }).click();
  await page.goto(path + query);
}

async function choose(page: Page, list: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: list }).click();
  await page.getByRole('option', { name: option }).click();
}

/** The rows of the lessons, without the header's. */
function lessonRows(page: Page, name: RegExp): Locator {
  return page
    .getByRole('table', { name })
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
}

const search = (page: Page) => page.getByRole('searchbox', { name: /^Search by / });
const count = (page: Page) => page.getByRole('status').filter({ hasText: /lesson/i });

function isPageOfLessons(address: string): boolean {
  const { pathname, searchParams } = new URL(address);
  return pathname === '/api/collections/lessons/records' && searchParams.get('perPage') === '30';
}

/** How many lessons the page says there are. */
async function readCount(page: Page): Promise<number> {
  await expect(count(page)).toHaveText(/\d/);
  return Number(/(\d+)(?: lessons?)?(?: found)?$/.exec((await count(page).textContent()) ?? '')?.[1]);
}

test.describe('a learner’s lesson history', () => {
  test('lists the past lessons, each with its price and the way to its page', async ({ page }) => {
    await signIn(page, demoAccounts.learner, path);
    const rows = lessonRows(page, /^Your past lessons, latest first$/);
    await expect(rows.first()).toContainText('Ravi Chandran');
    await expect(rows.first()).toContainText(/S\$\d+\.\d\d/);
    await expect(rows).toHaveCount(await readCount(page));
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const link = rows.first().getByRole('link');
    const target = await link.getAttribute('href');
    expect(target).toMatch(/^\/dashboard\/lessons\/[a-z0-9]{15}$/);
    // Anywhere in the row: the date's link covers it.
    await rows.first().click({ position: { x: 60, y: 60 } });
    await expect(page).toHaveURL(target ?? '');
  });

  test('is searched by instructor, pick-up and postal code on the server, and the address keeps it', {
    tag: '@any-width',
  }, async ({ page }) => {
    const filters: string[] = [];
    page.on('request', (request) => {
      if (!isPageOfLessons(request.url())) return;
      filters.push(new URL(request.url()).searchParams.get('filter') ?? '');
    });
    await signIn(page, demoAccounts.learner, `${path}?period=30days`);
    // Addresses of lessons before that are forgotten.
    const recent = await readCount(page);
    await page.goto(path);
    const all = await readCount(page);
    for (const [text, found] of [
      ['ravi ch', all],
      ['bedok mrt', recent],
      ['460204', recent],
    ] as const) {
      await search(page).fill(text);
      await expect(page).toHaveURL((url) => url.searchParams.get('q') === text);
      await expect.poll(() => filters.at(-1)).toContain(`pickup ~ "${text}"`);
      await expect(count(page)).toHaveText(`${found} lessons found`);
    }
    await search(page).fill('100%');
    await expect(page.getByText('No past lesson matches')).toBeVisible();
    await page.reload();
    await expect(search(page)).toHaveValue('100%');
    await expect(page.getByText('No past lesson matches')).toBeVisible();
  });

  test('takes a quotation mark, a wildcard and a backslash for what they are', { tag: '@any-width' }, async ({
    page,
  }) => {
    await signIn(page, demoAccounts.learner, path);
    expect(await readCount(page)).toBeGreaterThan(0);
    for (const text of ['"', "O'", '%', '_', '\\', '{:me}', "x' || id != '"]) {
      const answer = page.waitForResponse((response) => isPageOfLessons(response.url()));
      await search(page).fill(text);
      expect((await answer).status()).toBe(200);
      expect((await (await answer).json()).totalItems).toBe(0);
      await expect(page).toHaveURL((url) => url.searchParams.get('q') === text);
      await expect(count(page)).toHaveText('No lesson found');
    }
  });

  test('is filtered by status and period and sorted; going back undoes a step', { tag: '@any-width' }, async ({
    page,
  }) => {
    await signIn(page, demoAccounts.learner, path);
    const all = await readCount(page);
    await choose(page, 'Status', 'Completed');
    await expect(page).toHaveURL(`${path}?status=completed`);
    await expect(count(page)).toHaveText(`${all} lessons found`);
    await choose(page, 'Sort by', 'Lowest price');
    await expect(page).toHaveURL(`${path}?status=completed&sort=cheapest`);
    const rows = lessonRows(page, /lowest price$/);
    await expect(rows).toHaveCount(all);
    const cents = (await rows.allTextContents()).map((text) =>
      Number(/S\$(\d+)\.(\d\d)/.exec(text)?.slice(1).join('')),
    );
    expect(cents).toEqual(cents.toSorted((one, other) => one - other));
    expect(new Set(cents).size).toBeGreaterThan(1);
    await choose(page, 'Status', 'Somebody did not come');
    await expect(page.getByText('No past lesson matches')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Completed');
    await expect(rows).toHaveCount(all);
  });

  test('is narrowed to the days between two dates, both included', { tag: '@any-width' }, async ({ page }) => {
    await signIn(page, demoAccounts.learner, path);
    const rows = lessonRows(page, /^Your past lessons/);
    const all = await readCount(page);
    const date = (await rows.last().getByRole('link').textContent())?.replace(/^\w+ /, '') ?? '';
    const day = new Date(`${date} UTC`).toISOString().slice(0, 10);
    await choose(page, 'Period', 'Between two days');
    await page.getByLabel('Last day').fill(day);
    await expect(page).toHaveURL(`${path}?period=dates&to=${day}`);
    await expect(count(page)).toHaveText('1 lesson found');
    await page.getByLabel('First day').fill(day);
    await expect(page).toHaveURL(`${path}?period=dates&from=${day}&to=${day}`);
    await expect(count(page)).toHaveText('1 lesson found');
    await page.getByLabel('Last day').fill('2020-01-01');
    await expect(page.getByText('This is before the first day')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await choose(page, 'Period', 'This year');
    await expect(page).toHaveURL(`${path}?period=year`);
    await expect(page.getByLabel('First day')).toBeHidden();
    expect(await readCount(page)).toBeLessThanOrEqual(all);
  });

  test('says that nothing matches apart from that there is nothing, with one way on in each', {
    tag: '@any-width',
  }, async ({ page }) => {
    await signIn(page, demoAccounts.learner, `${path}?q=nowhere&status=claim&sort=oldest`);
    await expect(page.getByText('No past lesson matches')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect(page).toHaveURL(path);
    await expect(search(page)).toHaveValue('');
    await expect(page.getByRole('heading', { name: 'Your past lessons' })).toBeFocused();
    await expect(lessonRows(page, /^Your past lessons/).first()).toBeVisible();

    await becomeNewLearner(page);
    await page.goto(`${path}?q=nowhere`);
    await expect(page.getByText('No past lessons yet')).toBeVisible();
    await expect(page.getByText('No past lesson matches')).toBeHidden();
    await expect(search(page)).toBeHidden();
    await expect(page.getByRole('link', { name: 'Book a lesson', exact: true })).toHaveAttribute(
      'href',
      '/dashboard/book-lesson',
    );
    await expectAccessible(page);
  });

  test('is searched, filtered and opened by the keyboard alone', { tag: '@any-width' }, async ({ page }) => {
    await signIn(page, demoAccounts.learner, path);
    await expect(lessonRows(page, /^Your past lessons/).first()).toBeVisible();
    await search(page).focus();
    await page.keyboard.type('Ravi');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${path}?q=Ravi`);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('combobox', { name: 'Status' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: 'Every status' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { name: 'Completed' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${path}?q=Ravi&status=completed`);
    await expect(page.getByRole('combobox', { name: 'Status' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeFocused();
    await expect(count(page)).toHaveText(/found$/);
    await page.keyboard.press('Tab');
    await expect(
      lessonRows(page, /^Your past lessons/)
        .first()
        .getByRole('link'),
    ).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard\/lessons\/[a-z0-9]{15}$/);
    await page.goBack();
    await expect(search(page)).toHaveValue('Ravi');
  });

  test('keeps what was typed when the server is away, and offers to try again', { tag: '@any-width' }, async ({
    page,
  }) => {
    await signIn(page, demoAccounts.learner, path);
    await expect(lessonRows(page, /^Your past lessons/).first()).toBeVisible();
    await page.route('**/api/collections/lessons/records**', (route) => route.abort());
    await search(page).fill('Bedok');
    await expect(page.getByRole('alert')).toContainText('Your lessons could not be loaded');
    await expect(search(page)).toHaveValue('Bedok');
    await page.unroute('**/api/collections/lessons/records**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(count(page)).toHaveText(/found$/);
  });

  test('opens the lesson that a notification or a calendar entry points to', { tag: '@any-width' }, async ({
    page,
  }) => {
    await signIn(page, demoAccounts.learner, path);
    const target = await lessonRows(page, /^Your past lessons/)
      .last()
      .getByRole('link')
      .getAttribute('href');
    const id = target?.split('/').at(-1) ?? '';
    await page.goto(`${path}?lesson=${id}`);
    await expect(page).toHaveURL(`/dashboard/lessons/${id}`);
  });
});

test.describe('an instructor’s lesson history', () => {
  test('is turned page by page, thirty at a time, with the page in the address', { tag: '@any-width' }, async ({
    page,
  }) => {
    await openAsInstructor(page);
    const rows = lessonRows(page, /^Lessons you have given/);
    expect(await readCount(page)).toBeGreaterThan(60);
    await expect(rows).toHaveCount(30);
    const first = await rows.first().getByRole('link').getAttribute('href');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await expect(page.getByRole('link', { name: 'Previous page' })).toBeHidden();
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL(`${path}?page=2`);
    // Lessons end and are booked while the tests run, so the whole may grow.
    await expect(count(page)).toHaveText(/^Lessons 31 to 60 of \d{2,}$/);
    await expect(page.getByRole('heading', { name: 'Lessons you have given' })).toBeFocused();
    await expect(rows.first().getByRole('link')).not.toHaveAttribute('href', first ?? '');
    await page.getByRole('link', { name: 'Previous page' }).click();
    await expect(page).toHaveURL(path);
    await expect(count(page)).toHaveText(/^Lessons 1 to 30 of \d{2,}$/);

    await page.goto(`${path}?page=999`);
    const last = Math.ceil((await readCount(page)) / 30);
    await expect(page).toHaveURL(`${path}?page=${last}`);
    await expect(page.getByText(`Page ${last} of ${last}`)).toBeVisible();
    await choose(page, 'Sort by', 'Oldest first');
    await expect(page).toHaveURL(`${path}?sort=oldest`);
  });

  test('is searched by the learner’s name, and each lesson opens its page', { tag: '@any-width' }, async ({ page }) => {
    await openAsInstructor(page, '?page=2');
    const all = await readCount(page);
    await search(page).fill('mei ling');
    await expect(page).toHaveURL(`${path}?q=mei+ling`);
    await expect(count(page)).toHaveText(/lessons found$/);
    expect(await readCount(page)).toBeLessThan(all);
    const rows = lessonRows(page, /^Lessons you have given/);
    await expect(rows.filter({ hasNotText: 'Mei Ling Tan' })).toHaveCount(0);
    await expect(rows.first()).toContainText('Mei Ling Tan');
    await rows.first().getByRole('link').click();
    await expect(page).toHaveURL(/\/dashboard\/lessons\/[a-z0-9]{15}$/);
    await expect(page.getByText('Pick-up')).toBeVisible();
  });

  test('is not there for somebody who teaches nobody', { tag: '@any-width' }, async ({ page }) => {
    await signInAsNewLearner(page);
    await page.getByRole('button', { name: 'Switch to Instructor view' }).click();
    await page.goto(path);
    await expect(page.getByText('You have no instructor profile')).toBeVisible();
  });
});
