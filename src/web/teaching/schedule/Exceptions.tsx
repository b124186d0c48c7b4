import { CalendarOff, Copy, Pencil, Undo2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import * as texts from '#texts/schedule.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button, IconButton } from '../../platform/ui/Button.tsx';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { formatSeries } from '../../platform/ui/format-list.ts';
import { formatDay, formatLessonTime, formatStart } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { rangeText } from './DayColumn.tsx';
import { CopyWeekDialog } from './lazy-parts.ts';
import { useAvailability } from './use-availability.ts';
import { type Override, type TimeOff, useChangeCalendar, useExceptions } from './use-calendar.ts';

type ExceptionsProps = {
  instructor: string;
  zone: string;
  today: string;
  onTimeOff: (timeOff: TimeOff | undefined) => void;
};

/** What differs from the usual week from today on: dates with other hours, and time away. */
export function Exceptions({ instructor, zone, today, onTimeOff }: ExceptionsProps) {
  const { data, isError, refetch } = useExceptions(instructor, zone, today);
  const otherHours = data?.overrides.filter(({ date }) => date >= today) ?? [];
  return (
    <section aria-labelledby="exceptions" className="card p-5 md:px-6">
      <h2 id="exceptions" className="text-heading">
        {texts.timeOffAndOtherHours}
      </h2>
      <p className="mt-1 text-soft">{texts.whatDiffersFromYourUsual}</p>
      {isError && !data && (
        <div className="mt-4">
          <ErrorState title={texts.theseCouldNotBeLoaded} onRetry={() => void refetch()} />
        </div>
      )}
      {data && data.timeOff.length + otherHours.length === 0 && <p className="mt-4">{texts.noExceptions}</p>}
      {data && (
        <ul className="mt-4">
          {data.timeOff.map((timeOff) => (
            <li key={timeOff.id} className="flex items-center justify-between gap-3 border-line border-t py-2">
              <span className="figures">
                {inline(
                  texts.awayDuring({
                    b: (text) => <b className="font-semibold">{text}</b>,
                    range: formatLessonTime(timeOff.start, timeOff.end, zone),
                  }),
                )}
                {timeOff.reason && <span className="block text-soft">{timeOff.reason}</span>}
              </span>
              <IconButton
                label={texts.changeTimeAwayFromTimeOffStart({ timeOffStart: formatStart(timeOff.start, zone) })}
                onClick={() => onTimeOff(timeOff)}
              >
                <Pencil size={18} strokeWidth={1.75} aria-hidden />
              </IconButton>
            </li>
          ))}
          {otherHours.map((override) => (
            <OtherHours key={override.id} override={override} instructor={instructor} />
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" className="min-h-12" onClick={() => onTimeOff(undefined)}>
          <CalendarOff size={18} strokeWidth={1.75} aria-hidden />
          {texts.takeTimeOff}
        </Button>
        {/* Of this week also the days that are over. */}
        {data && data.overrides.length > 0 && <CopyWeek instructor={instructor} overrides={data.overrides} />}
      </div>
    </section>
  );
}

function CopyWeek({ instructor, overrides }: { instructor: string; overrides: readonly Override[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data: rules } = useAvailability(instructor);
  if (!rules) return null;
  return (
    <>
      <Button variant="secondary" className="min-h-12" onClick={() => setIsOpen(true)}>
        <Copy size={18} strokeWidth={1.75} aria-hidden />
        {texts.copyAWeek}
      </Button>
      <Suspense>
        {isOpen && (
          <CopyWeekDialog
            instructor={instructor}
            rules={rules}
            overrides={overrides}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}

function OtherHours({ override, instructor }: { override: Override; instructor: string }) {
  const tell = useTelling();
  const { setDate } = useChangeCalendar(instructor);
  const { date, windows } = override;
  const day = formatDay(date, 'UTC');
  const failed = () => texts.thatCouldNotBeSaved;
  const putBack = () =>
    tell(setDate.mutateAsync({ date, windows: null }), {
      done: {
        text: texts.dayHasItsUsualHours({ day }),
        undo: () => tell(setDate.mutateAsync({ date, windows: windows ?? [] }), { failed }),
      },
      failed,
    });
  return (
    <li className="flex items-center justify-between gap-3 border-line border-t py-2">
      <span className="figures">
        <b className="font-semibold">{day}</b>{' '}
        {windows && windows.length > 0 ? formatSeries(windows.map(rangeText)) : texts.closed}
      </span>
      <IconButton label={texts.usualHoursAgainOnDay({ day })} disabled={setDate.isPending} onClick={putBack}>
        <Undo2 size={18} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </li>
  );
}
