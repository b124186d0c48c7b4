import type { Page } from '@playwright/test';

declare global {
  /** How many answers the page has not been given yet. */
  var kerbsideHeldAnswers: number | undefined;
}

/** Which of the answers that are there the page gets next: the one that came first, or the one that came last. */
export type Turn = 'first come' | 'last come';

/**
 * Gives the page the server's answers one at a time, each when what the one before brought is drawn, from the next address that the test opens
 * on: so they come on a slow line. `settle` waits until it has them all.
 */
export async function answerInTurn(page: Page, turn: Turn): Promise<void> {
  await page.addInitScript((isLastFirst) => {
    const ask = window.fetch;
    const held: (() => void)[] = [];
    let isGiving = false;
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const give = async () => {
      isGiving = true;
      while (held.length > 0) {
        await drawn();
        (isLastFirst ? held.pop() : held.shift())?.();
      }
      isGiving = false;
    };
    window.fetch = async (...asked) => {
      window.kerbsideHeldAnswers = (window.kerbsideHeldAnswers ?? 0) + 1;
      try {
        const answer = await ask(...asked);
        await new Promise<void>((resolve) => {
          held.push(resolve);
          if (!isGiving) void give();
        });
        return answer;
      } finally {
        window.kerbsideHeldAnswers--;
      }
    };
  }, turn === 'last come');
}
