import { expect, type Locator, type Page } from '@playwright/test';

/**
 * The message at the edge of the page that says all of `text`. It is looked for in its own place: for screen readers a second one says the same for
 * a moment, so that a text alone may be there twice.
 */
export function toastOf(page: Page, text: string | RegExp): Locator {
  return page.locator('.toasts').getByText(text, { exact: true });
}

/** Such a message comes. It goes again by itself, so what it brought about is asked afterwards. Where none comes, the error says what the page shows. */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  try {
    await expect(toastOf(page, text)).toBeVisible();
  } catch (error) {
    // biome-ignore lint/performance/useDomNodeTextContent: What is hidden is not what the page shows.
    const shown = await page.locator('body').innerText();
    throw new Error(`${error instanceof Error ? error.message : error}\n\nThe page shows:\n${shown.slice(-3000)}`, {
      cause: error,
    });
  }
}
