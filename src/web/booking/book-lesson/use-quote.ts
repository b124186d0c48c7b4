import { useQuery } from '@tanstack/react-query';
import type { QuoteAnswer } from '#wire/booking.ts';
import { readMarketplace } from '../../platform/session/backend.ts';

/** What a lesson will cost and its cancellation terms: the lines that are shown, and charged. */
export function useQuote(lesson: { instructor: string; start: string; durationMinutes: number }) {
  const { instructor, start, durationMinutes } = lesson;
  return useQuery({
    queryKey: ['quote', instructor, start, durationMinutes],
    queryFn: ({ signal }) => readMarketplace<QuoteAnswer>('quote', { instructor, start, durationMinutes }, signal),
  });
}
