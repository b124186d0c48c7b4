import type { Page } from '@playwright/test';

/** Opens pages as a server with other flags would send them. */
export async function setFlags(page: Page, flags: Record<string, boolean | string>): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace(/"flags":(\{[^}]*\})/, (_, given: string) => {
      return `"flags":${JSON.stringify({ ...JSON.parse(given), ...flags })}`;
    });
    await route.fulfill({ response, body });
  });
}
