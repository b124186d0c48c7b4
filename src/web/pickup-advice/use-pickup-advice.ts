import { useQuery } from '@tanstack/react-query';
import { readMarketplace } from '../session/backend.ts';
import type { AdviceLine } from './PickupAdvice.tsx';

type Pickup = { postalCode: string; start: string; durationMinutes: number };

/** What is advised for a pick-up at a time. Without a postal code there is nothing to ask, and the read stays idle. */
export function usePickupAdvice({ postalCode, start, durationMinutes }: Pickup) {
  const query = { postalCode, start, durationMinutes };
  return useQuery({
    queryKey: ['pickup-advice', query],
    queryFn: async ({ signal }) =>
      (await readMarketplace<{ items: AdviceLine[] }>('pickup-advice', query, signal)).items,
    staleTime: 300_000,
    enabled: postalCode !== '',
  });
}
