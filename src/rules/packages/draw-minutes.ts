import { portionOf } from '../money/divide-cents.ts';

/** What is left of a package: minutes, and the cents that are held for them. */
export type PackageRest = { heldCents: number; minutesLeft: number };

/**
 * Pays a lesson with minutes of a package (domain rule 18) and says what they are worth: their part of what is held for the minutes that are
 * left. However a package is drawn, and whatever cancelled lessons give back to it, all its draws together are worth exactly what was paid.
 */
export function drawMinutes(
  rest: PackageRest,
  minutes: number,
): ({ ok: true; cents: number } & PackageRest) | { ok: false; reason: 'not_enough_minutes' } {
  const { heldCents, minutesLeft } = rest;
  if (minutes <= 0 || minutes > minutesLeft) return { ok: false, reason: 'not_enough_minutes' };
  const cents = portionOf(heldCents, minutes, minutesLeft);
  return { ok: true, cents, heldCents: heldCents - cents, minutesLeft: minutesLeft - minutes };
}
