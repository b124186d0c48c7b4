import { portionOf } from '../money/divide-cents.ts';

/** A package that is in use: what was paid for how many minutes, and how many of them were drawn by lessons. */
export type DrawnPackage = { priceCents: number; minutes: number; usedMinutes: number };

/**
 * Pays a lesson with minutes of a package (domain rule 18) and says what they are worth at the locked price. However a package is drawn, all
 * its draws together are worth exactly what was paid: each is worth the difference of the rounded sums before and after.
 */
export function drawMinutes(
  pack: DrawnPackage,
  minutes: number,
): { ok: true; cents: number; usedMinutes: number } | { ok: false; reason: 'not_enough_minutes' } {
  const usedMinutes = pack.usedMinutes + minutes;
  if (minutes <= 0 || usedMinutes > pack.minutes) return { ok: false, reason: 'not_enough_minutes' };
  return { ok: true, cents: drawnCents({ ...pack, usedMinutes }) - drawnCents(pack), usedMinutes };
}

/** What the drawn minutes of a package are worth at the locked price; the rest of what was paid is still held for the package. */
export function drawnCents({ priceCents, minutes, usedMinutes }: DrawnPackage): number {
  return portionOf(priceCents, usedMinutes, minutes);
}
