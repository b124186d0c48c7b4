import { findPostalSector } from '#rules/places/postal-sectors.ts';

/** The town that a postal code's first two digits stand for, or undefined when no code starts so. */
export function townOf(postalCode: string): string | undefined {
  return findPostalSector(postalCode)?.town;
}

/** What is wrong with a postal code, or undefined. */
export function postalCodeError(postalCode: string): string | undefined {
  if (postalCode === '') return 'Enter the postal code of the pick-up.';
  if (!/^\d{6}$/.test(postalCode)) return 'A postal code in Singapore has 6 digits.';
  return townOf(postalCode)
    ? undefined
    : 'No postal code in Singapore starts like this. Please check the first two digits.';
}
