import type { Page } from '@playwright/test';

/** Answers a call in the server's place with a refusal; without a message when the server would say nothing. */
export async function refuseCall(page: Page, path: string, message: string | undefined): Promise<void> {
  await page.route(`**${path}`, (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/json',
      body: message === undefined ? '' : JSON.stringify({ status: 400, message, data: {} }),
    }),
  );
}
