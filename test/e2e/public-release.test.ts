import { expect, type Page, test } from '@playwright/test';
import { followCalls, settle, takenOver } from './support/settle.ts';

/** Scripts that were not loaded yet are gone, as after a release; answers how to bring them back. */
async function takeScriptsAway(page: Page): Promise<() => Promise<void>> {
  const scripts = /\/assets\/[^/]+\.js$/;
  await page.route(scripts, (route) => route.fulfill({ status: 404, body: 'Not found' }));
  return () => page.unroute(scripts);
}

/** The addresses that were opened as a whole page from now on. */
function watchOpenings(page: Page): string[] {
  const opened: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) opened.push(new URL(request.url()).pathname);
  });
  return opened;
}

const signIn = (page: Page) =>
  page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Sign In', exact: true });

test('[11.13] a public page that was opened before a release opens the next one anew, once, and not in a circle while its parts stay away', {
  tag: '@any-width',
}, async ({ page }) => {
  await page.goto('/');
  await takenOver(page);
  followCalls(page);
  const opened = watchOpenings(page);
  let bringBack = await takeScriptsAway(page);
  // The new page finds what belongs to it.
  await page.route('/login', async (route) => {
    await bringBack();
    await route.continue();
  });
  await signIn(page).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill('priya@kerbside.example');
  expect(opened).toEqual(['/login']);

  await page.unroute('/login');
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/');
  await takenOver(page);
  opened.length = 0;
  bringBack = await takeScriptsAway(page);
  await signIn(page).click();
  // Opened anew the page is what the server wrote, and its scripts are still gone.
  await expect.poll(() => opened).toEqual(['/login']);
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await settle(page);
  expect(opened).toEqual(['/login']);

  await bringBack();
  await page.goto('/');
  await takenOver(page);
  opened.length = 0;
  await takeScriptsAway(page);
  await signIn(page).click();
  // It was opened anew by itself less than a minute ago: now the person decides.
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/login');
  expect(opened).toEqual([]);
});
