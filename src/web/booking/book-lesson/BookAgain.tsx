import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { bookingPath } from '#rules/paths/booking-path.ts';
import * as texts from '#texts/booking.ts';
import type { BookAgainAnswer } from '#wire/booking.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatMinutes, formatStart, zoneLabel } from '../../platform/ui/format-time.ts';
import { HoldProblem } from '../holding/HoldProblem.tsx';
import { type HoldFailure, readHoldFailure } from '../holding/hold-refusal.ts';
import { useHolding } from '../holding/use-holding.ts';
import { SlotButton } from '../times/SlotButton.tsx';
import { useBookAgain } from './use-book-again.ts';

/**
 * Another lesson with the same instructor: a tap on a time holds it with the last length and pick-up, the next one pays. Nothing when there is
 * nobody to book again.
 */
export function BookAgain({ instructor }: { instructor?: string }) {
  const { data } = useBookAgain(instructor);
  return data?.instructor ? <Times answer={data} instructor={data.instructor} /> : null;
}

type TimesProps = { answer: BookAgainAnswer; instructor: NonNullable<BookAgainAnswer['instructor']> };

function Times({ answer, instructor }: TimesProps) {
  const { durationMinutes, pickup, postalCode, items } = answer;
  const navigate = useNavigate();
  const zone = instructor.timezone || undefined;
  const said = { length: formatMinutes(durationMinutes), zone: zoneLabel(zone) };
  const [tapped, setTapped] = useState('');
  const [failure, setFailure] = useState<HoldFailure>();
  const holding = useHolding((lesson) => void navigate(bookingPath({ lesson: lesson.id })));
  const hold = (start: string) => {
    if (holding.isPending) return;
    setTapped(start);
    setFailure(undefined);
    holding.mutate(
      { instructor: instructor.id, start, durationMinutes, pickup, postalCode, note: '' },
      { onError: (error) => setFailure(readHoldFailure(error, false)) },
    );
  };
  return (
    <section aria-labelledby="book-again" className="card mb-10 p-4 md:p-5 print:hidden">
      <h2 id="book-again" className="text-title">
        {texts.bookNameAgain({ name: instructor.name })}
      </h2>
      <p className="mt-1 text-soft">{pickup ? texts.againFrom({ ...said, pickup }) : texts.againWith(said)}</p>
      {items.length === 0 && <p className="mt-3">{texts.noFreeTimeInFourWeeks}</p>}
      <ul className="mt-3 grid gap-2 sm:grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))]">
        {items.map(({ start, priceCents, isUsual }) => (
          <li key={start}>
            <SlotButton
              className="figures w-full flex-col"
              isBusy={holding.isPending && tapped === start}
              isOff={holding.isPending}
              onHold={() => hold(start)}
            >
              {holding.isPending && tapped === start ? texts.holdingThis : formatStart(start, zone)}
              <span className="whitespace-normal text-note font-normal">
                {isUsual ? texts.yourUsualTime({ price: formatMoney(priceCents) }) : formatMoney(priceCents)}
              </span>
            </SlotButton>
          </li>
        ))}
      </ul>
      {failure && (
        <HoldProblem
          failure={failure}
          wanted={{ instructor: instructor.id, start: tapped, durationMinutes }}
          slots={items}
          zone={zone}
          pickup={{ pickup, postalCode, note: '' }}
          isAnswer
        />
      )}
      <Link
        to={bookingPath({ instructor: instructor.id, durationMinutes })}
        className="mt-1 inline-flex min-h-11 items-center"
      >
        {texts.allTimesOrPickup}
      </Link>
    </section>
  );
}
