import type { Clock } from '../clock.ts';
import type { RenderedPage } from './load-web-build.ts';

const freshMs = 2_000;
const usableMs = 60_000;

type Kept = { page: RenderedPage; renderedMs: number; isRenewing: boolean };

/**
 * Remembers a page that is the same for everybody, so that a rush on it costs one rendering in two seconds and nobody waits for
 * it. A page between 2 and 60 seconds old is answered at once and rendered anew behind the answer; an older one is rendered
 * first. Only pages that came out whole (200) are kept.
 */
export function createPageKeeper(clock: Clock) {
  const kept = new Map<string, Kept>();

  async function render(key: string, renderPage: () => Promise<RenderedPage>): Promise<RenderedPage> {
    const renderedMs = clock.nowMs();
    const page = await renderPage();
    if (page.status === 200) kept.set(key, { page, renderedMs, isRenewing: false });
    return page;
  }

  return async function keepPage(key: string, renderPage: () => Promise<RenderedPage>): Promise<RenderedPage> {
    const known = kept.get(key);
    const ageMs = known ? clock.nowMs() - known.renderedMs : Number.POSITIVE_INFINITY;
    if (!known || ageMs < 0 || ageMs > usableMs) return render(key, renderPage);
    if (ageMs > freshMs && !known.isRenewing) {
      known.isRenewing = true;
      // A failed renewal leaves the kept page, which the next request tries to renew again.
      render(key, renderPage).then(
        () => (known.isRenewing = false),
        () => (known.isRenewing = false),
      );
    }
    return known.page;
  };
}
