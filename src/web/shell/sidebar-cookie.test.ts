import { expect, test } from 'vitest';
import { readSidebarState, sidebarCookie } from './sidebar-cookie.ts';

test('[136] [137] [Q9] the state is kept in sidebar_state for 604800 seconds on the whole site', () => {
  expect(sidebarCookie(false)).toBe('sidebar_state=false; path=/; max-age=604800; SameSite=Lax');
  expect(sidebarCookie(true)).toMatch(/^sidebar_state=true;/);
});

test('[138] the state comes back from among other cookies', () => {
  expect(readSidebarState('theme=dark; sidebar_state=false; a=b')).toBe(false);
  expect(readSidebarState('sidebar_state=true')).toBe(true);
});

test('[139] [Q9] without the cookie the sidebar starts expanded, and another cookie of a longer name changes nothing', () => {
  expect(readSidebarState('')).toBe(true);
  expect(readSidebarState('my_sidebar_state=false')).toBe(true);
});
