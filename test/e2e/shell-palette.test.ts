import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { expectToast } from './support/expect-toast.ts';
import { becomeNewLearner, demoAccounts, signIn, signInAsNewLearner } from './support/sign-in.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to or find' });
const field = (page: Page) => palette(page).getByRole('combobox');
const options = (page: Page) => palette(page).getByRole('option');
const active = (page: Page) => palette(page).getByRole('option', { selected: true });
const openButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Go to or find' });
const shortcuts = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

async function open(page: Page): Promise<void> {
  await expect(openButton(page)).toBeVisible();
  await page.keyboard.press('Control+K');
  await expect(field(page)).toBeFocused();
}

test('the palette opens by Ctrl+K, Cmd+K and its button, and gives the focus back', { tag: '@any-width' }, async ({
  page,
}) => {
  await signIn(page, demoAccounts.learner);
  await open(page);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press('Meta+K');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Control+K');
  await expect(palette(page)).toBeHidden();
  await openButton(page).click();
  await expect(field(page)).toBeFocused();
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await expect(openButton(page)).toBeFocused();
});

test('it is a combobox: arrows choose, Enter goes there, and the new page has the focus', {
  tag: '@any-width',
}, async ({ page }) => {
  await signIn(page, demoAccounts.learner);
  await open(page);
  await expect(active(page)).toHaveText('Dashboard');
  await page.keyboard.press('ArrowDown');
  await expect(active(page)).toHaveText('Book a Lesson');
  const id = await active(page).getAttribute('id');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? '');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(active(page)).toHaveText('Log out');
  await field(page).fill('les');
  await expect(options(page).first()).toHaveText('Lesson History');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/lesson-history');
  await expect(page.locator('#main')).toBeFocused();
  await open(page);
  const recent = palette(page).getByRole('group', { name: 'Recent' });
  await expect(recent.getByRole('option')).toHaveText(['Lesson History']);
});

test('it is accessible in both themes', async ({ page }) => {
  await signInAsNewLearner(page);
  await open(page);
  await field(page).fill('les');
  await expect(options(page).first()).toHaveText('Lesson History');
  await expectAccessible(page, '[role="dialog"]');
});

test('it goes to the pages of the role and the view, and to nobody else’s', { tag: '@any-width' }, async ({ page }) => {
  await signIn(page, demoAccounts.learner);
  await open(page);
  const pages = palette(page).getByRole('group', { name: 'Pages' }).getByRole('option');
  for (const name of ['Book a Lesson', 'Road to licence', 'Saved instructors']) {
    await expect(pages.filter({ hasText: name })).toHaveCount(1);
  }
  await expect(pages.filter({ hasText: 'My Schedule' })).toHaveCount(0);
  await field(page).fill('instructor view');
  await options(page).filter({ hasText: 'Switch to Instructor view' }).click();
  await expect(page.getByRole('button', { name: 'Switch to Learner view' })).toBeVisible();
  await open(page);
  await expect(pages.filter({ hasText: 'My Schedule' })).toHaveCount(1);
  await expect(pages.filter({ hasText: 'Book a Lesson' })).toHaveCount(0);
});

test('a learner finds instructors and lessons, by day and by number', { tag: '@any-width' }, async ({ page }) => {
  const { token, record } = await signIn(page, demoAccounts.learner);
  // The last one: of a day the latest few are shown, and other tests book days nearer by.
  const found = await page.request.get('/api/collections/lessons/records', {
    params: { filter: `learner = '${record.id}' && status = 'confirmed'`, sort: '-start', expand: 'instructor' },
    headers: { Authorization: token },
  });
  const [lesson] = (await found.json()).items;
  await open(page);
  await field(page).fill(lesson.expand.instructor.name);
  const named = palette(page).getByRole('group', { name: 'Instructors' }).getByRole('option');
  await expect(named.first()).toContainText(lesson.expand.instructor.name);
  const lessons = palette(page).getByRole('group', { name: 'Lessons' }).getByRole('option');
  await field(page).fill(lesson.id);
  await expect(lessons).toHaveCount(1);
  const label = (await lessons.first().textContent()) ?? '';
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Singapore', day: 'numeric', month: 'short' });
  await field(page).fill(day.format(new Date(lesson.start)));
  await expect(lessons.filter({ hasText: label })).toHaveCount(1);
  await lessons.filter({ hasText: label }).click();
  await expect(page).toHaveURL(`/dashboard/lessons/${lesson.id}`);
});

