import { expect, type Page } from '@playwright/test';

/** Goes on as a link of the page does, without loading the application anew, and waits until the page that was shown has left. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const isOther = new URL(to, location.href).pathname !== location.pathname;
    // The same page with something else in its address stays.
    if (isOther) for (const shown of document.querySelectorAll('#main > *')) shown.setAttribute('data-left', '');
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
  await expect(page.locator('#main > [data-left]')).toHaveCount(0);
}
