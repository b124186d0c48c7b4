import type { StaffRight } from './staff-rights.ts';

/** The desks at which cases wait for the platform's people, with the right that opens each, in the order in which people are shown them. */
export const deskRights = {
  papers: 'papers',
  rechecks: 'papers',
  reviews: 'reviews',
  support: 'support',
  claims: 'claims',
  payouts: 'payouts',
  bank: 'payments',
} as const satisfies Record<string, StaffRight>;

export type WaitingDesk = keyof typeof deskRights;

export const waitingDesks = Object.keys(deskRights) as WaitingDesk[];
