import { withQuery } from './with-query.ts';

export const creditPath = '/dashboard/credit';
export const statementPath = '/dashboard/statement';
export const packagesPath = '/dashboard/packages';
/** The packages that an instructor sells. */
export const packageOffersPath = '/dashboard/packages/offers';
export const earningsPath = '/dashboard/earnings';

/** The page on which a package of an instructor is bought; guests sign in on the way. */
export function buyPackagePath(instructor: string, minutes: number): string {
  return withQuery(packagesPath, { buy: instructor, minutes: String(minutes) });
}

/** The page on which a package that was ordered is paid. */
export function payPackagePath(purchase: string): string {
  return withQuery(packagesPath, { pay: purchase });
}

/** An instructor's earnings of some local days, the last included. */
export function earningsOfPath(days: { from: string; to: string }): string {
  return withQuery(earningsPath, { period: 'dates', ...days });
}

/** A payout with what it consists of. */
export function payoutPath(payout: string): string {
  return `/dashboard/payouts/${payout}`;
}

/** Figures that open to their entries. */
export type Figure =
  | 'revenue'
  | 'refunded'
  | 'fees'
  | 'provider_fees'
  | 'payable'
  | 'paid'
  | 'given_back'
  | 'credit'
  | 'package'
  | 'lesson'
  | 'refund'
  | 'payout'
  | 'bank_line'
  | 'transaction';

/** The entries that a figure is made of: of a period of local days, the last included, and of somebody or something by its id. */
export function entriesPath(of: Figure, { id, from, to }: { id?: string; from?: string; to?: string }): string {
  return withQuery('/dashboard/entries', { of, id, from, to });
}
