import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { bookingPath } from '#rules/paths/booking-path.ts';
import * as texts from '#texts/booking.ts';
import { formatNumber, formatUnit } from '#texts/format-number.ts';
import type { AlternativesAnswer, OtherTime } from '#wire/booking.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { useInstructor, useOwnRecentLessons } from '../../platform/records/use-lessons.ts';
import { readMarketplace } from '../../platform/session/backend.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatStart } from '../../platform/ui/format-time.ts';
import { SlotButton } from '../times/SlotButton.tsx';
import { useHolding } from './use-holding.ts';

type Wanted = { instructor: string; start: string; durationMinutes: number };
type AlternativesProps = {
  wanted: Wanted;
  /** Where to be picked up; else that of the last lesson counts. */
  pickup?: { pickup: string; postalCode: string; note: string } | undefined;
  /** The wanted start was somebody's choice, and the same instructor's other times stand beside this. */
  isTaken?: boolean;
};

/**
 * What else could be had for a time that can't: others at that very time, the soonest nearby, and, where nothing else shows them, the same
 * instructor's nearest times. One tap holds a time as soon as a pick-up is known; before, it leads to where that is asked (docs/decisions/pick-ups-and-areas.md).
 */
export function Alternatives({ wanted, pickup, isTaken = false }: AlternativesProps) {
  const user = useSession();
  const { instructor, start, durationMinutes } = wanted;
  const { data } = useQuery({
    queryKey: ['slots', 'alternatives', user?.id, instructor, start, durationMinutes],
    queryFn: ({ signal }) => readMarketplace<AlternativesAnswer>('alternatives', wanted, signal),
    // It is a help beside other ways on: a failure is not worth a word of its own.
    retry: false,
  });
  const { data: asked } = useInstructor(instructor);
  const { onHold, holding } = useOneTap(durationMinutes, pickup);
  const { holdMinutes } = usePolicy();
  if (!data) return null;
  const own = isTaken ? [] : data.sameInstructor;
  const lists: { title: string; times: OtherTime[] }[] = [
    {
      title: texts.nearestTimesOf,
      times: own.flatMap((time) => (asked ? [{ ...time, instructor: asked, area: '', km: null }] : [])),
    },
    { title: texts.othersFreeThen, times: isTaken ? data.sameTime : [] },
    { title: texts.soonestOthers, times: data.nearby },
  ].filter(({ times }) => times.length > 0);
  return (
    <>
      {lists.map(({ title, times }) => (
        <section key={title} aria-label={title} className="mt-5">
          <h3 className="mb-2 font-semibold font-text text-body tracking-normal">{title}</h3>
          <ul className="grid gap-2">
            {times.map((time) => (
              <Time
                key={`${time.instructor.id} ${time.start}`}
                time={time}
                path={bookingPath({ instructor: time.instructor.id, start: time.start, durationMinutes })}
                onHold={onHold}
                holding={holding}
              />
            ))}
          </ul>
        </section>
      ))}
      {lists.length > 0 && (
        <p className="mt-2 text-note text-soft">
          {onHold ? texts.tapToHold({ hold: formatUnit(holdMinutes, 'minute') }) : texts.heldOncePickupIsSaid}
        </p>
      )}
    </>
  );
}

type Tap = { instructor: string; start: string };

/** `onHold` holds a time at once; undefined while no pick-up is known. `holding` is the tapped time until the server has decided. */
function useOneTap(durationMinutes: number, given: AlternativesProps['pickup']) {
  const navigate = useNavigate();
  const { data: recent } = useOwnRecentLessons();
  const [holding, setHolding] = useState<Tap>();
  const { mutateAsync } = useHolding((lesson) => void navigate(bookingPath({ lesson: lesson.id })));
  const last = given ?? recent?.find(({ pickup }) => pickup);
  if (!last) return { holding, onHold: undefined };
  const { pickup, postalCode } = last;
  const onHold = async (tap: Tap) => {
    if (holding) return;
    setHolding(tap);
    try {
      await mutateAsync({ ...tap, durationMinutes, pickup, postalCode, note: given?.note ?? '' });
    } catch {
      // Too late as well: the page of that time says what happened to it and offers the next ones.
      void navigate(bookingPath({ ...tap, durationMinutes }));
    } finally {
      setHolding(undefined);
    }
  };
  return { holding, onHold };
}

type TimeProps = {
  time: OtherTime;
  path: string;
  onHold: ((tap: Tap) => Promise<void>) | undefined;
  holding: Tap | undefined;
};

function Time({ time: { instructor, area, km, start, priceCents }, path, onHold, holding }: TimeProps) {
  const isThis = holding?.instructor === instructor.id && holding.start === start;
  const label = (
    <>
      {isThis ? texts.holdingThis : formatStart(start, instructor.timezone || undefined)}
      <span className="unseen"> {texts.withOther({ instructorName: instructor.name })}</span>
    </>
  );
  return (
    <li className="card flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-3">
      <span className="min-w-0 flex-1 basis-48">
        <b className="block font-semibold text-ink">{instructor.name}</b>
        <span className="figures text-note text-soft">
          {placeOf(instructor.licenceClasses.join(' · '), area, km)} · {formatMoney(priceCents)}
        </span>
      </span>
      {onHold ? (
        <SlotButton
          isBusy={isThis}
          isOff={holding !== undefined}
          onHold={() => void onHold({ instructor: instructor.id, start })}
        >
          {label}
        </SlotButton>
      ) : (
        <Link className="slot" to={path}>
          {label}
        </Link>
      )}
    </li>
  );
}

function placeOf(licenceClasses: string, area: string, km: number | null): string {
  if (area === '') return texts.classLicenceClasses({ licenceClasses });
  if (!km) return texts.classAndArea({ licenceClasses, area });
  return texts.classAndDistance({ licenceClasses, area, km: formatNumber(km, 0) });
}
