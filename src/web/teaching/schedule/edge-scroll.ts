/** How near the upper or lower edge of the window the page begins to scroll: beyond the bars that lie over it there. */
const edgePixels = 112;
const fastestPixels = 14;

/** How many pixels the page moves in a frame while something is dragged at `y`: none in the middle, the faster the nearer to an edge. */
export function edgeSpeed(y: number, height: number): number {
  const beyond = y < edgePixels ? y - edgePixels : Math.max(0, y - (height - edgePixels));
  return Math.round(Math.max(-1, Math.min(1, beyond / edgePixels)) * fastestPixels);
}

/** Scrolls the page for as long as something is dragged near an edge of the window; `onScrolled` draws it where it is by then. */
export function createEdgeScroll(onScrolled: () => void) {
  let frame: number | undefined;
  let y = 0;
  const stop = () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    frame = undefined;
  };
  const step = () => {
    const before = scrollY;
    window.scrollBy({ top: edgeSpeed(y, innerHeight), behavior: 'instant' });
    frame = scrollY === before ? undefined : requestAnimationFrame(step);
    if (frame !== undefined) onScrolled();
  };
  return {
    at(clientY: number) {
      y = clientY;
      frame ??= edgeSpeed(y, innerHeight) === 0 ? undefined : requestAnimationFrame(step);
    },
    stop,
  };
}
