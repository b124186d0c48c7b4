import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';

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
  for (const path of publicPaths) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`${path} opens without a session, fits the screen and has no accessibility fault, ${colorScheme} [10] [11] [12] [13] [14] [15]`, async ({
        page,
      }) => {
        const problems: string[] = [];
        page.on('console', (message) => {
          if (message.text().includes('Content Security Policy')) problems.push(message.text());
        });
        page.on('pageerror', (error) => problems.push(String(error)));
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const answer = await page.goto(path);
        expect(answer?.status()).toBe(path === '/nowhere' ? 404 : 200);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expectNoSidewaysScroll(page);
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
          .analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
        expect(problems).toEqual([]);
      });
    }
  }

  test('an unknown address says so and leads on', async ({ page }) => {
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
    await page.waitForLoadState('networkidle');
    await page.getByRole('link', { name: 'Sign In' }).click();
    await expect(page.getByRole('main')).toBeFocused();
    await expect(page).toHaveTitle('Sign in · Kerbside');
  });

  test('a request for another origin is never made', async ({ page, baseURL }) => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(baseURL ?? '') && !request.url().startsWith('data:')) foreign.push(request.url());
    });
    for (const path of publicPaths) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
    }
    expect(foreign).toEqual([]);
  });
});
