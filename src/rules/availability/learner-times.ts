import type { Point } from '../places/distance-km.ts';
import { driveMinutes } from '../places/drive-minutes.ts';
import { minuteMs } from '../time/durations.ts';
import { dateText, type LocalDay, localDayOf, mondayOf } from '../time/local-time.ts';
import type { Span } from './spans.ts';

/** A lesson or a hold of a learner, with whom, and where it begins if that is known. */
export type LearnerLesson = Span & { instructor: string; pickup?: Point | undefined };

/** What is known of when a learner can drive: their lessons with anybody, and the last day of their provisional licence (`YYYY-MM-DD`, empty: no limit). */
export type LearnerTimes = { lessons: readonly LearnerLesson[]; lastDate: string };

/** What of an instructor bounds the times of one learner. */
export type LearnerBounds = {
  instructor: string;
  timezone: string;
  /** How many lessons of a local week one learner may have with them; 0 means no cap. */
  maxPerLearnerPerWeek: number;
  considersTravel?: boolean;
};

/**
 * Whether a learner could book a time that the instructor offers: clear of the learner's own lessons, with the drive between where the instructor considers
 * drives, below the week's cap and before the licence ends. Undefined where nothing binds the learner. The database refuses by the same (db/functions/booking.sql).
 */
export function learnerTest(
  { lessons, lastDate }: LearnerTimes,
  bounds: LearnerBounds,
  pickup?: Point,
): ((slot: Span) => boolean) | undefined {
  if (lessons.length === 0 && lastDate === '') return undefined;
  const { timezone } = bounds;
  const apart = lessons.map((lesson) => {
    const drive = (bounds.considersTravel && driveMinutes(lesson.pickup, pickup)) || 0;
    return { startMs: lesson.startMs - drive * minuteMs, endMs: lesson.endMs + drive * minuteMs };
  });
  const isFull = fullWeeks(lessons, bounds);
  return (slot) => {
    if (apart.some((lesson) => lesson.startMs < slot.endMs && slot.startMs < lesson.endMs)) return false;
    const day = localDayOf(timezone, slot.startMs);
    return !isFull(day) && (lastDate === '' || dateText(day) <= lastDate);
  };
}

function fullWeeks(
  lessons: readonly LearnerLesson[],
  { instructor, timezone, maxPerLearnerPerWeek }: LearnerBounds,
): (day: LocalDay) => boolean {
  if (maxPerLearnerPerWeek === 0) return () => false;
  const counts = new Map<LocalDay, number>();
  for (const lesson of lessons) {
    if (lesson.instructor !== instructor) continue;
    const monday = mondayOf(localDayOf(timezone, lesson.startMs));
    counts.set(monday, (counts.get(monday) ?? 0) + 1);
  }
  return (day) => (counts.get(mondayOf(day)) ?? 0) >= maxPerLearnerPerWeek;
}
