import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** As it is packed: the readable one is more than twice as long, and each page gets its own. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** All the rules that look at colours, which take axe longer than all others together. */
const ofColours = ['color-contrast', 'link-in-text-block'];

type Run = { colorScheme: 'light' | 'dark'; rules: readonly string[]; without?: readonly string[] };

/** The page is the same in the other theme but for its colours. */
const inBothThemes: readonly Run[] = [
  { colorScheme: 'light', rules: standards },
  { colorScheme: 'dark', rules: ofColours },
];
const butColours: readonly Run[] = [{ colorScheme: 'light', rules: standards, without: ofColours }];

/**
 * No violation of WCAG 2.2 AA or good practice that axe can see, in either theme, on the page or in what is open above it. `isWithoutColours` is for
 * a page whose colours are looked at elsewhere.
 */
export async function expectAccessible(page: Page, part = 'html', isWithoutColours = false): Promise<void> {
  const found: string[] = [];
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  for (const { colorScheme, ...run } of isWithoutColours ? butColours : inBothThemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(coloursSettled);
    let violations = await findViolations(page, part, run);
    // What is being painted anew just then has the colours of two moments, and news pass over the page; what is wrong stays wrong.
    if (violations.length > 0) {
      await expect(page.locator('.toasts > *')).toHaveCount(0);
      await page.evaluate(coloursSettled);
      violations = await findViolations(page, part, run);
    }
    found.push(...violations.map((violation) => `${colorScheme} ${violation}`));
  }
  expect.soft(found).toEqual([]);
}

// Colours on their way from one theme to the other are neither's; one that inherits a colour on its way may set out when that one has arrived.
async function coloursSettled(): Promise<void> {
  const running = () => document.getAnimations().filter(({ playState }) => playState === 'running');
  do {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    await Promise.allSettled(running().map(({ finished }) => finished));
  } while (running().length > 0);
}

// Only what is wrong is described: to name every element that is right takes axe most of its time.
function findViolations(
  page: Page,
  part: string,
  { rules, without = [] }: Omit<Run, 'colorScheme'>,
): Promise<string[]> {
  return page.evaluate(
    async ([within, runOnly, left]) => {
      const loaded: typeof axe = Reflect.get(window, 'axe');
      // What lies half behind a bar comes out when one scrolls: it is as large as it is.
      const bars = [...document.querySelectorAll<HTMLElement>('body *')].filter(
        (element) =>
          /fixed|sticky/.test(getComputedStyle(element).position) &&
          element.style.position === '' &&
          !element.closest('[role="dialog"]'),
      );
      for (const { style } of bars) style.setProperty('position', 'relative');
      const { violations, passes } = await loaded.run(within, {
        runOnly: [...runOnly],
        rules: Object.fromEntries(left.map((rule) => [rule, { enabled: false }])),
        resultTypes: ['violations'],
      });
      for (const { style } of bars) style.removeProperty('position');
      if (violations.length + passes.length === 0) return [`nothing was looked at in ${within}`];
      const coloursOf = ({ any }: axe.NodeResult) =>
        any.map(({ data }) => (data?.fgColor ? ` (${data.fgColor} on ${data.bgColor})` : '')).join('');
      return violations.map(({ id, nodes }) => {
        return `${id}: ${nodes.map((node) => node.html + coloursOf(node)).join(' ')}`;
      });
    },
    [part, rules, without] as const,
  );
}
