import { expect, type Page } from '@playwright/test';

type ShownMail = { subject: string; html: string };

/** The path of the newest mailed link whose address contains `part`, once it is there. */
export async function mailLink(page: Page, to: string, part: string): Promise<string> {
  const find = async () => {
    const answer = await page.request.get('/api/dev/mailbox', { params: { to } });
    const mails: ShownMail[] = await answer.json();
    const links = mails.flatMap(({ html }) => [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href));
    return links.find((href) => href.includes(part));
  };
  await expect.poll(find).toBeDefined();
  const { pathname, hash } = new URL((await find()) ?? '');
  return pathname + hash;
}
