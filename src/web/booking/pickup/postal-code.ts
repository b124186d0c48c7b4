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

/** The postal code that an address such as "Blk 85 Bedok North St 4, Singapore 460085" ends with, or undefined where it ends with none. */
export function codeAtEnd(address: string): string | undefined {
  const code = /(?:^|\D)(\d{6})\)?$/.exec(address.trimEnd())?.[1];
  return code !== undefined && townOf(code) ? code : undefined;
}

/** An address without the postal code at its end. */
export function withoutCodeAtEnd(address: string): string {
  const code = codeAtEnd(address);
  if (code === undefined) return address.trim();
  const rest = withoutMarks(address.slice(0, address.lastIndexOf(code)));
  return withoutMarks(rest.replace(/\b(?:Singapore|S)$/i, ''));
}

function withoutMarks(text: string): string {
  let end = text.length;
  while (end > 0 && ' ,('.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
