import { Link } from 'react-router';
import { waitPath } from '#rules/paths/learner-paths.ts';
import * as texts from '#texts/instructors.ts';
import { HeldLink } from '../search/HeldLink.tsx';
import { HoldLink } from '../search/HoldLink.tsx';
import { useGuestHold } from '../session/use-guest-hold.ts';
import { DayChip } from '../times/DayChip.tsx';
import { formatMoney } from '../ui/format-money.ts';
import { formatClock, formatDay, formatMinutes, formatStart, zoneLabel } from '../ui/format-time.ts';
import type { InstructorData } from './instructor-data.ts';
import { type ShownDay, withHeldTime } from './with-held-time.ts';

/** A week of free times, a column for each day; lengths and weeks are links, so it works without scripts. */
export function FreeTimes({ data }: { data: InstructorData }) {
  const { instructor } = data;
  const hold = useGuestHold(instructor.id);
  const days = withHeldTime(data, hold);
  const first = days[0]?.date ?? '';
  const last = days.at(-1)?.date ?? '';
  const prices = new Set(data.days.flatMap(({ times }) => times.map(({ priceCents }) => priceCents)));
  const hasPrices = prices.size > 1;
  const isEmpty = days.every(({ times }) => times.length === 0);
  return (
    <section aria-labelledby="times" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="times" className="text-2xl">
            {texts.freeTimes}
          </h2>
          <p className="mt-1 text-soft">
            {texts.firstToLastTimezone({
              first: formatDay(first, 'UTC'),
              last: formatDay(last, 'UTC'),
              timezone: zoneLabel(instructor.timezone),
            })}
          </p>
        </div>
        <Lengths data={data} />
      </div>
      {hold && days === data.days && (
        <p className="flex print:hidden">
          <HeldLink hold={hold} instructorName={instructor.name} className="px-4">
            {formatStart(hold.start, instructor.timezone)}
          </HeldLink>
        </p>
      )}
      {isEmpty ? (
        <NothingFree data={data} />
      ) : (
        <div className="day-by-day grid grid-cols-[minmax(0,1fr)] gap-4">
          <Strip key={`${first} ${data.minutes}`} days={days} />
          <ol className="card grid gap-x-2 gap-y-4 p-4 md:grid-cols-7">
            {days.map((day) => (
              <Day key={day.date} day={day} data={data} hasPrices={hasPrices} />
            ))}
          </ol>
        </div>
      )}
      <Weeks data={data} />
    </section>
  );
}

/** The days side by side on a phone, as the booking page has them; the first with a free time is chosen. */
function Strip({ days }: { days: readonly ShownDay[] }) {
  const shown = days.find(({ times }) => times.length > 0);
  return (
    <fieldset className="min-w-0 md:hidden print:hidden">
      <legend className="unseen">{texts.day}</legend>
      <div className="relative flex snap-x gap-2 overflow-x-auto px-0.5 pt-0.5 pb-3">
        {days.map((day) => (
          <DayChip key={day.date} date={day.date} freeTimes={day.times.length} defaultChecked={day === shown} />
        ))}
      </div>
    </fieldset>
  );
}

type DayProps = { day: ShownDay; data: InstructorData; hasPrices: boolean };

function Day({ day: { date, times }, data, hasPrices }: DayProps) {
  return (
    <li>
      <h3 className="pb-2 font-text text-sm font-semibold tracking-normal">{formatDay(date, 'UTC')}</h3>
      {times.length === 0 ? (
        <p className="text-sm text-soft">{texts.nothingFree}</p>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(4.25rem,1fr))] gap-2 md:grid-cols-1">
          {times.map(({ start, priceCents, hold }) => (
            <li key={start} className="grid">
              {hold ? (
                <HeldLink hold={hold} instructorName={data.instructor.name}>
                  {formatClock(start, data.instructor.timezone)}
                </HeldLink>
              ) : (
                <HoldLink
                  instructor={data.instructor}
                  start={start}
                  durationMinutes={data.minutes}
                  className="slot flex-col px-1 py-1 leading-tight"
                >
                  {formatClock(start, data.instructor.timezone)}
                  {hasPrices && ' '}
                  {hasPrices && <span className="font-normal text-ink text-xs">{formatMoney(priceCents)}</span>}
                </HoldLink>
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Lengths({ data: { instructor, minutes, week } }: { data: InstructorData }) {
  return (
    <nav aria-label={texts.lengthOfTheLesson} className="flex flex-wrap gap-2 print:hidden">
      {instructor.lessonMinutes.map((length) => (
        <Link
          key={length}
          to={`?minutes=${length}&week=${week}`}
          preventScrollReset
          aria-current={length === minutes ? 'true' : undefined}
          className={length === minutes ? 'slot bg-green text-on-green' : 'slot'}
        >
          {formatMinutes(length)}
        </Link>
      ))}
    </nav>
  );
}

function Weeks({ data: { minutes, week } }: { data: InstructorData }) {
  return (
    <nav aria-label={texts.weeks} className="flex justify-between gap-3 print:hidden">
      {week > 0 ? (
        <Link to={`?minutes=${minutes}&week=${week - 1}`} preventScrollReset className="btn btn-secondary">
          {texts.weekBefore}
        </Link>
      ) : (
        <span />
      )}
      {week < 8 && (
        <Link to={`?minutes=${minutes}&week=${week + 1}`} preventScrollReset className="btn btn-secondary">
          {texts.weekAfter}
        </Link>
      )}
    </nav>
  );
}

function NothingFree({ data: { instructor, days } }: { data: InstructorData }) {
  const from = days[0]?.date ?? '';
  return (
    <div className="rounded-lg border-2 border-dashed border-line px-5 py-8 text-center">
      <p className="font-head text-lg font-bold">{texts.nothingFreeInTheseSeven}</p>
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
