import { expect, test, vi } from 'vitest';
import { keepCookie } from '../../platform/ground/keep-cookie.ts';
import { readSidebarState, sidebarCookieName, sidebarCookieSeconds } from './sidebar-cookie.ts';

test('[136] [137] [Q9] the state is kept in sidebar_state for 604800 seconds on the whole site', () => {
  const page = { cookie: '' };
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { protocol: 'http:' });
  keepCookie(sidebarCookieName, 'false', sidebarCookieSeconds);
  expect(page.cookie).toBe('sidebar_state=false; path=/; max-age=604800; samesite=lax');
  vi.unstubAllGlobals();
});

test('[138] the state comes back from among other cookies', () => {
  expect(readSidebarState('theme=dark; sidebar_state=false; a=b')).toBe(false);
  expect(readSidebarState('sidebar_state=true')).toBe(true);
});

test('[139] [Q9] without the cookie the sidebar starts expanded, and another cookie of a longer name changes nothing', () => {
  expect(readSidebarState('')).toBe(true);
  expect(readSidebarState('my_sidebar_state=false')).toBe(true);
});
