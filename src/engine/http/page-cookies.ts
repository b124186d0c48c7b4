/** The language that a browser keeps for the pages, whatever it is; undefined without one. */
export function cookieLanguage(cookie: string | undefined): string | undefined {
  return /(?:^|;\s*)language=([\w-]+)(?:;|$)/.exec(cookie ?? '')?.[1];
}

/** The theme that a browser keeps for the pages; undefined where it goes by the machine's. */
export function cookieTheme(cookie: string | undefined): 'light' | 'dark' | undefined {
  const theme = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookie ?? '')?.[1];
  return theme === 'light' || theme === 'dark' ? theme : undefined;
}

/** The value of a cookie by its name; undefined without one. */
export function cookieOf(cookie: string | undefined, name: string): string | undefined {
  const start = `${name}=`;
  const found = (cookie ?? '').split(';').find((part) => part.trimStart().startsWith(start));
  return found?.trim().slice(start.length);
}
