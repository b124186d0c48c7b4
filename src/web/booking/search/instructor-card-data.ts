import { portionOf } from '#rules/money/divide-cents.ts';
import type { FreeTime } from '#wire/booking.ts';
import type { FoundInstructor, SearchItem } from '#wire/search.ts';
import { localDateOf } from '../../platform/ui/format-time.ts';

/** What a result card shows, and no more: it travels with the page a second time for the browser's half. */
export type InstructorCardData = {
  id: string;
  name: string;
  photo: string;
  licenceClasses: string[];
  areas: string[];
  car: string;
  instantBooking: boolean;
  timezone: string;
  hourlyFromCents: number;
  hourlyToCents: number;
  rating: number | null;
  reviews: number;
  passRate: number;
  passRateSample: number;
  distanceKm?: number;
  /** The length of the next free times in minutes. */
  minutes: number;
  times: CardTime[];
};

/** A next free time with its price in cents, and why that is not the plain one. */
export type CardTime = [start: string, priceCents: number, surcharge?: [kind: 'weekend' | 'evening', percent: number]];

/** The part of a search result that its card shows. */
export function instructorCardData(item: SearchItem): InstructorCardData {
  const { instructor, nextSlots, distanceKm } = item;
  const minutes = Math.min(...instructor.lessonMinutes, ...(instructor.lessonMinutes.length > 0 ? [] : [60]));
  return {
    id: instructor.id,
    name: instructor.name,
    photo: instructor.photo,
    licenceClasses: instructor.licenceClasses,
    areas: instructor.areas.slice(0, 2),
    car: instructor.vehicleModel,
    instantBooking: instructor.instantBooking,
    timezone: instructor.timezone,
    hourlyFromCents: item.hourlyFromCents,
    hourlyToCents: item.hourlyToCents,
    rating: instructor.ratingShown,
    reviews: instructor.ratingCount,
    passRate: instructor.passRatePercent,
    passRateSample: instructor.passRateSample,
    minutes,
    times: nextSlots.slice(0, 3).map((slot) => cardTime(slot, instructor, minutes)),
    ...(distanceKm === undefined ? {} : { distanceKm }),
  };
}

function cardTime({ start, priceCents }: FreeTime, instructor: FoundInstructor, minutes: number): CardTime {
  if (priceCents <= portionOf(instructor.hourlyCents, minutes, 60)) return [start, priceCents];
  const weekday = new Date(localDateOf(start, instructor.timezone || undefined)).getUTCDay();
  return weekday === 0 || weekday === 6
    ? [start, priceCents, ['weekend', instructor.weekendSurchargePercent]]
    : [start, priceCents, ['evening', instructor.eveningSurchargePercent]];
}
