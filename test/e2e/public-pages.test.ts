import { expect, test } from '@playwright/test';
import { followCalls, settle, takenOver, untilDrawn } from './support/settle.ts';
import { watchLayoutShift } from './support/watch-layout-shift.ts';

const publicPaths = [
  '/',
  '/instructors',
  '/login',
  '/login-otp',
  '/register',
  '/forgot-password',
  '/terms',
  '/privacy',
  '/nowhere',
];

test.describe('public pages', () => {
  test('open without a session [10] [11] [12] [13] [14] [15]', { tag: '@any-width' }, async ({ page }) => {
    for (const path of publicPaths) {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(path === '/nowhere' ? 404 : 200);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  });

  test('an unknown address says so and leads on', { tag: '@any-width' }, async ({ page }) => {
    await page.goto('/nowhere');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The road ends here');
    await expect(page).toHaveTitle(/Page not found/);
    await page.getByRole('main').getByRole('link', { name: 'Search instructors' }).click();
    await expect(page).toHaveURL('/instructors');
  });

  test('the focus goes to the new page on navigation, and the way past the navigation comes first', async ({
    page,
  }) => {
    await page.goto('/');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await takenOver(page);
    await page.getByRole('link', { name: 'Sign In' }).click();
    await expect(page.getByRole('main')).toBeFocused();
    await expect(page).toHaveTitle('Sign in · Kerbside');
  });

  test('a request for another origin is never made', { tag: '@any-width' }, async ({ page, baseURL }) => {
    followCalls(page);
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(baseURL ?? '') && !request.url().startsWith('data:')) foreign.push(request.url());
    });
    for (const path of publicPaths) {
      await page.goto(path);
      await settle(page);
    }
    expect(foreign).toEqual([]);
  });

  test('what is being read stays where it is when fonts and styles come late', async ({ page }) => {
    followCalls(page);
    const readShift = await watchLayoutShift(page);
    let line = Promise.withResolvers<void>();
    await page.route(/\.(?:css|woff2)$/, async (route) => {
      await line.promise;
      await route.continue();
    });
    for (const path of ['/terms', '/privacy']) {
      line = Promise.withResolvers<void>();
      // Until the fonts are there the load goes on.
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // The page has been painted, so that whatever comes now would move it.
      await expect
        .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
        .toBe(1);
      line.resolve();
      await settle(page);
      await page.evaluate(() => Promise.all([...document.fonts].map((face) => face.load())));
      await untilDrawn(page);
      const { sum, moved } = await readShift();
      expect(sum < 0.001 ? [] : [path, sum, ...moved]).toEqual([]);
    }
  });
});
