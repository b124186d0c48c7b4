import { useQuery } from '@tanstack/react-query';
import type { BookAgainAnswer } from '#wire/booking.ts';
import { readMarketplace } from '../../platform/session/backend.ts';
import { useSession } from '../../platform/session/use-session.ts';

/** What to offer for another lesson with an instructor, or with the last one. */
export function useBookAgain(instructor: string | undefined) {
  const user = useSession();
  return useQuery({
    queryKey: ['slots', 'again', user?.id, instructor],
    queryFn: ({ signal }) => readMarketplace<BookAgainAnswer>('rebook', { instructor }, signal),
    // An offer beside the page: what can't be read is left out.
    retry: false,
  });
}
