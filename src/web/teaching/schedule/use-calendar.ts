import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lessonSets } from '#rules/lessons/lesson-states.ts';
import type { Lesson } from '../../platform/records/lesson-record.ts';
import { loadBackend, readFullList } from '../../platform/session/backend.ts';
import { addDays } from '../../platform/ui/add-days.ts';
import { instantOfWall } from '../../platform/ui/instant-of-wall.ts';
import { mondayOf } from './calendar-address.ts';
import type { Range } from './calendar-day.ts';

export type Override = { id: string; date: string; windows: Range[] | null };
export type TimeOff = { id: string; start: string; end: string; reason: string };
export type Holiday = { id: string; date: string; name: string; closes: boolean };
/** When a calendar kept elsewhere says that the instructor is busy. */
export type BusyTime = { id: string; start: string; end: string };
/** Another time that a lesson was asked to move to, which waits for an answer. */
export type MoveAsked = { id: string; lesson: string; start: string; end: string; learner: string };
export type CalendarLesson = Pick<
  Lesson,
  | 'id'
  | 'start'
  | 'end'
  | 'durationMinutes'
  | 'status'
  | 'learner'
  | 'ownLearner'
  | 'pickup'
  | 'postalCode'
  | 'cancellationHours'
  | 'created'
>;

type Proposal = { id: string; start: string; expand?: { lesson?: CalendarLesson } };

function moveOf({ id, start, expand }: Proposal): MoveAsked[] {
  const lesson = expand?.lesson;
  if (!lesson) return [];
  const end = new Date(Date.parse(start.replace(' ', 'T')) + lesson.durationMinutes * 60_000).toISOString();
  return [{ id, lesson: lesson.id, start, end: wire(end), learner: lesson.learner }];
}

/** Lessons, moves that were asked for, time away, busy times of other calendars, dates with other hours and holidays of some dates, all read at once. */
export function useCalendar(instructor: string, zone: string, dates: readonly string[]) {
  const first = dates[0] ?? '';
  const last = dates.at(-1) ?? '';
  return useQuery({
    queryKey: ['lessons', 'calendar', instructor, first, last],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const from = wire(instantOfWall(first, 0, zone));
      const to = wire(instantOfWall(addDays(last, 1), 0, zone));
      const params = { instructor, from, to, first, last };
      const within = 'instructor = {:instructor} && start < {:to} && end > {:from}';
      const standing = lessonSets.paid.map((status) => `status = '${status}'`).join(' || ');
      const filter = (expression: string) => backend.filter(expression, params);
      const [lessons, timeOff, busy, overrides, holidays, proposals, owner] = await Promise.all([
        readFullList<CalendarLesson>('lessons', {
          filter: filter(`${within} && (${standing})`),
          sort: 'start',
          signal,
        }),
        readFullList<TimeOff>('time_off', { filter: filter(within), sort: 'start', signal }),
        readFullList<BusyTime>('busy_times', { filter: filter(within), sort: 'start', signal }),
        readFullList<Override>('availability_overrides', {
          filter: filter('instructor = {:instructor} && date >= {:first} && date <= {:last}'),
          signal,
        }),
        readFullList<Holiday>('holidays', { filter: filter('date >= {:first} && date <= {:last}'), signal }),
        readFullList<Proposal>('reschedules', {
          filter: filter(
            "lesson.instructor = {:instructor} && status = 'proposed' && start >= {:from} && start < {:to}",
          ),
          expand: 'lesson',
          signal,
        }),
        backend
          .collection('instructors')
          .getOne<{ worksHolidays: boolean }>(instructor, { fields: 'worksHolidays', signal }),
      ]);
      const closed = owner.worksHolidays ? [] : holidays.filter(({ closes }) => closes).map(({ date }) => date);
      return { lessons, timeOff, busy, overrides, holidays, closed, moves: proposals.flatMap(moveOf) };
    },
    placeholderData: (shown) => shown,
  });
}

export type Calendar = NonNullable<ReturnType<typeof useCalendar>['data']>;

/** Time away from a date on, and dates with other hours from the Monday of its week on, soonest first. */
export function useExceptions(instructor: string, zone: string, today: string) {
  return useQuery({
    queryKey: ['lessons', 'exceptions', instructor, today],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const params = { instructor, monday: mondayOf(today), now: wire(instantOfWall(today, 0, zone)) };
      const [overrides, timeOff] = await Promise.all([
        readFullList<Override>('availability_overrides', {
          filter: backend.filter('instructor = {:instructor} && date >= {:monday}', params),
          sort: 'date',
          signal,
        }),
        readFullList<TimeOff>('time_off', {
          filter: backend.filter('instructor = {:instructor} && end > {:now}', params),
          sort: 'start',
          signal,
        }),
      ]);
      return { overrides, timeOff };
    },
  });
}

export type OverrideChange = { date: string; windows: Range[] | null };
export type TimeOffChange = { id?: string | undefined; start: string; end: string; reason: string };

/** Changes one date's hours (`windows` null: the usual hours again) and time away; what is on screen is read again. */
export function useChangeCalendar(instructor: string) {
  const queries = useQueryClient();
  const onSettled = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['lessons'] }),
      queries.invalidateQueries({ queryKey: ['availability', instructor] }),
      queries.invalidateQueries({ queryKey: ['slots', instructor] }),
    ]);
  const setDate = useMutation({
    mutationFn: async ({ date, windows }: OverrideChange) => {
      const backend = await loadBackend();
      const overrides = backend.collection('availability_overrides');
      const filter = backend.filter('instructor = {:instructor} && date = {:date}', { instructor, date });
      const [known] = (await overrides.getList<Override>(1, 1, { filter })).items;
      if (windows === null) {
        if (known) await overrides.delete(known.id);
      } else if (known) await overrides.update(known.id, { windows });
      else await overrides.create({ instructor, date, windows });
    },
    onSettled,
  });
  const setTimeOff = useMutation({
    mutationFn: async ({ id, ...fields }: TimeOffChange) => {
      const timesOff = (await loadBackend()).collection('time_off');
      return id ? timesOff.update(id, fields) : timesOff.create({ ...fields, instructor });
    },
    onSettled,
  });
  const removeTimeOff = useMutation({
    mutationFn: async ({ id }: Pick<TimeOff, 'id'>) => {
      const backend = await loadBackend();
      await backend.collection('time_off').delete(id);
    },
    onSettled,
  });
  return { setDate, setTimeOff, removeTimeOff };
}

function wire(iso: string): string {
  return iso.replace('T', ' ');
}
