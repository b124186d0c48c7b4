import { withQuery } from './with-query.ts';

/** Where a booking stands, as the page's address says it; so that a reload at any step comes back to it. */
export type BookingAddress = {
  instructor: string | undefined;
  start: string | undefined;
  durationMinutes: number | undefined;
  lesson: string | undefined;
  /** A held time that the chosen one stands for: it is kept until the new one is held. */
  replaces?: string | undefined;
  /** The held lesson that is to be repeated in the weeks after it. */
  weekly?: string | undefined;
  /** Lessons that are held together. */
  series?: string | undefined;
};

/** The page on which lessons are booked, before anything is chosen. */
export const bookLessonPath = '/dashboard/book-lesson';

/** The page's address for a step of a booking; a lesson that is held says by itself whose it is and when. */
export function bookingPath(address: Partial<BookingAddress>): string {
  const { weekly, series, lesson, instructor, durationMinutes, start, replaces } = address;
  if (weekly) return withQuery(bookLessonPath, { weekly });
  if (series) return withQuery(bookLessonPath, { series });
  if (lesson) return withQuery(bookLessonPath, { lesson });
  const minutes = durationMinutes ? String(durationMinutes) : undefined;
  return withQuery(bookLessonPath, { instructor, durationMinutes: minutes, start, replaces });
}
