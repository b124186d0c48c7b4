import { portionOf } from '../money/divide-cents.ts';
import type { PolicyValues } from '../policies/policy-values.ts';

/** Lengths that are sold, in minutes (domain rule 18). */
export const packageMinutes: readonly number[] = [300, 600];

export type PackagePrice = { fullCents: number; discountCents: number; priceCents: number };

/** What a package costs (domain rule 18): its minutes at the hourly price, less the instructor's discount; the price is locked when it is bought. */
export function packagePrice(hourlyCents: number, minutes: number, discountPercent: number): PackagePrice {
  const fullCents = portionOf(hourlyCents, minutes, 60);
  const priceCents = portionOf(fullCents, 100 - discountPercent, 100);
  return { fullCents, discountCents: fullCents - priceCents, priceCents };
}

/** The discount that the policies suggest to an instructor for a length (domain rule 18). */
export function suggestedDiscount(
  minutes: number,
  policy: Pick<PolicyValues, 'packageSmallPercent' | 'packageLargePercent'>,
): number {
  return minutes >= 600 ? policy.packageLargePercent : policy.packageSmallPercent;
}
