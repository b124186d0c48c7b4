import type { Page } from '@playwright/test';

/** Text of the page, node by node, with the box that it fills. */
type Piece = { element: Element; text: string; box: DOMRect };

/**
 * What is wrong with the page's layout as it stands, in words: it scrolls sideways, text is cut off by the box around it or lies over other
 * text, or a control can't be reached by a pointer. Nothing when all is well.
 */
export function findLayoutFaults(page: Page): Promise<string[]> {
  const parts = [isShown, findPieces, findOverhang, isCut, findCut, isLayered, findOverlaps, isHit, findUnreachable];
  return page.evaluate(`(() => {
    ${parts.join('\n')}
    const pieces = findPieces();
    const faults = [...findOverhang(), ...findCut(pieces), ...findOverlaps(pieces), ...findUnreachable()];
    return [...new Set(faults)];
  })()`);
}

// The functions below run in the page, as text: they may use one another and the browser, nothing else.

function isShown(element: Element): boolean {
  const isVisible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  if (!isVisible || element.closest('.skip-link, [inert], option')) return false;
  // What only screen readers get is clipped to nothing, at some widths by a class of another name.
  for (let around: Element | null = element; around; around = around.parentElement) {
    if (getComputedStyle(around).clipPath === 'inset(50%)') return false;
  }
  return true;
}

function findPieces(): Piece[] {
  const pieces: Piece[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (!element || text === '' || !isShown(element)) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width > 0 && box.height > 0) pieces.push({ element, text: text.slice(0, 40), box });
  }
  return pieces;
}

function findOverhang(): string[] {
  const overhang = document.documentElement.scrollWidth - window.innerWidth;
  return overhang > 0 ? [`the page is ${overhang} px wider than the window`] : [];
}

function isCut({ element, box }: Piece): boolean {
  const slack = 2;
  const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
    const { display, overflow, overflowX, overflowY } = getComputedStyle(around);
    if (display === 'contents' || display === 'inline') continue;
    // What scrolls can be brought into sight.
    if (/auto|scroll/.test(overflow)) return false;
    const outer = around.getBoundingClientRect();
    if (cuts(overflowX) && (box.right > outer.right + slack || box.left < outer.left - slack)) return true;
    if (cuts(overflowY) && (box.bottom > outer.bottom + slack || box.top < outer.top - slack)) return true;
  }
  return false;
}

/** Text that is cut on purpose says the whole of itself in a title. */
function findCut(pieces: readonly Piece[]): string[] {
  return pieces
    .filter((piece) => isCut(piece) && !piece.element.closest('[title]'))
    .map(({ text }) => `cut off: “${text}”`);
}

/** What is set on a layer of its own is meant to lie over something. */
function isLayered(element: Element): boolean {
  for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
    if (/absolute|fixed|sticky/.test(getComputedStyle(around).position)) return true;
  }
  return false;
}

function findOverlaps(pieces: readonly Piece[]): string[] {
  const flowing = pieces.filter(
    (piece) => getComputedStyle(piece.element).display !== 'inline' && !isLayered(piece.element) && !isCut(piece),
  );
  return flowing.flatMap((one, index) =>
    flowing.slice(index + 1).flatMap((other) => {
      if (one.element.contains(other.element) || other.element.contains(one.element)) return [];
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      // Lines may touch by the air above and below their letters.
      return wide > 4 && high > 8 ? [`“${one.text}” and “${other.text}” lie over one another`] : [];
    }),
  );
}

function isHit(control: Element, { left, top, width, height }: DOMRect): boolean {
  // Its middle, or anywhere else: a lesson lies in the middle of the hours that it was booked in.
  return [0.5, 0.1, 0.9, 0.3, 0.7].some((part) => {
    const hit = document.elementFromPoint(left + width / 2, top + height * part);
    return hit !== null && (control.contains(hit) || Boolean(hit.closest('label')?.contains(control)));
  });
}

function findUnreachable(): string[] {
  const controls = document.querySelectorAll('a[href], button, input, select, textarea, summary, [role="button"]');
  const faults: string[] = [];
  for (const control of controls) {
    if (!isShown(control) || control.matches(':disabled, [tabindex="-1"]')) continue;
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const boxes = [...control.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (boxes.length === 0 || boxes.some((box) => isHit(control, box))) continue;
    const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? '';
    faults.push(`out of reach: ${control.localName} “${name.slice(0, 40)}”`);
  }
  window.scrollTo({ top: 0, behavior: 'instant' });
  return faults;
}
