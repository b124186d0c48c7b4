import type { Clock } from '../clock.ts';

type RecentCode = { code: string; untilMs: number };

/** Plain codes of demonstration accounts, in memory only, so that the page can show them outside production. */
export type RecentCodes = {
  remember: (email: string, code: RecentCode) => void;
  /** The newest code of the address while it can be used. */
  find: (email: string) => string | undefined;
};

const maxAddresses = 200;

/** Keeps the newest code of a few hundred addresses for which `isShown` holds. */
export function createRecentCodes(clock: Clock, isShown: (email: string) => boolean): RecentCodes {
  const codes = new Map<string, RecentCode>();
  return {
    remember(email, code) {
      const key = email.toLowerCase();
      if (!isShown(key)) return;
      codes.delete(key);
      codes.set(key, code);
      const [oldest] = codes.keys();
      if (codes.size > maxAddresses && oldest !== undefined) codes.delete(oldest);
    },
    find(email) {
      const known = codes.get(email.toLowerCase());
      return known && known.untilMs > clock.nowMs() ? known.code : undefined;
    },
  };
}
