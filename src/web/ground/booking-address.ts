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

/** The page's address for a step of a booking. */
export function bookingPath(address: Partial<BookingAddress>): string {
  const query = new URLSearchParams();
  if (address.weekly) query.set('weekly', address.weekly);
  else if (address.series) query.set('series', address.series);
  else if (address.lesson) query.set('lesson', address.lesson);
  else {
    if (address.instructor) query.set('instructor', address.instructor);
    if (address.durationMinutes) query.set('durationMinutes', String(address.durationMinutes));
    if (address.start) query.set('start', address.start);
    if (address.replaces) query.set('replaces', address.replaces);
  }
  const text = query.toString();
  return `/dashboard/book-lesson${text ? `?${text}` : ''}`;
}
