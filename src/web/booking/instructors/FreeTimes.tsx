import { Link } from 'react-router';
import { hourlyRange, priceWithSurcharge } from '#rules/lessons/hourly-price.ts';
import { waitPath } from '#rules/paths/learner-paths.ts';
import { formatUnit } from '#texts/format-number.ts';
import * as texts from '#texts/instructors.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { useGuestHold } from '../../platform/session/use-guest-hold.ts';
import { classNames } from '../../platform/ui/class-names.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatClock, formatDay, formatMinutes, formatStart, zoneLabel } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { HeldLink } from '../search/HeldLink.tsx';
import { HoldLink } from '../search/HoldLink.tsx';
import { DayChip } from '../times/DayChip.tsx';
import { groupByPart } from '../times/slot-days.ts';
import type { InstructorData } from './instructor-data.ts';
import { type ShownDay, withHeldTime } from './with-held-time.ts';

/** A week of free times: the days as a strip, below it the times of the chosen one. Lengths and weeks are links, so it works without scripts. */
export function FreeTimes({ data }: { data: InstructorData }) {
  const { instructor, minutes } = data;
  const { holdMinutes } = usePolicy();
  const hold = useGuestHold(instructor.id);
  const days = withHeldTime(data, hold);
  const first = days[0]?.date ?? '';
  const last = days.at(-1)?.date ?? '';
  const isEmpty = days.every(({ times }) => times.length === 0);
  const range = texts.firstToLastTimezone({
    first: formatDay(first, 'UTC'),
    last: formatDay(last, 'UTC'),
    timezone: zoneLabel(instructor.timezone),
  });
  return (
    <section
      aria-labelledby="times"
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 max-lg:lane-top max-lg:pt-5 lg:card lg:overflow-hidden lg:pb-5"
    >
      <div className="kerb max-lg:hidden print:hidden" aria-hidden />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:px-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 id="times" className="text-title">
            {texts.freeTimes}
          </h2>
          <p className="text-note text-soft">{range}</p>
        </div>
        <LessonPrice data={data} />
        <Lengths data={data} />
        {hold && days === data.days && (
          <p className="grid print:hidden">
            <HeldLink hold={hold} instructorName={instructor.name} className="px-4">
              {formatStart(hold.start, instructor.timezone)}
            </HeldLink>
          </p>
        )}
        {isEmpty ? (
          <NothingFree data={data} />
        ) : (
          <div className="day-by-day grid grid-cols-[minmax(0,1fr)] gap-3">
            <Strip key={`${first} ${minutes}`} days={days} />
            <ol className="print:grid print:grid-cols-7 print:gap-2">
              {days.map((day) => (
                <Day key={day.date} day={day} data={data} />
              ))}
            </ol>
            <p className="text-note text-soft print:hidden">
              {texts.heldWhileYouPay({ hold: formatUnit(holdMinutes, 'minute') })}
            </p>
          </div>
        )}
        <Weeks data={data} />
      </div>
    </section>
  );
}

/** What a lesson of the chosen length costs, before evenings and weekends. On a phone the bar says the price. */
function LessonPrice({ data: { instructor, minutes } }: { data: InstructorData }) {
  const { fromCents, toCents } = hourlyRange(instructor);
  return (
    <p className="price text-heading max-lg:hidden">
      {inline(
        texts.priceOfALesson({
          isFrom: String(toCents > fromCents),
          price: formatMoney(priceWithSurcharge(instructor.hourlyCents, minutes, 0)),
          length: formatMinutes(minutes),
          small: (text) => <small>{text}</small>,
        }),
      )}
    </p>
  );
}

/** The days side by side; the first with a free time is chosen. With large letters they take a second row. */
function Strip({ days }: { days: readonly ShownDay[] }) {
  const shown = days.find(({ times }) => times.length > 0);
  return (
    <fieldset className="min-w-0 print:hidden">
      <legend className="unseen">{texts.day}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(2.6rem,1fr))] gap-1">
        {days.map((day) => (
          <DayChip key={day.date} date={day.date} freeTimes={day.times.length} defaultChecked={day === shown} />
        ))}
      </div>
    </fieldset>
  );
}

