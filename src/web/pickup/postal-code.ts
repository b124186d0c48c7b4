import { findPostalSector } from '#rules/places/postal-sectors.ts';
import * as texts from '#texts/booking.ts';

/** The town that a postal code's first two digits stand for, or undefined when no code starts so. */
export function townOf(postalCode: string): string | undefined {
  return findPostalSector(postalCode)?.town;
}

/** What is wrong with a postal code, or undefined. */
export function postalCodeError(postalCode: string): string | undefined {
  if (postalCode === '') return texts.postalCodeMissing;
  if (!/^\d{6}$/.test(postalCode)) return texts.aPostalCodeInSingapore;
  return townOf(postalCode) ? undefined : texts.noPostalCodeInSingapore;
}
