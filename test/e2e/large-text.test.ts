import { chromium, expect, test } from '@playwright/test';
import { findChromium } from '../../bin/lib/find-chromium.mjs';
import { launchOptionsOf } from '../support/launch-options.ts';
import { demoAccounts, signIn } from './support/sign-in.ts';

const asGuest = ['/', '/instructors', '/login', '/register', '/help', '/teach', '/privacy'];
const asLearner = [
  '/dashboard/book-lesson',
  '/dashboard/lesson-history',
  '/dashboard/settings',
  '/dashboard/notifications',
];

test('[14.25] no page scrolls sideways at 360 px when the reader’s text is twice as large', {
  tag: '@any-width',
}, async ({ baseURL }) => {
  const usual = launchOptionsOf(findChromium());
  const browser = await chromium.launch({
    ...usual,
    args: [...(usual.args ?? []), '--blink-settings=defaultFontSize=32'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 }, ...(baseURL ? { baseURL } : {}) });
    const overhang = async () => {
      await expect(page.getByRole('heading').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    };
    for (const path of asGuest) {
      await page.goto(path);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
      expect.soft(await overhang(), path).toBeLessThanOrEqual(0);
    }
    await signIn(page, demoAccounts.learner);
    for (const path of asLearner) {
      await page.goto(path);
      expect.soft(await overhang(), path).toBeLessThanOrEqual(0);
    }
  } finally {
    await browser.close();
  }
});
