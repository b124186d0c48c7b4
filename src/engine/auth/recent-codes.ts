/** Plain codes of demonstration accounts, in memory only, so that the page can show them outside production. */
export type RecentCodes = {
  remember: (email: string, code: string) => void;
  find: (email: string) => string | undefined;
};

/** Keeps the newest code of at most 200 addresses for which `isShown` holds. */
export function createRecentCodes(isShown: (email: string) => boolean): RecentCodes {
  const codes = new Map<string, string>();
  return {
    remember(email, code) {
      const key = email.toLowerCase();
      if (!isShown(key)) return;
      codes.delete(key);
      codes.set(key, code);
      const [oldest] = codes.keys();
      if (codes.size > 200 && oldest !== undefined) codes.delete(oldest);
    },
    find: (email) => codes.get(email.toLowerCase()),
  };
}
