import { useQuery } from '@tanstack/react-query';
import type { StandingAnswer } from '#wire/standing.ts';
import { readMarketplace } from '../../platform/session/backend.ts';
import { useSession } from '../../platform/session/use-session.ts';

/** Asked for below `dashboard`, so that a lesson that changes has it read again. */
export function useStanding() {
  const user = useSession();
  return useQuery({
    queryKey: ['dashboard', 'standing', user?.id],
    queryFn: ({ signal }) => readMarketplace<StandingAnswer>('standing', {}, signal),
    enabled: user !== null,
  });
}