test('an instructor finds students, an admin finds users', { tag: '@any-width' }, async ({ page }) => {
  await signIn(page, demoAccounts.instructor);
  await page.getByRole('button', { name: 'Switch to Instructor view' }).click();
  await open(page);
  await field(page).fill('Mei');
  await palette(page).getByRole('group', { name: 'Students' }).getByRole('option').first().click();
  await expect(page).toHaveURL(/\/dashboard\/students\?q=/);
  await signIn(page, demoAccounts.admin);
  await open(page);
  await field(page).fill('ravi@');
  await palette(page).getByRole('group', { name: 'Users' }).getByRole('option').first().click();
  await expect(page).toHaveURL(/\/dashboard\/users\?person=[a-z0-9]{15}$/);
});

test('it says when nothing fits, and when the search failed; then it is tried again by a button', {
  tag: '@any-width',
}, async ({ page }) => {
  await signInAsNewLearner(page);
  await open(page);
  await field(page).fill('qqzzxx');
  await expect(palette(page)).toContainText('Nothing matches “qqzzxx”');
  await expect(options(page)).toHaveCount(0);
  await page.route('**/api/marketplace/instructors?*', (route) =>
    route.fulfill({ status: 400, json: { status: 400 } }),
  );
  await page.route('**/api/collections/lessons/records?*', (route) =>
    route.fulfill({ status: 400, json: { status: 400 } }),
  );
  await field(page).fill('qqzzxy');
  await expect(palette(page).getByRole('alert')).toContainText('could not be searched');
  await page.unrouteAll();
  await palette(page).getByRole('button', { name: 'Try again' }).click();
  await expect(palette(page)).toContainText('Nothing matches “qqzzxy”');
});

test('it says that it searches while the answer takes its time', { tag: '@any-width' }, async ({ page }) => {
  await signInAsNewLearner(page);
  let answer = () => {};
  const gate = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/marketplace/instructors?*', async (route) => {
    await gate;
    await route.continue();
  });
  await open(page);
  await field(page).fill('qqzzxx');
  await expect(palette(page).getByRole('status')).toHaveText('Searching');
  answer();
  await expect(palette(page).getByRole('status')).toHaveText('0 results');
});

test('it saves the form of the page, turns dark mode on and logs out', { tag: '@any-width' }, async ({ page }) => {
  await signInAsNewLearner(page);
  await open(page);
  await expect(options(page).filter({ hasText: 'Save Changes' })).toHaveCount(0);
  await page.goto('/dashboard/profile');
  await page.getByLabel('Location').fill('Bedok');
  await open(page);
  await options(page).filter({ hasText: 'Save Changes' }).click();
  await expectToast(page, 'Profile saved');
  await open(page);
  await field(page).fill('dark');
  await options(page).filter({ hasText: 'Turn dark mode on' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await open(page);
  await field(page).fill('log out');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  // Only which view was chosen on this device is left.
  const left = await page.evaluate(() => Object.keys(localStorage));
  expect(left.filter((name) => !name.startsWith('kerbside_view_'))).toEqual([]);
});

test('the question mark lists the shortcuts, not while typing, and can be switched off', { tag: '@any-width' }, async ({
  page,
}) => {
  await becomeNewLearner(page);
  await page.goto('/dashboard/profile');
  await page.getByLabel('Bio').fill('Why');
  await page.getByLabel('Bio').press('?');
  await expect(page.getByLabel('Bio')).toHaveValue('Why?');
  await expect(shortcuts(page)).toBeHidden();
  await page.getByRole('heading', { name: 'About you' }).click();
  await page.keyboard.press('?');
  await expect(shortcuts(page)).toBeVisible();
  await expect(shortcuts(page).getByRole('term').filter({ hasText: 'Open or close the sidebar' })).toBeVisible();
  await expectAccessible(page, '[role="dialog"]');
  await shortcuts(page).getByRole('checkbox', { name: 'The ? key opens this list' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(shortcuts(page)).toBeHidden();
  await page.keyboard.press('?');
  await open(page);
  await field(page).fill('keyboard');
  await page.keyboard.press('Enter');
  await expect(shortcuts(page)).toBeVisible();
});
