import type { Page } from '@playwright/test';
import type { Ask } from '../../support/visited-pages.ts';

/** Asks the server under test as whoever the token is of; nobody without one. */
export function askAs(page: Page, token: string): Ask {
  return async (path, body) => {
    const options = { headers: { Authorization: token } };
    const url = `/api/collections/${path}`;
    return (await (body ? page.request.post(url, { data: body, ...options }) : page.request.get(url, options))).json();
  };
}
