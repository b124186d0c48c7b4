import { Link } from 'react-router';
import { bookingPath } from '#rules/paths/booking-path.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import * as texts from '#texts/booking.ts';
import type { Slot } from '#wire/booking.ts';
import type { Lesson } from '../../platform/records/lesson-record.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatClock, formatDay, localDateOf } from '../../platform/ui/format-time.ts';
import { groupByPart, type SlotDay } from './slot-days.ts';

type DayTimesProps = {
  day: SlotDay;
  zone: string | undefined;
  /** The learner's own lessons with this instructor: shown among the times as theirs. */
  own: readonly Lesson[];
  onChoose: (slot: Slot) => void;
};

type Entry = { start: string; slot?: Slot; lesson?: Lesson };

/** One day's free times under morning, afternoon and evening, with the prices where they differ. */
export function DayTimes({ day, zone, own, onChoose }: DayTimesProps) {
  const entries: Entry[] = [
    ...day.slots.map((slot) => ({ start: slot.start, slot })),
    ...own
      .filter((lesson) => localDateOf(lesson.start, zone) === day.date)
      .map((lesson) => ({ start: lesson.start, lesson })),
  ].sort((one, other) => Date.parse(one.start) - Date.parse(other.start));
  const hasPrices = new Set(day.slots.map((slot) => slot.priceCents)).size > 1;
  return (
    <div className="grid gap-5">
      {groupByPart(entries, ({ start }) => formatClock(start, zone)).map(({ part, slots }) => (
        <section key={part} aria-label={texts.partOfDayDate({ part, dayDate: formatDay(day.date, 'UTC') })}>
          <h3 className="mb-2 font-normal font-text text-note text-soft tracking-normal">{part}</h3>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2">
            {slots.map(({ start, slot, lesson }) => (
              <li key={start}>
                {lesson && <OwnTime lesson={lesson} zone={zone} />}
                {slot && <FreeTime slot={slot} zone={zone} hasPrice={hasPrices} onChoose={onChoose} />}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

type FreeTimeProps = { slot: Slot; zone: string | undefined; hasPrice: boolean; onChoose: (slot: Slot) => void };

function FreeTime({ slot, zone, hasPrice, onChoose }: FreeTimeProps) {
  return (
    <button
      type="button"
      className="slot min-h-12 w-full flex-col px-2 py-1 leading-tight"
      onClick={() => onChoose(slot)}
    >
      {formatClock(slot.start, zone)}
      {hasPrice && <span className="font-normal text-ink text-note">{formatMoney(slot.priceCents)}</span>}
    </button>
  );
}

function OwnTime({ lesson, zone }: { lesson: Lesson; zone: string | undefined }) {
  const isHeld = lesson.status === 'held';
  return (
    <Link
      to={isHeld ? bookingPath({ lesson: lesson.id }) : lessonPath(lesson.id)}
      className="figures flex min-h-12 flex-col items-center justify-center rounded bg-green px-2 py-1 font-semibold text-on-green leading-tight no-underline hover:bg-green-deep"
    >
      {formatClock(lesson.start, zone)}
      <span className="font-normal text-note">{isHeld ? texts.heldByYou : texts.yours}</span>
    </Link>
  );
}
