import { afterEach, expect, test, vi } from 'vitest';
import { keepCookie } from './keep-cookie.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['http:', 'theme=dark; path=/; max-age=60; samesite=lax'],
  ['https:', 'theme=dark; path=/; max-age=60; samesite=lax; secure'],
])('a cookie of a page that came by %s', (protocol, expected) => {
  const page = { cookie: '' };
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { protocol });
  keepCookie('theme', 'dark', 60);
  expect(page.cookie).toBe(expected);
});
