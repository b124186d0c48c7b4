import type { BookingAddress } from '#rules/paths/booking-path.ts';

const idPattern = /^[a-z0-9]{15}$/;

/** Reads an address's query; what makes no sense counts as not there. */
export function readBookingAddress(query: URLSearchParams): BookingAddress {
  const id = (name: string) => {
    const value = query.get(name) ?? '';
    return idPattern.test(value) ? value : undefined;
  };
  const start = query.get('start') ?? '';
  const minutes = Number(query.get('durationMinutes') ?? '');
  return {
    instructor: id('instructor'),
    start: Number.isNaN(Date.parse(start)) ? undefined : new Date(start).toISOString(),
    durationMinutes: Number.isInteger(minutes) && minutes > 0 && minutes <= 2880 ? minutes : undefined,
    lesson: id('lesson'),
    replaces: id('replaces'),
    weekly: id('weekly'),
    series: id('series'),
  };
}
