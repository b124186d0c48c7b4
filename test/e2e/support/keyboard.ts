import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any way through a page has. */
const mostStops = 90;

/** Presses Tab until `target` has the focus. Where the focus comes on the way it must be seen. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < mostStops; stop++) {
    await page.keyboard.press('Tab');
    const { fault, isThere } = await target.evaluate(lookAtFocus);
    // The page may still be scrolling there.
    if (fault)
      await expect
        .poll(() =>
          page
            .locator(':root')
            .evaluate(lookAtFocus)
            .then((seen) => seen.fault),
        )
        .toBe('');
    if (isThere) return;
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

/** Whether the focus is on `target`, and what is wrong with where it is: it must be in sight, and marked. Runs in the page. */
function lookAtFocus(target: Element): { fault: string; isThere: boolean } {
  const element = document.activeElement;
  const isThere = element === target;
  const isMarked = (one: Element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
  };
  // The browser marks the part of a time or date that is typed.
  if (!element || element === document.body || element.matches('[type="time"], [type="date"]'))
    return { fault: '', isThere };
  // Of a choice that is drawn by its words the line is around those.
  const drawn = [element, element.closest('label'), element.nextElementSibling, element.parentElement];
  const box = element.getBoundingClientRect();
  const isInSight = box.bottom > 0 && box.top < window.innerHeight && box.right > 0 && box.left < window.innerWidth;
  if (isInSight && drawn.some((one) => one && isMarked(one))) return { fault: '', isThere };
  const wrong = isInSight ? 'no sign of the focus on' : 'the focus is out of sight on';
  return { fault: `${wrong} ${element.outerHTML.slice(0, 160)}`, isThere };
}
