import { expect, type Locator, type Page } from '@playwright/test';

/** What a way through the product costs whoever goes it. A tap is every press: of a link, a button, a tick, or a field that has not the focus yet. */
export type Counted = { taps: number; fields: number; pages: number };

/** Does with a phone's page what a thumb does, and counts it. */
export function countingHand(page: Page) {
  const counted: Counted = { taps: 0, fields: 0, pages: 0 };
  let shown = '';
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url());
    if (frame !== page.mainFrame() || pathname === shown) return;
    shown = pathname;
    counted.pages++;
  });
  const tap = async (what: Locator) => {
    counted.taps++;
    await what.tap();
  };
  return {
    counted,
    tap,
    type: async (field: Locator, text: string) => {
      await expect(field).toBeVisible();
      counted.fields++;
      if (!(await hasFocusSoon(field))) await tap(field);
      await page.keyboard.insertText(text);
    },
  };
}

/** Whether a field has the focus, or gets it as it comes. */
function hasFocusSoon(field: Locator): Promise<boolean> {
  return expect(field)
    .toBeFocused({ timeout: 500 })
    .then(
      () => true,
      () => false,
    );
}
