import type { Page } from '@playwright/test';

const leastText = 17;
const leastTarget = 48;

/** Text that is too small to read and targets that are too small to tap in the page's own part, or in the window over it, in words. */
export function findSmallParts(page: Page, part = 'main'): Promise<string[]> {
  return page.evaluate(
    ([text, target, part]) => {
      const main = document.querySelector(part);
      if (!main) return ['there is no page'];
      // A calendar and a chart are drawn to scale; the same stands as text beside them, in the agenda and in a table.
      const isDrawn = (element: Element) => element.closest('[data-day], svg, [data-drawn]') !== null;
      const isShown = (element: Element) => {
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
        for (let around: Element | null = element; around; around = around.parentElement) {
          if (getComputedStyle(around).clipPath === 'inset(50%)') return false;
        }
        return true;
      };
      const faults = new Set<string>();
      const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        const words = node.textContent?.trim() ?? '';
        if (!element || words === '' || element.closest('option') || isDrawn(element) || !isShown(element)) continue;
        const size = Number.parseFloat(getComputedStyle(element).fontSize);
        if (size < text) faults.add(`${size} px: ${words.slice(0, 50)}`);
      }
      // A switch is turned by its whole line.
      const tappedOf = (element: Element) =>
        element.closest('label') ?? (element.role === 'switch' ? element.closest('div') : element) ?? element;
      const isInSentence = (element: Element) =>
        getComputedStyle(element).display === 'inline' &&
        (element.parentElement?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0);
      for (const element of main.querySelectorAll('a[href], button, input, select, textarea, summary')) {
        const tapped = tappedOf(element);
        if (!isShown(element) || isDrawn(element) || isInSentence(element)) continue;
        const { width, height } = tapped.getBoundingClientRect();
        // What screen readers alone operate is drawn as a dot.
        if ((width >= target && height >= target) || width <= 1) continue;
        const name = element.getAttribute('aria-label') ?? tapped.textContent?.trim() ?? '';
        faults.add(`${Math.round(width)} by ${Math.round(height)} px: ${element.localName} ${name.slice(0, 40)}`);
      }
      return [...faults];
    },
    [leastText, leastTarget - 0.5, part] as const,
  );
}
