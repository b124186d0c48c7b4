import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any way through a page has. */
const mostStops = 90;

/** Presses Tab until `target` has the focus. Where the focus comes on the way it must be seen. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < mostStops; stop++) {
    await page.keyboard.press('Tab');
    await expectFocusSeen(page);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${mostStops} times Tab did not lead to ${target}`);
}

/** Goes to `target` by Tab, then types into it or presses a key there. */
export async function typeAt(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** Goes to `target` by Tab and presses `key` there. */
export async function pressAt(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** The focus is on something of the page, not lost to the whole of it. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).not.toBe('body');
}

/** What has the focus can be seen, and so can that it has it. */
async function expectFocusSeen(page: Page): Promise<void> {
  // The page may still be scrolling there.
  await expect.poll(() => findFocusFault(page)).toBe('');
}

function findFocusFault(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return '';
    const isMarked = (one: Element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
    };
    // Of a choice that is drawn by its words the line is around those.
    const drawn = [element, element.closest('label'), element.nextElementSibling, element.parentElement];
    const box = element.getBoundingClientRect();
    const isInSight = box.bottom > 0 && box.top < window.innerHeight && box.right > 0 && box.left < window.innerWidth;
    if (isInSight && drawn.some((one) => one && isMarked(one))) return '';
    return `${isInSight ? 'no sign of the focus on' : 'the focus is out of sight on'} ${element.outerHTML.slice(0, 160)}`;
  });
}
