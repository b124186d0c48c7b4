import { expect, type Page, test } from '@playwright/test';
import { chosenTime } from './support/book.ts';
import { demoLearner } from './support/demo-learner.ts';
import { takenOver } from './support/settle.ts';

const guarded = [
  '',
  '/analytics',
  '/users',
  '/billing',
  '/reports',
  '/notifications',
  '/help',
  '/settings',
  '/book-lesson',
  '/lesson-history',
  '/schedule',
  '/students',
  '/earnings',
  '/profile',
  '/unknown/deep',
].map((path) => `/dashboard${path}`);

async function signIn(page: Page): Promise<void> {
  // Registering, which some come from, has the same fields.
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await page.getByLabel('Email').fill(demoLearner.email);
  await page.getByLabel('Password', { exact: true }).fill(demoLearner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test.describe('the signed-in area without a session', () => {
  test('sends every path to the start page [17] [18] [19]', { tag: '@any-width' }, async ({ page }) => {
    for (const path of guarded) {
      await page.goto(path);
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  });

  test('does not loop on Back [23]', { tag: '@any-width' }, async ({ page }) => {
    await page.goto('/terms');
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/');
    await page.goBack();
    await expect(page).toHaveURL('/terms');
  });

  test('treats an expired token as none [21]', { tag: '@any-width' }, async ({ page }) => {
    const payload = btoa(JSON.stringify({ exp: 1_500_000_000 }));
    await page.addInitScript((token) => {
      localStorage.setItem('pocketbase_auth', JSON.stringify({ token, record: { id: 'x' } }));
    }, `e30.${payload}.x`);
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/');
  });

  test('remembers the wanted path until somebody signs in [Q1] [Q2]', { tag: '@any-width' }, async ({ page }) => {
    await page.goto('/dashboard/help');
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => sessionStorage.getItem('kerbside_wanted_path'))).toBe('/dashboard/help');
    await page.getByRole('link', { name: 'Sign In' }).click();
    await signIn(page);
    await expect(page).toHaveURL('/dashboard/help');
  });
});

test.describe('a time chosen by a guest', () => {
  for (const moment of ['before', 'after'] as const) {
    test(`survives signing in when tapped ${moment} the application has loaded`, { tag: '@any-width' }, async ({
      page,
    }) => {
      await page.goto('/instructors', { waitUntil: moment === 'before' ? 'commit' : 'load' });
      if (moment === 'after') await takenOver(page);
      // Side by side, both would want the same time.
      const time = page
        .getByRole('article')
        .nth(moment === 'before' ? 0 : 1)
        .getByRole('link', { name: / with / })
        .first();
      const path = await time.getAttribute('href');
      await time.click();
      await expect(page).toHaveURL('/login-otp');
      await expect(page.getByText(chosenTime)).toBeVisible();
      await page.getByRole('link', { name: 'Create an account' }).click();
      await expect(page.getByText(chosenTime)).toBeVisible();
      await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click();
      await signIn(page);
      await page.waitForURL((url) => url.pathname === '/dashboard/book-lesson');
      const kept = new URL(page.url()).searchParams;
      const wanted = new URL(path ?? '', page.url()).searchParams;
      expect([kept.get('instructor'), kept.get('start')]).toEqual([wanted.get('instructor'), wanted.get('start')]);
    });
  }

  test('survives registering first', { tag: '@any-width' }, async ({ page }) => {
    await page.goto('/instructors');
    await takenOver(page);
    await page
      .getByRole('article')
      .first()
      .getByRole('link', { name: / with / })
      .first()
      .click();
    await page.getByRole('link', { name: 'Create an account' }).click();
    const email = `new-${crypto.randomUUID()}@learners.example`;
    await page.getByLabel('Full Name').fill('New Learner');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill('long-enough');
    await page.getByLabel('Confirm Password', { exact: true }).fill('long-enough');
    await page.getByRole('checkbox', { name: /I agree/ }).check();
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL((url) => url.pathname === '/dashboard/book-lesson');
  });
});

test('/user/home leads a signed-in user on and stays in the history [16] [Q6]', { tag: '@any-width' }, async ({
  page,
}) => {
  await page.goto('/login');
  await signIn(page);
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/user/home');
  await expect(page).toHaveURL('/dashboard');
  // Itself, and where it led.
  const last = await page.evaluate(() => {
    const { navigation } = window as unknown as { navigation: { entries: () => Array<{ url: string }> } };
    return navigation
      .entries()
      .slice(-2)
      .map(({ url }) => new URL(url).pathname);
  });
  expect(last).toEqual(['/user/home', '/dashboard']);
});
