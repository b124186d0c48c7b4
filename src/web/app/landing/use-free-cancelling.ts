import { formatUnit } from '#texts/format-number.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';

/** Until when cancelling is free, in words: with most instructors, and with those who ask for more notice. */
export type FreeCancelling = { free: string; earlier: string };

/** What the start page says about cancelling, from the policies in force. */
export function useFreeCancelling(): FreeCancelling {
  const { tiers, badgeEarlierHours } = usePolicy();
  const hours = tiers[0]?.hoursBefore ?? 0;
  return { free: formatUnit(hours, 'hour'), earlier: formatUnit(hours + badgeEarlierHours, 'hour') };
}
