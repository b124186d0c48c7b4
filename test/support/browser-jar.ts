import PocketBase from 'pocketbase';

export type BrowserJar = {
  /** As a browser's own pages ask: cookies of a host, whichever its port, are kept and sent along; redirects are not followed. */
  fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The official client in this browser, on a page of the server itself. */
  clientOf: (url: string) => PocketBase;
  /** Every cookie that was set, as it was written. */
  written: string[];
};

type Kept = { name: string; value: string; host: string; path: string };

/** The cookies of one browser. */
export function createBrowserJar(): BrowserJar {
  let kept: Kept[] = [];
  const written: string[] = [];

  function keep(text: string, host: string): void {
    written.push(text);
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
    const path = /; Path=([^;]*)/.exec(text)?.[1] ?? '/';
    kept = kept.filter((other) => other.name !== name || other.host !== host || other.path !== path);
    if (!text.includes('Max-Age=0')) kept.push({ name, value, host, path });
  }

  const jar: BrowserJar = {
    async fetch(asked, init = {}) {
      const url = new URL(asked instanceof Request ? asked.url : asked);
      const headers = new Headers(init.headers);
      const sent = kept.filter(({ host, path }) => host === url.hostname && url.pathname.startsWith(path));
      if (sent.length > 0) headers.set('cookie', sent.map(({ name, value }) => `${name}=${value}`).join('; '));
      const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
      for (const text of answer.headers.getSetCookie()) keep(text, url.hostname);
      return answer;
    },
    clientOf(url) {
      const client = new PocketBase(url).autoCancellation(false);
      client.beforeSend = (address, options) => ({ url: address, options: { ...options, fetch: jar.fetch } });
      return client;
    },
    written,
  };
  return jar;
}
