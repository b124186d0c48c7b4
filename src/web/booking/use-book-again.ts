import { useQuery } from '@tanstack/react-query';
import { readMarketplace } from '../session/backend.ts';
import { useSession } from '../session/use-session.ts';

/** The next times of an instructor one has driven with, and what the last lesson was like. */
export type BookAgainAnswer = {
  /** Null: never driven with anybody who can be booked. */
  instructor: { id: string; name: string; photoUrl: string; timezone: string } | null;
  durationMinutes: number;
  pickup: string;
  postalCode: string;
  items: Array<{ start: string; end: string; priceCents: number; isUsual: boolean }>;
};

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
