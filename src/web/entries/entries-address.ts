import { addDays } from '../ui/add-days.ts';

/** Figures that open to their entries. */
export type Figure =
  | 'revenue'
  | 'refunded'
  | 'fees'
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

/** The address of the entries that a figure is made of: of a period of local days, the last included, and of somebody or something by its id. */
export function entriesPath(
  of: Figure,
  { id = '', from = '', to = '' }: { id?: string; from?: string; to?: string },
): string {
  const said = Object.entries({ of, id, from, to }).filter(([, value]) => value !== '');
  return `/dashboard/entries?${new URLSearchParams(said)}`;
}

/** The last day of a month, `YYYY-MM`. */
export function lastDayOf(month: string): string {
  const inNext = addDays(`${month}-28`, 4);
  return addDays(`${inNext.slice(0, 8)}01`, -1);
}
