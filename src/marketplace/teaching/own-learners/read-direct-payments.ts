import type { Queryable } from '#engine/database/database.ts';
import type { DirectPayment } from '#wire/statements.ts';
import {
  type Days,
  type DirectSums,
  listDirectMonths,
  listDirectPayments,
  sumDirectPayments,
} from './direct-payments.store.ts';

export type { Days };

/** What own learners paid to their instructor themselves on some days: for pages that show it beside the money of the books. */
export const readDirectSums = (db: Queryable, instructor: string, days: Days): Promise<DirectSums> =>
  sumDirectPayments(db, instructor, days);

/** The same one by one, 500 at most. */
export const readDirectPayments = (db: Queryable, instructor: string, days: Days): Promise<DirectPayment[]> =>
  listDirectPayments(db, instructor, days);

/** The same by month. */
export const readDirectMonths = (db: Queryable, instructor: string, days: Days) =>
  listDirectMonths(db, instructor, days);
