import { keepCookie } from './keep-cookie.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The chosen theme, from the page that the server (or setTheme) marked. */
export function readTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Calls back whenever another theme is shown, whoever chose it, until the answer is called: what `useSyncExternalStore` subscribes by. */
export function followTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** Shows a theme at once and keeps it in a cookie for a year, so that the server's next page comes in it. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const age = theme === 'system' ? 0 : 31_536_000;
  keepCookie('theme', theme, age);
}
