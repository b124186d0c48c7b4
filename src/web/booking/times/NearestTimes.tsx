import { Link } from 'react-router';
import { bookingPath } from '#rules/paths/booking-path.ts';
import * as texts from '#texts/booking.ts';
import { formatStart } from '../../platform/ui/format-time.ts';
import { nearestSlots } from './nearest-slots.ts';

type NearestTimesProps = {
  slots: readonly { start: string }[];
  wanted: { instructor: string; start: string; durationMinutes: number };
  zone: string | undefined;
};

/** The three free times nearest to one that cannot be had, each one tap away; and the way to all times. */
export function NearestTimes({ slots, wanted, zone }: NearestTimesProps) {
  const nearest = nearestSlots(slots, wanted.start);
  return (
    <div className="mt-3">
      {nearest.length > 0 && (
        <>
          <p className="mb-2 font-semibold">{texts.nearestFreeTimes}</p>
          <ul className="mb-1 flex flex-wrap gap-2">
            {nearest.map(({ start }) => (
              <li key={start}>
                <Link className="slot" to={bookingPath({ ...wanted, start: new Date(start).toISOString() })} replace>
                  {formatStart(start, zone)}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <Link
        className="inline-flex min-h-11 items-center"
        to={bookingPath({ instructor: wanted.instructor, durationMinutes: wanted.durationMinutes })}
      >
        {texts.seeAllFreeTimes}
      </Link>
    </div>
  );
}
