import type { Page } from '@playwright/test';

type Shifts = { sum: number; moved: string[] };

declare global {
  var kerbsideShifts: Shifts;
}

/** Less than this much movement in a load can't be seen: an hundredth of the window moved by its own height, or a few pixels of a line. */
export const mostShift = 0.02;

/**
 * Adds up, from the next page load on, how far what is shown moves without anybody having asked for it (Cumulative Layout Shift). The answer
 * gives the sum and what moved, since the load or since `forgetShifts`.
 */
export async function watchLayoutShift(page: Page): Promise<() => Promise<Shifts>> {
  await page.addInitScript(() => {
    const shifts: Shifts = { sum: 0, moved: [] };
    window.kerbsideShifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        shifts.sum += entry.value;
        for (const { node, previousRect, currentRect } of entry.sources) {
          const name = node instanceof Element ? node.outerHTML.slice(0, 80) : node?.nodeName;
          shifts.moved.push(`${Math.round(previousRect.top)} → ${Math.round(currentRect.top)} px: ${name}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => window.kerbsideShifts);
}

/** Begins anew with the page as it stands. */
export function forgetShifts(page: Page): Promise<void> {
  return page.evaluate(() => void Object.assign(window.kerbsideShifts, { sum: 0, moved: [] }));
}
