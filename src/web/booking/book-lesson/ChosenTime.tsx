import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { bookingPath } from '#rules/paths/booking-path.ts';
import * as texts from '#texts/booking.ts';
import type { Instructor } from '../../platform/records/instructor-record.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatLessonTime, formatMinutes, zoneLabel } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { ByHandNotice } from './ByHandNotice.tsx';
import { InstructorLine } from './InstructorLine.tsx';
import { useQuote } from './use-quote.ts';

type ChosenTimeProps = { instructor: Instructor; start: string; durationMinutes: number; replaces: string | undefined };

/** With whom, what this very time costs, and when; the heading is read out as the step begins. */
export function ChosenTime({ instructor, start, durationMinutes, replaces }: ChosenTimeProps) {
  const { data: quote } = useQuote({ instructor: instructor.id, start, durationMinutes });
  const zone = instructor.timezone || undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const end = new Date(Date.parse(start) + durationMinutes * 60_000).toISOString();
  const price = (
    <span className="price text-body">
      {quote === undefined
        ? '\u00a0'
        : inline(
            texts.priceForLength({
              price: formatMoney(quote.totalCents),
              length: formatMinutes(durationMinutes),
              small: (text) => <small>{text}</small>,
            }),
          )}
    </span>
  );
  return (
    <>
      <InstructorLine instructor={instructor} price={price} />
      <ByHandNotice instructor={instructor} start={start} />
      <div className="lane-top mt-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-1 pt-6">
        <div>
          <h2 ref={heading} tabIndex={-1} className="figures text-heading outline-none">
            {formatLessonTime(start, end, zone)}
          </h2>
          <p className="mt-1 text-soft">
            {formatMinutes(durationMinutes)} · {zoneLabel(zone)}
          </p>
        </div>
        <Link
          to={bookingPath({ instructor: instructor.id, durationMinutes, replaces })}
          className="inline-flex min-h-11 items-center"
        >
          {texts.changeTimeOrLength}
        </Link>
      </div>
    </>
  );
}
