import type { Page } from '@playwright/test';

/** Lets the next call through to the server, but its answer not back to the page, until told: what the server did of it is there first. */
export async function holdAnswer(page: Page, call: string): Promise<{ done: Promise<void>; letCome: () => void }> {
  const [done, coming] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(
    call,
    async (route) => {
      const response = await route.fetch();
      done.resolve();
      await coming.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  return { done: done.promise, letCome: coming.resolve };
}
