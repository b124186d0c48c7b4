import * as texts from '#texts/schedule.ts';
import { formatDay } from '../ui/format-time.ts';
import { useToast } from '../ui/Toasts.tsx';
import { weekdayOfDate } from './calendar-address.ts';
import { instantOfWall, type OpenHours, openHoursOf, type Range, replaceRange } from './calendar-day.ts';
import { type AvailabilityRule, useChangeAvailability } from './use-availability.ts';
import { type Calendar, useChangeCalendar } from './use-calendar.ts';
import { weekdays } from './weekdays.ts';

/** For which days hours are meant: the weekday of every week, the one date, or as time away. */
export type HoursScope = 'every' | 'date' | 'away';

export type HoursChange = {
  date: string;
  /** The open hours that are changed; undefined: new ones. */
  hours: OpenHours | undefined;
  range: Range;
  scope: HoursScope;
  reason: string;
};

type Given = {
  instructor: string;
  zone: string;
  rules: readonly AvailabilityRule[];
  calendar: Calendar;
  onDone: () => void;
};

/** Saves and removes drawn hours, each with a way back in the toast that tells of it. */
export function useHoursChange({ instructor, zone, rules, calendar, onDone }: Given) {
  const toast = useToast();
  const weekly = useChangeAvailability(instructor);
  const { setDate, setTimeOff, removeTimeOff } = useChangeCalendar(instructor);
  const all = [weekly.add, weekly.change, weekly.remove, setDate, setTimeOff];

  const done = (text: string, undo?: () => void) => {
    toast({ text, ...(undo ? { undo } : {}) });
    onDone();
  };

  const changeDate = (change: HoursChange, added: Range | undefined, text: string) => {
    const { date, hours } = change;
    const before = calendar.overrides.find((override) => override.date === date);
    const windows = replaceRange(openHoursOf(date, rules, calendar.overrides), hours?.key, added);
    const undo = () => setDate.mutate({ date, windows: before ? (before.windows ?? []) : null });
    setDate.mutate({ date, windows }, { onSuccess: () => done(text, undo) });
  };

  const save = (change: HoursChange) => {
    const { date, hours, range, scope, reason } = change;
    const [day, weekday] = [formatDay(date, 'UTC'), weekdayOfDate(date)];
    const name = weekdays.find((one) => one.weekday === weekday)?.name ?? '';
    if (scope === 'away') {
      const times = {
        start: instantOfWall(date, range.startMinute, zone),
        end: instantOfWall(date, range.endMinute, zone),
      };
      setTimeOff.mutate({ ...times, reason: reason.trim() }, { onSuccess: () => done(texts.awayOnDay({ day })) });
    } else if (scope === 'date') changeDate(change, range, texts.hoursOfDaySaved({ day }));
    else if (hours?.rule) {
      const { startMinute, endMinute } = hours;
      const id = hours.rule;
      const undo = () => weekly.change.mutate({ id, weekday, startMinute, endMinute });
      weekly.change.mutate(
        { id, weekday, ...range },
        { onSuccess: () => done(texts.hoursOfEveryNameSaved({ name }), undo) },
      );
    } else {
      const undo = (rule: AvailabilityRule) => () => weekly.remove.mutate(rule);
      weekly.add.mutate(
        { weekday, ...range },
        { onSuccess: (rule) => done(texts.openEveryName({ name }), undo(rule)) },
      );
    }
  };

  const remove = (change: HoursChange) => {
    const { date, hours, scope } = change;
    const rule = rules.find(({ id }) => id === hours?.rule);
    if (scope === 'date' || !rule)
      return changeDate(change, undefined, texts.closedOnDate({ date: formatDay(date, 'UTC') }));
    const { weekday, startMinute, endMinute } = rule;
    const undo = () => weekly.add.mutate({ weekday, startMinute, endMinute });
    weekly.remove.mutate(rule, { onSuccess: () => done(texts.closedEveryWeek, undo) });
  };

  return {
    save,
    remove,
    removeTimeOff,
    isBusy: all.some(({ isPending }) => isPending),
    error: all.find(({ error }) => error)?.error,
    reset: () => {
      for (const mutation of all) mutation.reset();
    },
  };
}
