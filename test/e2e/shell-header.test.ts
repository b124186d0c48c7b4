import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { demoAccounts, signIn } from './support/sign-in.ts';

const title = (page: Page) => page.getByRole('banner').getByRole('heading', { level: 1 });
const switchTo = (page: Page, view: 'Instructor' | 'Learner' | 'Admin') =>
  page.getByRole('button', { name: `Switch to ${view} view` });

/** The navigation, wherever the window has room for it. */
async function openNavigation(page: Page, isMobile: boolean): Promise<Locator> {
  if (isMobile) await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  const navigation = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(navigation).toBeVisible();
  return navigation;
}

async function closeNavigation(page: Page, isMobile: boolean): Promise<void> {
  if (isMobile) await page.getByRole('button', { name: 'Close' }).click();
}

async function openUserMenu(page: Page, isMobile: boolean): Promise<void> {
  await openNavigation(page, isMobile);
  await page.getByRole('button', { name: /^User menu/ }).click();
}

/** Each group with its places: `Main: Dashboard /dashboard, …`. */
async function readGroups(navigation: Locator): Promise<string[]> {
  const groups: string[] = [];
  for (const list of await navigation.getByRole('list').all()) {
    const name = await list.evaluate((element) => {
      const id = element.getAttribute('aria-labelledby') ?? '';
      return document.getElementById(id)?.textContent;
    });
    const links = await list.getByRole('link').all();
    const places = await Promise.all(
      links.map(async (link) => `${await link.textContent()} ${await link.getAttribute('href')}`),
    );
    groups.push(`${name}: ${places.join(', ')}`);
  }
  return groups;
}

test.describe('the user menu', () => {
  test.beforeEach(({ page }) => signIn(page, demoAccounts.learner));

  test('leads to the profile and the settings [143] [144]', async ({ page, isMobile }) => {
    await openUserMenu(page, isMobile);
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await expect(page).toHaveURL('/dashboard/profile');
    await openUserMenu(page, isMobile);
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page).toHaveURL('/dashboard/settings');
  });

  test('logs out: the session is gone and the dashboard closed [145] [146] [147] [148] [253]', async ({
    page,
    isMobile,
  }) => {
    await openUserMenu(page, isMobile);
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => localStorage.getItem('pocketbase_auth'))).toBeNull();
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/');
  });
});

test.describe('the views', () => {
  test('start with the learner, switch and switch back without a call that changes anything [150-153] [155] [Q11]', async ({
    page,
    isMobile,
  }) => {
    await signIn(page, demoAccounts.instructor);
    const before = await (await openNavigation(page, isMobile)).getByRole('link').allTextContents();
    expect(before).toContain('Book a Lesson');
    await closeNavigation(page, isMobile);
    const writes: string[] = [];
    // What every page does by itself once it stands: renew its token and listen.
    const own = /\/api\/(?:realtime|collections\/users\/auth-refresh)$/;
    page.on('request', (request) => {
      if (request.method() !== 'GET' && !own.test(request.url())) writes.push(request.url());
    });
    await switchTo(page, 'Instructor').click();
    await expect(page.getByRole('heading', { name: 'Student roster' })).toBeVisible();
    const teaching = await (await openNavigation(page, isMobile)).getByRole('link').allTextContents();
    expect(teaching).toContain('My Schedule');
    expect(teaching).not.toContain('Book a Lesson');
    await closeNavigation(page, isMobile);
    await switchTo(page, 'Learner').click();
    expect(await (await openNavigation(page, isMobile)).getByRole('link').allTextContents()).toEqual(before);
    expect(writes).toEqual([]);
  });

  test('are switched in the user menu on other pages, whose header has no button for it', async ({
    page,
    isMobile,
  }) => {
    await signIn(page, demoAccounts.learner, '/dashboard/settings');
    await expect(title(page)).toHaveText('Settings');
    await expect(switchTo(page, 'Instructor')).toHaveCount(0);
    await openUserMenu(page, isMobile);
    await page.getByRole('menuitem', { name: 'Instructor view' }).click();
    await closeNavigation(page, isMobile);
    await expect((await openNavigation(page, isMobile)).getByRole('link', { name: 'My Schedule' })).toBeVisible();
  });

  for (const [part, email] of Object.entries(demoAccounts)) {
    test(`can be switched by the ${part} account, too, and the choice stays on this device [154]`, {
      tag: '@any-width',
    }, async ({ page }) => {
      const own = part === 'admin' ? 'Admin' : 'Learner';
      await signIn(page, email);
      await page.getByRole('button', { name: `${own} view. Switch to Instructor view` }).click();
      await expect(switchTo(page, own)).toBeVisible();
      await page.reload();
      await page.getByRole('button', { name: `Instructor view. Switch to ${own} view` }).click();
      await expect(switchTo(page, 'Instructor')).toBeVisible();
    });
  }
});

