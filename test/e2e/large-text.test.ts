import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { pathOf, type VisitedPage, visits } from '../support/visited-pages.ts';
import { askAs } from './support/ask-as.ts';
import { followCalls, settle } from './support/settle.ts';
import { demoAccounts, signIn } from './support/sign-in.ts';

/** From the smallest text that browsers offer to twice the usual, in pixels. */
const textSizes = [14, 16, 18, 21, 24, 28, 32];

/** A reader's own size of text, by the browser's setting or by what sets the page's root. */
const ways = {
  browser: (_page: Page, devtools: CDPSession, standard: number) =>
    devtools.send('Page.setFontSizes', { fontSizes: { standard } }),
  root: (page: Page, _devtools: CDPSession, size: number) =>
    page.evaluate((px) => {
      document.documentElement.style.fontSize = `${px}px`;
    }, size),
};

/** At which sizes the page is wider than the window, all that is folded opened, and by how much. */
async function findOverhangs(page: Page, devtools: CDPSession): Promise<string[]> {
  const found: string[] = [];
  // Not the window's own width, which grows on a phone with what is too wide for it.
  const windowWidth = page.viewportSize()?.width ?? 0;
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true;
  });
  for (const [way, setText] of Object.entries(ways)) {
    for (const size of textSizes) {
      await setText(page, devtools, size);
      const measure = () =>
        page.evaluate(
          (width) => ({
            size: getComputedStyle(document.documentElement).fontSize,
            overhang: Math.max(0, document.documentElement.scrollWidth - width),
          }),
          windowWidth,
        );
      // What the page itself does about it comes a moment later.
      await expect
        .poll(measure, { timeout: 1500 })
        .toEqual({ size: `${size}px`, overhang: 0 })
        .catch(async () => found.push(`${way}, ${size} px: ${JSON.stringify(await measure())}`));
    }
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  }
  return found;
}

const guestPages: readonly VisitedPage[] = visits.flatMap(({ as, pages }) => (as === 'guest' ? pages : []));

test('no public page is wider than a phone’s window with text of 14 to 32 px', { tag: '@narrow-only' }, async ({
  page,
}) => {
  test.slow();
  followCalls(page);
  const devtools = await page.context().newCDPSession(page);
  const paths = await Promise.all(guestPages.map((visited) => pathOf(visited, askAs(page, ''))));
  for (const path of [...paths, '/instructors?licenceClass=3A&q=nobody-has-this-name']) {
    await page.goto(path);
    await settle(page);
    expect.soft(await findOverhangs(page, devtools), path).toEqual([]);
  }
});

test('nor is the page on which a time is chosen', { tag: '@narrow-only' }, async ({ page }) => {
  followCalls(page);
  const { items } = await (await page.request.get('/api/marketplace/instructors?perPage=1')).json();
  await signIn(page, demoAccounts.learner, `/dashboard/book-lesson?instructor=${items[0].instructor.id}`);
  await expect(page.getByRole('radio').first()).toBeAttached();
  await settle(page);
  expect(await findOverhangs(page, await page.context().newCDPSession(page))).toEqual([]);
});
