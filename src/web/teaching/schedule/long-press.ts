/** A finger that rests this long means the thing under it, not the page; well before a browser shows a menu of its own. */
const restMs = 350;

/** Waits for a finger to rest. One at a time: what is begun anew ends what was before. */
export function createLongPress() {
  let timer: number | undefined;
  const end = () => {
    window.clearTimeout(timer);
    timer = undefined;
  };
  return {
    begin(onHeld: () => void) {
      end();
      timer = window.setTimeout(() => {
        timer = undefined;
        onHeld();
      }, restMs);
    },
    isWaiting: () => timer !== undefined,
    end,
  };
}
