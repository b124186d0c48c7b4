import { expect, type Page, test } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';

/** What is seen of each card: its height, its words and those of its times. */
function readCards(page: Page) {
  return page
    .getByRole('article')
    .filter({ has: page.locator('.slot') })
    .evaluateAll((cards) =>
      cards.map((card) => ({
        height: card.getBoundingClientRect().height,
        words: (card.textContent ?? '').replaceAll(/\s+/g, ' '),
        times: [...card.querySelectorAll('.slot')].map((time) =>
          [...time.children]
            .filter(({ className }) => className !== 'unseen')
            .map(({ textContent }) => textContent?.trim()),
        ),
      })),
    );
}

/** What a person reads in letters smaller than 15 pixels and that is no label. Runs in the page. */
function findSmallTexts(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element?.checkVisibility() || !node.textContent?.trim()) continue;
    // A map's names are drawn to its scale, and stand in the list beside it.
    if (element.closest('script, style, noscript, option, svg, .text-label')) continue;
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    if (size < 15) found.push(`${size} px: ${node.textContent}`);
  }
  return found;
}

test('a card takes about 200 px of a phone, with who, which car, where, what it costs and three times', {
  tag: '@narrow-only',
}, async ({ page }) => {
  for (const path of ['/', '/instructors']) {
    await page.goto(path);
    const cards = await readCards(page);
    expect(cards.length).toBeGreaterThan(2);
    for (const { height, words, times } of cards) {
      // What is not usual takes a line, the price of a time another one, and one of the names may be too long.
      const hasNote = /\+\d+%|by hand|Times for/.test(words);
      const lines = Number(hasNote) * 26 + Number(times.some(([, , price]) => price)) * 20;
      expect.soft(height, words).toBeLessThanOrEqual(225 + lines);
      expect.soft(words).toMatch(/(★ \d\.\d|New).*(Manual|Auto)[^·]*· [A-Z].*S\$\d+\.\d\d an hour/);
      expect.soft(times).toHaveLength(3);
    }
    expect(Math.min(...cards.map(({ height }) => height))).toBeLessThanOrEqual(204);
    await expectNoSidewaysScroll(page);
    await expect(page.getByRole('article').first().locator('img').first()).toHaveCSS('height', '116px');
  }
});

test('a time that costs more shows its own price and why, and the others show none', {
  tag: '@narrow-only',
}, async ({ page }) => {
  await page.goto('/instructors?weekday=6');
  const dearer = (await readCards(page)).filter(({ words }) => words.includes('Weekend +'));
  expect(dearer.length).toBeGreaterThan(0);
  for (const { times } of dearer) expect(times[0]?.[2]).toMatch(/^S\$\d+\.\d\d$/);
  await page.goto('/instructors');
  for (const { times, words } of await readCards(page)) {
    const priced = times.filter(([, , price]) => price);
    expect.soft(priced.length > 0, words).toBe(/(Weekend|Evening) \+\d+%/.test(words));
  }
});

test('nothing on the start page, the search and an instructor’s page is smaller than 15 px but labels', async ({
  page,
}) => {
  const { items } = await (await page.request.get('/api/marketplace/instructors?perPage=1')).json();
  for (const path of ['/', '/instructors', `/instructors/${items[0].instructor.id}`]) {
    await page.goto(path);
    expect.soft(await page.evaluate(findSmallTexts), path).toEqual([]);
  }
});