function Day({ day: { date, times }, data }: { day: ShownDay; data: InstructorData }) {
  const { timezone } = data.instructor;
  return (
    <li>
      <h3 className="unseen print:not-sr-only print:static print:text-note">{formatDay(date, 'UTC')}</h3>
      {times.length === 0 && <p className="text-note text-soft">{texts.nothingFree}</p>}
      {groupByPart(times, ({ start }) => formatClock(start, timezone)).map(({ part, slots }) => (
        <section key={part} aria-label={`${formatDay(date, 'UTC')}, ${part}`} className="not-first-of-type:mt-3">
          <h4 className="mb-1 font-normal font-text text-note text-soft tracking-normal">{part}</h4>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(6rem,100%),1fr))] gap-2 print:grid-cols-1">
            {slots.map((time) => (
              <li key={time.start} className="grid">
                <Time time={time} data={data} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </li>
  );
}

/** One time, which a tap holds. It shows its price where that is more than the plain one. */
function Time({ time: { start, priceCents, hold }, data }: { time: ShownDay['times'][number]; data: InstructorData }) {
  const { instructor, minutes } = data;
  const clock = formatClock(start, instructor.timezone);
  if (hold) {
    return (
      <HeldLink hold={hold} instructorName={instructor.name}>
        {clock}
      </HeldLink>
    );
  }
  const isDearer = priceCents > priceWithSurcharge(instructor.hourlyCents, minutes, 0);
  return (
    <HoldLink
      instructor={instructor}
      start={start}
      durationMinutes={minutes}
      className="slot min-h-12 flex-col px-1 py-1 leading-tight"
    >
      {clock}
      {isDearer && ' '}
      {isDearer && <span className="font-normal text-ink text-note leading-tight">{formatMoney(priceCents)}</span>}
    </HoldLink>
  );
}

/** The lengths that are offered, as parts of one control. */
function Lengths({ data: { instructor, minutes, week } }: { data: InstructorData }) {
  return (
    <nav
      aria-label={texts.lengthOfTheLesson}
      className="flex flex-wrap divide-x divide-line overflow-hidden rounded border border-line-strong bg-surface print:hidden"
    >
      {instructor.lessonMinutes.map((length) => (
        <Link
          key={length}
          to={`?minutes=${length}&week=${week}`}
          preventScrollReset
          aria-current={length === minutes ? 'true' : undefined}
          className={classNames(
            'flex min-h-11 grow items-center justify-center px-3 font-semibold no-underline focus-visible:-outline-offset-3',
            length === minutes ? 'bg-tint text-green shadow-[inset_0_-3px_var(--color-green)]' : 'text-ink',
          )}
        >
          {formatMinutes(length)}
        </Link>
      ))}
    </nav>
  );
}

function Weeks({ data: { minutes, week } }: { data: InstructorData }) {
  const turns = [
    { to: week - 1, label: texts.weekBefore, isOffered: week > 0 },
    { to: week + 1, label: texts.weekAfter, isOffered: week < 8 },
  ].filter(({ isOffered }) => isOffered);
  return (
    <nav
      aria-label={texts.weeks}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2 print:hidden"
    >
      {turns.map(({ to, label }) => (
        <Link key={label} to={`?minutes=${minutes}&week=${to}`} preventScrollReset className="btn btn-secondary">
          {label}
        </Link>
      ))}
    </nav>
  );
}

function NothingFree({ data: { instructor, days } }: { data: InstructorData }) {
  const from = days[0]?.date ?? '';
  return (
    <div className="rounded-lg border-2 border-dashed border-line px-5 py-8 text-center">
      <p className="font-head text-title font-bold">{texts.nothingFreeInTheseSeven}</p>
      <p className="mt-2 text-soft">
        {texts.lookAtTheWeekAfter({
          day: formatDay(`${from}T12:00:00Z`, 'UTC'),
          area: instructor.areas[0] ?? texts.singapore,
        })}
      </p>
      <p className="mt-4 flex flex-wrap justify-center gap-3">
        <Link to={waitPath({ instructor: instructor.id })} className="btn btn-primary">
          {texts.tellMeWhenFree}
        </Link>
        <Link
          to={`/instructors${instructor.areas[0] ? `?area=${encodeURIComponent(instructor.areas[0])}` : ''}`}
          className="btn btn-secondary"
        >
          {texts.othersNearby}
        </Link>
      </p>
    </div>
  );
}
