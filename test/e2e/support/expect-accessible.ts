import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const runs = [
  { colorScheme: 'light', rules: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  // The page is the same in the other theme but for its colours, and these are all the rules that look at them.
  { colorScheme: 'dark', rules: ['color-contrast', 'link-in-text-block'] },
] as const;

/** No violation of WCAG 2.2 AA or good practice that axe can see, in either theme, on the page or in what is open above it. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  const found: string[] = [];
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  for (const { colorScheme, rules } of runs) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Colours on their way from one theme to the other are neither's.
    await page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    });
    const violations = await findViolations(page, part, rules);
    found.push(...violations.map((violation) => `${colorScheme} ${violation}`));
  }
  expect.soft(found).toEqual([]);
}

// Only what is wrong is described: to name every element that is right takes axe most of its time.
function findViolations(page: Page, part: string, rules: readonly string[]): Promise<string[]> {
  return page.evaluate(
    async ([within, runOnly]) => {
      const loaded: typeof axe = Reflect.get(window, 'axe');
      const { violations, passes } = await loaded.run(within, { runOnly: [...runOnly], resultTypes: ['violations'] });
      if (violations.length + passes.length === 0) return [`nothing was looked at in ${within}`];
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    [part, rules] as const,
  );
}
