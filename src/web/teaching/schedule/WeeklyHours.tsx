import { Copy, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import * as texts from '#texts/schedule.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button, IconButton } from '../../platform/ui/Button.tsx';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { zoneLabel } from '../../platform/ui/format-time.ts';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { clockOfMinute, weeklyHours } from '../../platform/ui/wall-minutes.ts';
import { weekdays } from '../../platform/ui/weekdays.ts';
import { AddHours, CopyDayDialog } from './lazy-parts.ts';
import { type AvailabilityRule, useAvailability, useChangeAvailability } from './use-availability.ts';

type WeeklyHoursProps = { instructor: string; zone: string | undefined };

/** The weekly hours that learners can book. Taking hours away leaves booked lessons as they are. */
export function WeeklyHours({ instructor, zone }: WeeklyHoursProps) {
  const { data: rules, isError, refetch } = useAvailability(instructor);
  return (
    <section aria-labelledby="weekly-hours" className="card overflow-hidden">
      <div className="kerb" aria-hidden />
      <div className="px-4 py-5 md:px-6">
        <h2 id="weekly-hours" tabIndex={-1} className="text-heading">
          {texts.weeklyHours}
        </h2>
        <p className="mt-1 text-soft">
          {rules && `${texts.hoursAreOpen({ hours: weeklyHours(rules), zone: zoneLabel(zone) })} `}
          {texts.lessonsAlreadyBookedStay}
        </p>
        {isError && !rules && (
          <div className="mt-5">
            <ErrorState title={texts.hoursNotLoaded} onRetry={() => void refetch()} />
          </div>
        )}
        {!rules && !isError && (
          <AfterDelay what={texts.yourHours}>
            <Skeleton className="mt-5 h-80" />
          </AfterDelay>
        )}
        {rules && (
          <>
            <Week instructor={instructor} rules={rules} />
            {rules.length > 0 && <CopyDay instructor={instructor} rules={rules} />}
            <Suspense fallback={<div className="h-64 sm:h-40" />}>
              <AddHours instructor={instructor} />
            </Suspense>
          </>
        )}
      </div>
    </section>
  );
}

type WeekProps = { instructor: string; rules: readonly AvailabilityRule[] };

function CopyDay({ instructor, rules }: WeekProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" className="mt-3 min-h-12" onClick={() => setIsOpen(true)}>
        <Copy size={18} strokeWidth={1.75} aria-hidden />
        {texts.copyADay}
      </Button>
      <Suspense>
        {isOpen && <CopyDayDialog instructor={instructor} rules={rules} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
}

function Week({ instructor, rules }: WeekProps) {
  const tell = useTelling();
  const { add, remove } = useChangeAvailability(instructor);
  const drop = (rule: AvailabilityRule) =>
    // The button that had the focus is gone with its hours.
    tell(remove.mutateAsync(rule, { onSuccess: () => document.getElementById('weekly-hours')?.focus() }), {
      done: ({ weekday, startMinute, endMinute }) => ({
        text: texts.ruleRemoved({ rule: hoursText(rule) }),
        undo: () =>
          tell(add.mutateAsync({ weekday, startMinute, endMinute }), { failed: () => texts.thatCouldNotBeSaved }),
      }),
      failed: () => texts.theHoursCouldNotBeRemoved,
    });
  return (
    <ul className="mt-5">
      {weekdays.map(({ weekday, name }) => {
        const own = rules.filter((rule) => rule.weekday === weekday);
        return (
          <li key={weekday} className="grid grid-cols-[6.5rem_1fr] items-start border-line border-t py-1.5">
            <span className="flex min-h-12 items-center font-semibold">{name}</span>
            <span className="flex min-h-12 flex-wrap items-center gap-2">
              {own.length === 0 && <span className="text-soft">{texts.closed}</span>}
              {own.map((rule) => (
                <span
                  key={rule.id}
                  className="figures inline-flex items-center rounded border border-tint-line bg-tint pl-3 font-semibold text-green"
                >
                  {clockOfMinute(rule.startMinute)}–{clockOfMinute(rule.endMinute)}
                  <IconButton
                    label={texts.removeRule({ rule: hoursText(rule) })}
                    disabled={remove.isPending}
                    className="text-green"
                    onClick={() => drop(rule)}
                  >
                    <Trash2 size={18} strokeWidth={1.75} aria-hidden />
                  </IconButton>
                </span>
              ))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function hoursText({ weekday, startMinute, endMinute }: AvailabilityRule): string {
  const day = weekdays.find((other) => other.weekday === weekday)?.name ?? '';
  return texts.dayStartMinuteToEndMinute({
    day,
    startMinute: clockOfMinute(startMinute),
    endMinute: clockOfMinute(endMinute),
  });
}