test.describe('the navigation sets', () => {
  test('of the learner view [164-166] [171-173] [Q11]', async ({ page, isMobile }) => {
    await signIn(page, demoAccounts.learner);
    expect(await readGroups(await openNavigation(page, isMobile))).toEqual([
      'Main: Dashboard /dashboard, Book a Lesson /dashboard/book-lesson, Lesson History /dashboard/lesson-history',
      'Learning: Road to licence /dashboard/road, Saved instructors /dashboard/saved',
      'Support: Profile /dashboard/profile, Settings /dashboard/settings, Help Center /dashboard/help',
    ]);
  });

  test('of the instructor view [167-173]', async ({ page, isMobile }) => {
    await signIn(page, demoAccounts.learner);
    await switchTo(page, 'Instructor').click();
    expect(await readGroups(await openNavigation(page, isMobile))).toEqual([
      'Main: Dashboard /dashboard, My Schedule /dashboard/schedule, My Students /dashboard/students, Earnings /dashboard/earnings',
      'Support: Profile /dashboard/profile, Settings /dashboard/settings, Help Center /dashboard/help',
    ]);
  });

  test('of an admin [156-163] [172] [173]', async ({ page, isMobile }) => {
    await signIn(page, demoAccounts.admin);
    expect(await readGroups(await openNavigation(page, isMobile))).toEqual([
      'Main: Dashboard /dashboard, Analytics /dashboard/analytics, Users /dashboard/users',
      'Management: Billing /dashboard/billing, Reports /dashboard/reports, Notifications /dashboard/notifications',
      'Support: Help Center /dashboard/help, Settings /dashboard/settings',
    ]);
  });
});

const tabs = {
  learner: ['Home', 'Find', 'Lessons', 'Inbox', 'More'],
  instructor: ['Today', 'Schedule', 'Students', 'Earnings', 'More'],
  admin: ['Home', 'Users', 'Billing', 'Reports', 'More'],
};

for (const [part, words] of Object.entries(tabs)) {
  test(`a phone has five places of the ${part} at its lower edge, the last of which opens the menu`, {
    tag: '@narrow-only',
  }, async ({ page }) => {
    await signIn(page, demoAccounts[part as keyof typeof demoAccounts]);
    if (part === 'instructor') await switchTo(page, 'Instructor').click();
    const bar = page.getByRole('navigation', { name: 'Main places' });
    const places = bar.locator('a, button');
    await expect(places).toHaveText(words.map((word) => new RegExp(`^${word}`)));
    for (const place of await places.all()) {
      const box = await place.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await expectAccessible(page);
    const link = bar.getByRole('link').nth(1);
    const path = await link.getAttribute('href');
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    await expect(bar).toBeInViewport({ ratio: 1 });
    await link.click();
    await expect(page).toHaveURL(String(path));
    await expect(bar.locator('[aria-current]')).toHaveText(words[1] ?? '');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await bar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Settings' }).click();
    await expect(title(page)).toHaveText('Settings');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });
}

/** Goes on as a link of the page does, without loading the application anew. */
async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
}

const titles = {
  '': 'Dashboard',
  '/analytics': 'Analytics',
  '/analytics/payouts': 'Payouts',
  '/analytics/payouts/failed': 'Failed payouts',
  '/analytics/ledger': 'Ledger',
  '/analytics/bank': 'Bank',
  '/analytics/questions': 'Questions',
  '/analytics/lessons': 'Lessons',
  '/analytics/learners': 'Active learners',
  '/users': 'Users',
  '/billing': 'Billing',
  '/reports': 'Reports',
  '/notifications': 'Notifications',
  '/help': 'Help Center',
  '/help/requests': 'Support requests',
  '/settings': 'Settings',
  '/book-lesson': 'Book a Lesson',
  '/lesson-history': 'Lesson History',
  '/schedule': 'My Schedule',
  '/students': 'My Students',
  '/earnings': 'Earnings',
  '/profile': 'Profile',
  '/nowhere/at/all': 'Dashboard',
};

for (const [part, email] of Object.entries(demoAccounts)) {
  test(`every page opens for the ${part} account and its title follows the path [20] [149] [174-176] [187-191]`, {
    tag: '@any-width',
  }, async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await signIn(page, email);
    for (const [path, name] of Object.entries(titles)) {
      await goWithin(page, `/dashboard${path}`);
      await expect(title(page)).toHaveText(name);
      await expect(page.getByRole('main').getByText(/\w{3}/).first()).toBeVisible();
    }
    expect(errors).toEqual([]);
  });
}
