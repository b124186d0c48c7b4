import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lessonSets } from '#rules/lessons/lesson-states.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { callMarketplace, loadBackend, readFullList } from '../../platform/session/backend.ts';
import type { BusyTime, CalendarLesson } from './use-calendar.ts';

/** A calendar kept elsewhere, as its owner sees it: its address is shown to nobody again. */
export type OutsideCalendar = {
  id: string;
  name: string;
  host: string;
  readAt: string;
  triedAt: string;
  failingSince: string;
  problem: string;
  unreadEvents: number;
  questions: CalendarQuestion[];
  expand?: { instructor?: { status: string } };
};

/** What of a calendar could not be read, with its line; `start` is empty where it is not known. */
export type CalendarQuestion = { line: number; kind: 'line' | 'event' | 'repetition' | 'zone'; start: string };

/** A calendar that was sent as a file is at no address. */
export const isFile = ({ host }: OutsideCalendar) => host === '';

/** Calendars are read once the profile is sent in. */
export const isWaiting = (calendar: OutsideCalendar) =>
  !isFile(calendar) && calendar.expand?.instructor?.status === 'draft';

const keyOf = (instructor: string) => ['outside-calendars', instructor];

/** How often a calendar that is being read is looked at, in milliseconds. */
const lookAgainMs = 1500;

/** The calendars that an instructor keeps elsewhere; looked at again while one is being read, and the schedule with it once it was. */
export function useOutsideCalendars(instructor: string) {
  const queries = useQueryClient();
  const queryKey = keyOf(instructor);
  /** What `triedAt` was when a calendar was asked for anew. */
  const [asked, setAsked] = useState<Record<string, string>>({});
  const isReading = (calendar: OutsideCalendar) =>
    !isWaiting(calendar) && (calendar.triedAt === '' || asked[calendar.id] === calendar.triedAt);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const before = queries.getQueryData<OutsideCalendar[]>(queryKey);
      const filter = (await loadBackend()).filter('instructor = {:instructor}', { instructor });
      const now = await readFullList<OutsideCalendar>('outside_calendars', {
        filter,
        sort: 'created',
        expand: 'instructor',
        signal,
      });
      const readings = (list: OutsideCalendar[] | undefined) => list?.map(({ readAt }) => readAt).join();
      if (before && readings(before) !== readings(now)) refreshTimes(queries);
      return now;
    },
    refetchInterval: ({ state }) => (state.data?.some(isReading) ? lookAgainMs : false),
  });
  const refresh = () => {
    refreshTimes(queries);
    return queries.invalidateQueries({ queryKey });
  };
  const add = useMutation({
    mutationFn: async (fields: { name: string; url: string } | { name: string; file: File }) =>
      (await loadBackend()).collection('outside_calendars').create<OutsideCalendar>({ ...fields, instructor }),
    onSettled: refresh,
  });
  const replace = useMutation({
    mutationFn: async ({ id, file }: { id: string; file: File }) =>
      (await loadBackend()).collection('outside_calendars').update<OutsideCalendar>(id, { file }),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: async (id: string) => (await loadBackend()).collection('outside_calendars').delete(id),
    onSettled: refresh,
  });
  const read = useMutation({
    mutationFn: ({ id }: OutsideCalendar) => callMarketplace('POST', `outside-calendars/${id}/read`),
    onSuccess: (_, { id, triedAt }) => {
      setAsked((known) => ({ ...known, [id]: triedAt }));
      return queries.invalidateQueries({ queryKey });
    },
  });
  return { ...query, isReading, add, replace, remove, read };
}

function refreshTimes(queries: ReturnType<typeof useQueryClient>): void {
  void queries.invalidateQueries({ queryKey: ['lessons'] });
  void queries.invalidateQueries({ queryKey: ['slots'] });
}

/** The lessons ahead that lie on a busy time of another calendar. */
export function useConflicts(instructor: string, isAsked: boolean) {
  return useQuery({
    queryKey: ['lessons', 'conflicts', instructor],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const params = { instructor, now: currentTime().toISOString().replace('T', ' ') };
      const filter = backend.filter('instructor = {:instructor} && end > {:now}', params);
      const standing = lessonSets.upcoming.map((status) => `status = '${status}'`).join(' || ');
      const [lessons, busy] = await Promise.all([
        readFullList<CalendarLesson>('lessons', { filter: `${filter} && (${standing})`, sort: 'start', signal }),
        readFullList<BusyTime>('busy_times', { filter, sort: 'start', signal }),
      ]);
      return lessons.filter((lesson) => busy.some(({ start, end }) => start < lesson.end && lesson.start < end));
    },
    enabled: isAsked,
  });
}
