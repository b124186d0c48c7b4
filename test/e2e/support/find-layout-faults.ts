import type { Page } from '@playwright/test';

/** Text of the page, node by node, with the box that it fills. */
type Piece = { element: Element; text: string; box: DOMRect };
/** A box that cuts off what is in it, and in which directions. */
type Cutter = { outer: DOMRect; isAcross: boolean; isDown: boolean };
/** What was found of an element already: most of it is the same for all that is in it. */
type Known = {
  isClipped: Map<Element, boolean>;
  cutters: Map<Element, readonly Cutter[]>;
  isLayered: Map<Element, boolean>;
};

/**
 * What is wrong with the page's layout as it stands, in words: it scrolls sideways, text is cut off by the box around it or lies over other
 * text, or a control can't be reached by a pointer. Nothing when all is well.
 */
export function findLayoutFaults(page: Page): Promise<string[]> {
  const parts = [
    isClipped,
    isShown,
    findPieces,
    findOverhang,
    cuttersOf,
    isCut,
    findCut,
    isLayered,
    isScrolledAway,
    findOverlaps,
    isHit,
    isReached,
    findUnreachable,
  ];
  return page.evaluate(`(() => {
    const known = { isClipped: new Map(), cutters: new Map(), isLayered: new Map() };
    ${parts.join('\n')}
    const pieces = findPieces();
    const faults = [...findOverhang(), ...findCut(pieces), ...findOverlaps(pieces), ...findUnreachable()];
    return [...new Set(faults)];
  })()`);
}

// The functions below run in the page, as text: they may use one another, what is known and the browser, nothing else.
declare const known: Known;

/** What only screen readers get is clipped to nothing, at some widths by a class of another name. */
function isClipped(element: Element | null): boolean {
  if (!element) return false;
  let is = known.isClipped.get(element);
  if (is === undefined) {
    is = getComputedStyle(element).clipPath === 'inset(50%)' || isClipped(element.parentElement);
    known.isClipped.set(element, is);
  }
  return is;
}

function isShown(element: Element): boolean {
  const isVisible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  return isVisible && !element.closest('.skip-link, [inert], option') && !isClipped(element);
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

/** The boxes around text of an element that cut it off, up to one that scrolls: what scrolls can be brought into sight. */
function cuttersOf(element: Element | null): readonly Cutter[] {
  if (!element || element === document.body) return [];
  let cutters = known.cutters.get(element);
  if (cutters === undefined) {
    const { display, overflow, overflowX, overflowY } = getComputedStyle(element);
    const cuts = (how: string) => how === 'hidden' || how === 'clip';
    const isBox = display !== 'contents' && display !== 'inline';
    if (isBox && /auto|scroll/.test(overflow)) cutters = [];
    else {
      cutters = cuttersOf(element.parentElement);
      const [isAcross, isDown] = [isBox && cuts(overflowX), isBox && cuts(overflowY)];
      if (isAcross || isDown) cutters = [{ outer: element.getBoundingClientRect(), isAcross, isDown }, ...cutters];
    }
    known.cutters.set(element, cutters);
  }
  return cutters;
}

function isCut({ element, box }: Piece): boolean {
  const slack = 2;
  return cuttersOf(element).some(
    ({ outer, isAcross, isDown }) =>
      (isAcross && (box.right > outer.right + slack || box.left < outer.left - slack)) ||
      (isDown && (box.bottom > outer.bottom + slack || box.top < outer.top - slack)),
  );
}

/** Text that is cut on purpose says the whole of itself in a title. */
function findCut(pieces: readonly Piece[]): string[] {
  return pieces
    .filter((piece) => isCut(piece) && !piece.element.closest('[title]'))
    .map(({ text }) => `cut off: “${text}”`);
}

/** What is set on a layer of its own is meant to lie over something. */
function isLayered(element: Element | null): boolean {
  if (!element || element === document.body) return false;
  let is = known.isLayered.get(element);
  if (is === undefined) {
    is = /absolute|fixed|sticky/.test(getComputedStyle(element).position) || isLayered(element.parentElement);
    known.isLayered.set(element, is);
  }
  return is;
}

/** In a list that scrolls, above or below what is shown of it: nobody sees it over anything. */
function isScrolledAway({ element, box }: Piece): boolean {
  for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
    if (!/auto|scroll/.test(getComputedStyle(around).overflowY)) continue;
    const { top, bottom } = around.getBoundingClientRect();
    if (box.top < top || box.bottom > bottom) return true;
  }
  return false;
}

function findOverlaps(pieces: readonly Piece[]): string[] {
  const flowing = pieces
    .filter(
      (piece) =>
        getComputedStyle(piece.element).display !== 'inline' &&
        !isLayered(piece.element) &&
        !isCut(piece) &&
        !isScrolledAway(piece),
    )
    .sort((one, other) => one.box.top - other.box.top);
  const faults: string[] = [];
  for (const [index, one] of flowing.entries()) {
    for (let next = index + 1; next < flowing.length; next++) {
      const other = flowing[next];
      // From here on all stand below it.
      if (!other || other.box.top >= one.box.bottom) break;
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      // Lines may touch by the air above and below their letters.
      if (wide <= 4 || high <= 8) continue;
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      faults.push(`“${one.text}” and “${other.text}” lie over one another`);
    }
  }
  return faults;
}

function isHit(control: Element, { left, top, width, height }: DOMRect): boolean {
  // Its middle, or anywhere else: a lesson lies in the middle of the hours that it was booked in.
  return [0.5, 0.1, 0.9, 0.3, 0.7].some((part) => {
    const hit = document.elementFromPoint(left + width / 2, top + height * part);
    return hit !== null && (control.contains(hit) || Boolean(hit.closest('label')?.contains(control)));
  });
}

/** Whether a control is hit where it stands now, or has no size. */
function isReached(control: Element): boolean {
  const boxes = [...control.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
  return boxes.length === 0 || boxes.some((box) => isHit(control, box));
}

function findUnreachable(): string[] {
  const controls = document.querySelectorAll('a[href], button, input, select, textarea, summary, [role="button"]');
  const faults: string[] = [];
  for (const control of controls) {
    if (!isShown(control) || control.matches(':disabled, [tabindex="-1"]')) continue;
    // Most stand in sight once one of their neighbours was brought there.
    if (isReached(control)) continue;
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    if (isReached(control)) continue;
    const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? '';
    faults.push(`out of reach: ${control.localName} “${name.slice(0, 40)}”`);
  }
  window.scrollTo({ top: 0, behavior: 'instant' });
  return faults;
}
