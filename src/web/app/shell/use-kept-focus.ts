import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps the focus where it is when what calls this is made anew, as by another key: at the same place below `main`. `kept` outlives both and belongs
 * to who holds them.
 */
export function useKeptFocus(kept: RefObject<readonly number[] | undefined>): void {
  useLayoutEffect(() => {
    const main = document.getElementById('main');
    const before = kept.current?.reduce<Element | null | undefined>((parent, at) => parent?.children[at], main);
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    // Runs while the old page is still there, and has the focus.
    return () => {
      kept.current = placeBelow(main, document.activeElement);
    };
  }, [kept]);
}

/** The way from an element down to another, as the numbers of the children; undefined when it leads nowhere or stays. */
function placeBelow(top: Element | null, element: Element | null): readonly number[] | undefined {
  if (!top?.contains(element) || element === top) return undefined;
  const place: number[] = [];
  for (let at = element; at && at !== top; at = at.parentElement) {
    place.unshift([...(at.parentElement?.children ?? [])].indexOf(at));
  }
  return place;
}
