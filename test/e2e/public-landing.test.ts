import { expect, test } from '@playwright/test';
import { takenOver } from './support/settle.ts';

test.describe('the landing page', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/');
  });

  for (const { id, label } of [
    { id: 'services', label: 'Services' },
    { id: 'about', label: 'About' },
    { id: 'testimonials', label: 'Testimonials' },
  ]) {
    test(`has an anchor to #${id} that scrolls there, before and after the application has loaded [24] [25] [26] [27] [28] [29]`, async ({
      page,
    }) => {
      const anchor = page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: label });
      await expect(anchor).toHaveAttribute('href', `#${id}`);
      const expectScrolled = async () => {
        await expect(page.locator(`#${id}`)).toBeInViewport();
        // A part of it may have been in sight before.
        await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
      };
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      await anchor.click();
      await expectScrolled();
      await takenOver(page);
      await page.evaluate(() => window.scrollTo(0, 0));
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
      await anchor.click();
      await expectScrolled();
    });
  }

  test('leads to signing in and to registering [30] [31] [32]', { tag: '@any-width' }, async ({ page }) => {
    const site = page.getByRole('navigation', { name: 'Site' });
    await expect(site.getByRole('link', { name: 'Sign In', exact: true })).toHaveAttribute('href', '/login');
    await expect(site.getByRole('link', { name: 'Get Started', exact: true })).toHaveAttribute('href', '/register');
    await page.getByRole('link', { name: 'Find an Instructor', exact: true }).click();
    await expect(page).toHaveURL('/register');
  });

  test('has four trust badges, three features, three testimonials, an About, a closing call and a footer [33] [34] [35] [36] [37] [38]', {
    tag: '@any-width',
  }, async ({ page }) => {
    await expect(page.getByRole('list', { name: 'What you can rely on' }).getByRole('listitem')).toHaveCount(4);
    await expect(page.locator('#services').getByRole('article')).toHaveCount(3);
    await expect(page.locator('#testimonials').getByRole('figure')).toHaveCount(3);
    await expect(page.getByRole('heading', { name: 'About Kerbside' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Your next lesson can be this week' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
  });

  test('makes its promises to learners and instructors [4] [5] [6] [7] [8] [9]', { tag: '@any-width' }, async ({
    page,
  }) => {
    for (const promise of [
      'Verified instructors',
      'Real ratings and reviews',
      'Booking and scheduling',
      'Refund guarantee',
      'Transparent pricing',
      'For instructors',
      'Your road to the licence',
    ]) {
      await expect(page.getByText(promise, { exact: true })).toBeVisible();
    }
  });

  test('shows three instructors with free times', { tag: '@any-width' }, async ({ page }) => {
    const strip = page.getByRole('region', { name: 'Free next' });
    await expect(strip.getByRole('article')).toHaveCount(3);
    await expect(strip.getByRole('link', { name: / with / }).first()).toBeVisible();
  });
});

/** Ten segments of TCP, which a server sends before it waits for an answer. */
const firstWindowBytes = 14_600;

test('the landing page comes with the first bytes that a connection may send', async ({ page }) => {
  // The first answer is packed for this visit alone, and the second for everybody.
  for (const _visit of ['first', 'second']) {
    const sizes = await (await page.goto('/'))?.request().sizes();
    expect((sizes?.responseHeadersSize ?? Number.NaN) + (sizes?.responseBodySize ?? Number.NaN)).toBeLessThan(
      firstWindowBytes,
    );
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the landing page is complete and its search works', { tag: '@any-width' }, async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.getByRole('combobox', { name: 'Licence' }).selectOption('3A');
    await page.getByRole('button', { name: /^Search/ }).click();
    await expect(page).toHaveURL('/instructors?licenceClass=3A');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('free');
    await expect(page.getByRole('article').first()).toBeVisible();
  });

  test('the sign-in page says that it needs them and puts nothing into the address', { tag: '@any-width' }, async ({
    page,
  }) => {
    const answer = await page.goto('/login');
    expect(await answer?.text()).toContain('<noscript><p');
    expect(await answer?.text()).toContain('Signing in needs JavaScript');
    await page.getByLabel('Email').fill('mei@kerbside.example');
    await page.getByLabel('Password', { exact: true }).fill('a-secret-password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  });
});
