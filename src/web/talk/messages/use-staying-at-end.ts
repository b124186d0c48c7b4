import { type RefObject, useLayoutEffect, useRef } from 'react';

/** How near the end one must be to be taken along by something new, in pixels. */
const nearPixels = 400;

/** Keeps the end of a list in view when it is opened and when `newest` changes; whoever reads earlier messages is left there. */
export function useStayingAtEnd(end: RefObject<HTMLDivElement | null>, newest: string): void {
  const isFirst = useRef(true);
  const shown = useRef('');
  useLayoutEffect(() => {
    if (!end.current || newest === shown.current) return;
    shown.current = newest;
    const below = end.current.getBoundingClientRect().bottom - innerHeight;
    if (isFirst.current || below < nearPixels) scrollTo({ top: document.documentElement.scrollHeight });
    isFirst.current = false;
  }, [end, newest]);
}
