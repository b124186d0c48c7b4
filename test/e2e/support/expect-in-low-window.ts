import { expect, type Locator, type Page } from '@playwright/test';

/** Fails when a button is not in sight in a window as low as a phone's with its keyboard open, however long the window over the page is. */
export async function expectInLowWindow(page: Page, button: Locator): Promise<void> {
  const size = page.viewportSize();
  if (!size) throw new Error('The page has no size.');
  await page.setViewportSize({ width: size.width, height: 520 });
  await page.getByRole('dialog').evaluate((window) => window.scrollTo(0, 0));
  await expect(button).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(size);
}
