import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayMs } from '#rules/time/durations.ts';
import type { SlotsAnswer } from '#wire/booking.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { readMarketplace } from '../../platform/session/backend.ts';

/** How many days of free times are read in one call. */
export const slotDays = 28;

/** Which stretch of free times, as `useSlots` counts them, a start lies in. */
export function slotPageOf(start: string, now: Date): number {
  return Math.max(0, Math.floor((Date.parse(start) - now.getTime()) / (slotDays * dayMs)));
}

/** An instructor's free starts of a length over 28 days, `page` times 28 days from now on. */
export function useSlots({
  instructor,
  durationMinutes,
  page = 0,
  exceptLesson,
  postalCode,
}: {
  instructor: string | undefined;
  durationMinutes: number | undefined;
  page?: number;
  /** A held lesson of the reader's whose time counts as free, because it is about to be changed. */
  exceptLesson?: string | undefined;
  /** Where the reader wants to be picked up. */
  postalCode?: string | undefined;
}) {
  // The range starts when the page is opened and stays, so that a refetch asks for the same.
  const [openedMs] = useState(() => Math.floor(currentTime().getTime() / 60_000) * 60_000);
  const fromMs = openedMs + page * slotDays * dayMs;
  const query = useQuery({
    queryKey: ['slots', instructor, durationMinutes, fromMs, exceptLesson, postalCode],
    queryFn: ({ signal }) =>
      readMarketplace<SlotsAnswer>(
        'slots',
        {
          instructor,
          durationMinutes,
          from: new Date(fromMs).toISOString(),
          to: new Date(fromMs + slotDays * dayMs).toISOString(),
          ...(exceptLesson ? { lesson: exceptLesson } : {}),
          ...(postalCode ? { postalCode } : {}),
        },
        signal,
      ),
    enabled: instructor !== undefined && durationMinutes !== undefined,
  });
  return { ...query, fromMs };
}
