import { useQuery } from '@tanstack/react-query';
import { readMarketplace } from '../session/backend.ts';
import { useSession } from '../session/use-session.ts';

/** How the signed-in person stands, as a learner and as an instructor. */
export type Standing = {
  learner: { state: 'good' | 'prepay_only' | 'manual_approval'; count: number; until: string | null };
  instructor: {
    state: 'good' | 'warned' | 'hidden';
    count: number;
    warnedUntil: string | null;
    hiddenUntil: string | null;
    appealUntil: string | null;
  } | null;
};

/** Asked for below `dashboard`, so that a lesson that changes has it read again. */
export function useStanding() {
  const user = useSession();
  return useQuery({
    queryKey: ['dashboard', 'standing', user?.id],
    queryFn: ({ signal }) => readMarketplace<Standing>('standing', {}, signal),
    enabled: user !== null,
  });
}
