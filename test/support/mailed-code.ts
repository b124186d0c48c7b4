import type { TestApp } from './start-app.ts';

/** The six digits of the newest mail to an address. */
export async function mailedCode({ url }: Pick<TestApp, 'url'>, to: string): Promise<string> {
  const [mail] = await (await fetch(`${url}/api/dev/mailbox?to=${encodeURIComponent(to)}`)).json();
  return /\b\d{6}\b/.exec(mail.text)?.[0] ?? '';
}
