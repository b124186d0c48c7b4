type Act = { at: string; press: KeyboardEventInit; isTapping?: boolean };

/**
 * Runs in the page: presses a key in the moment in which what `at` selects comes into it, before anything else runs, as somebody quick does on a slow
 * device; then taps the lower left corner, if asked to.
 */
export function actAtOnce({ at, press, isTapping = false }: Act): void {
  const always = { bubbles: true, cancelable: true };
  new MutationObserver((_, observer) => {
    if (!document.querySelector(at)) return;
    observer.disconnect();
    const corner = document.elementFromPoint(1, innerHeight - 1);
    (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { ...always, ...press }));
    for (const name of isTapping ? ['pointerdown', 'pointerup', 'click'] : []) {
      corner?.dispatchEvent(new PointerEvent(name, always));
    }
  }).observe(document, { childList: true, subtree: true });
}
