import type { Clock } from '../clock.ts';

const freshMs = 2_000;
const usableMs = 10_000;
/** Of all kept pages and their addresses together. */
const maxLength = 16 * 1024 * 1024;

/** Changes that come faster make no more renderings of a page than one in this time. */
const changesMs = 250;

/** `change` counts what had changed when the rendering began; `followsChange` says that a change made it begin. */
type Begun = { renderedMs: number; change: number; followsChange: boolean };
type Kept<Page> = Begun & { page: Page; isRenewing: boolean };
/** One that waits for its turn will show all that changes until then. */
type Turn = Begun & { isWaiting: boolean };
type Rendering<Page> = { turn: Turn; page: Promise<Page> };

/** Renders a page; `began` is to be called when its turn has come and it begins to read what it shows. */
type RenderPage<Page> = (began: () => void) => Promise<Page>;

type Ask<Page> = { renderPage: RenderPage<Page>; join: () => void };

export type PageKeeper<Page> = {
  /**
   * The page of an address (`key` also names language and theme), kept or rendered. `join` is called for whoever waits with others for one that is
   * rendered, or waits for its turn.
   */
  keepPage: (key: string, renderPage: RenderPage<Page>, join?: () => void) => Promise<Page>;
  /** From now on nobody gets a page whose rendering began before, but for 250 ms after one that followed another change. */
  noteChange: () => void;
};

/**
 * Remembers pages that are the same for everybody, so that a rush on one costs one rendering in two seconds and nobody waits for
 * it. A page between 2 and 10 seconds old is answered at once and rendered anew behind the answer; an older one, or one from before
 * a change, is rendered first, once for all who wait. Of one address one rendering runs at a time, and changes make at most one in
 * 250 ms begin: however often somebody books and cancels, pages stay kept. Only pages that came out whole (200) are kept, those last
 * read longest; `sizeOf` says how much room one takes.
 */
export function createPageKeeper<Page extends { status: number }>(
  clock: Clock,
  sizeOf: (page: Page) => number,
): PageKeeper<Page> {
  const kept = new Map<string, Kept<Page>>();
  const renderings = new Map<string, Rendering<Page>>();
  let length = 0;
  let change = 0;

  function keep(key: string, next: Kept<Page>): void {
    drop(key);
    kept.set(key, next);
    length += key.length + sizeOf(next.page);
    for (const oldest of kept.keys()) {
      if (length <= maxLength) break;
      drop(oldest);
    }
  }

  function drop(key: string): void {
    const known = kept.get(key);
    if (known && kept.delete(key)) length -= key.length + sizeOf(known.page);
  }

  // Nothing has changed since it began, or so little ago that it may be answered with.
  const isNewEnough = (begun: Begun) => {
    const ageMs = clock.nowMs() - begun.renderedMs;
    return begun.change === change || (begun.followsChange && ageMs >= 0 && ageMs < changesMs);
  };

  function begin(key: string, renderPage: RenderPage<Page>, followsChange: boolean): Rendering<Page> {
    const turn: Turn = { renderedMs: clock.nowMs(), change, followsChange, isWaiting: true };
    const began = () => {
      Object.assign(turn, { renderedMs: clock.nowMs(), change, isWaiting: false });
    };
    const page = renderPage(began).then((whole) => {
      const { renderedMs, change: shown } = turn;
      if (whole.status === 200) keep(key, { renderedMs, change: shown, followsChange, page: whole, isRenewing: false });
      return whole;
    });
    return { turn, page };
  }

  async function renderOnce(key: string, ask: Ask<Page>, followsChange = false): Promise<Page> {
    const running = renderings.get(key);
    if (!running) {
      const rendering = begin(key, ask.renderPage, followsChange);
      renderings.set(key, rendering);
      return rendering.page.finally(() => renderings.delete(key));
    }
    // Judged now: what changes while they wait is not for those who came before.
    const isShared = running.turn.isWaiting || isNewEnough(running.turn);
    ask.join();
    const page = await running.page.catch(() => undefined);
    if (!isShared) return renderOnce(key, ask, true);
    // Who asked was refused, or left: the next of the others asks, for those after it, too.
    if (!page) return renderOnce(key, ask);
    // A page that did not come out whole may be so for the one who asked alone: the others ask for themselves.
    return page.status === 200 ? page : begin(key, ask.renderPage, followsChange).page;
  }

  return {
    noteChange() {
      change++;
    },
    async keepPage(key, renderPage, join = () => undefined) {
      const ask = { renderPage, join };
      const known = kept.get(key);
      const ageMs = known ? clock.nowMs() - known.renderedMs : Number.POSITIVE_INFINITY;
      if (!known || ageMs < 0 || ageMs > usableMs) return renderOnce(key, ask);
      if (!isNewEnough(known)) return renderOnce(key, ask, true);
      kept.delete(key);
      kept.set(key, known);
      if (ageMs > freshMs && !known.isRenewing) {
        known.isRenewing = true;
        // A failed renewal leaves the kept page, which the next request tries to renew again.
        renderOnce(key, ask).then(
          () => (known.isRenewing = false),
          () => (known.isRenewing = false),
        );
      }
      return known.page;
    },
  };
}
