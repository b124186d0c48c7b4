import { useQuery } from '@tanstack/react-query';
import type { PickupAdviceAnswer } from '#wire/pickup-advice.ts';
import { readMarketplace } from '../../platform/session/backend.ts';

type Pickup = { postalCode: string; start: string; durationMinutes: number };

/** What is advised for a pick-up at a time. Without a postal code there is nothing to ask, and the read stays idle. */
export function usePickupAdvice({ postalCode, start, durationMinutes }: Pickup) {
  const query = { postalCode, start, durationMinutes };
  return useQuery({
    queryKey: ['pickup-advice', query],
    queryFn: async ({ signal }) => (await readMarketplace<PickupAdviceAnswer>('pickup-advice', query, signal)).items,
    staleTime: 300_000,
    enabled: postalCode !== '',
  });
}
