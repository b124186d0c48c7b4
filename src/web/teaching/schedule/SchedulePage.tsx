import { Suspense, useEffect, useRef, useState } from 'react';
import { platformZone } from '#rules/time/platform-zone.ts';
import * as texts from '#texts/schedule.ts';
import type { InstructorDashboardAnswer } from '#wire/dashboard.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { useInstructorDashboard } from '../../platform/records/use-dashboard.ts';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { localDateOf } from '../../platform/ui/format-time.ts';
import { NoInstructorProfile } from '../../platform/ui/NoInstructorProfile.tsx';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { useKeptFocus } from '../../platform/ui/use-kept-focus.ts';
import { Calendar } from './Calendar.tsx';
import { Exceptions } from './Exceptions.tsx';
import { CalendarAddress, OutsideCalendars, preloadParts, TimeOffDialog } from './lazy-parts.ts';
import type { TimeOff } from './use-calendar.ts';
import { WeeklyHours } from './WeeklyHours.tsx';

/** My Schedule: the calendar with lessons and hours, the usual week, and what differs from it. */
export function SchedulePage() {
  const { data, isError, refetch } = useInstructorDashboard();
  if (isError && !data) return <ErrorState title={texts.scheduleNotLoaded} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <AfterDelay what={texts.yourSchedule}>
        <Skeleton className="h-96 w-full" />
      </AfterDelay>
    );
  }
  if (!data.instructor) return <NoInstructorProfile what={texts.schedule} />;
  return (
    <Schedule instructor={data.instructor.id} zone={data.instructor.timezone || platformZone} roster={data.roster} />
  );
}

type ScheduleProps = { instructor: string; zone: string; roster: InstructorDashboardAnswer['roster'] };

function Schedule({ instructor, zone, roster }: ScheduleProps) {
  const [opened, setOpened] = useState<{ timeOff: TimeOff | undefined }>();
  const page = useRef<HTMLDivElement>(null);
  useKeptFocus(page);
  useEffect(preloadParts, []);
  const today = localDateOf(currentTime(), zone);
  const nameOf = (id: string) => roster.find(({ learner }) => learner.id === id)?.learner.name ?? texts.learner;
  return (
    <div ref={page} className="grid gap-10 text-body">
      <Calendar instructor={instructor} zone={zone} nameOf={nameOf} onTimeOff={(timeOff) => setOpened({ timeOff })} />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,0.9fr)] print:hidden">
        <WeeklyHours instructor={instructor} zone={zone} />
        <Exceptions instructor={instructor} zone={zone} today={today} onTimeOff={(timeOff) => setOpened({ timeOff })} />
      </div>
      <Suspense>
        <OutsideCalendars instructor={instructor} zone={zone} nameOf={nameOf} />
      </Suspense>
      <Suspense>
        <CalendarAddress />
      </Suspense>
      <Suspense>
        {opened && (
          <TimeOffDialog
            instructor={instructor}
            zone={zone}
            timeOff={opened.timeOff}
            firstDay={today}
            nameOf={nameOf}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </div>
  );
}
