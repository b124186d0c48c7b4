import * as texts from '#texts/schedule.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { formatDay } from '../../platform/ui/format-time.ts';
import { instantOfWall } from '../../platform/ui/instant-of-wall.ts';
import { weekdays } from '../../platform/ui/weekdays.ts';
import { weekdayOfDate } from './calendar-address.ts';
import { type OpenHours, openHoursOf, type Range, replaceRange } from './calendar-day.ts';
import { type AvailabilityRule, useChangeAvailability } from './use-availability.ts';
import { type Calendar, useChangeCalendar } from './use-calendar.ts';
import { usePuttingBack } from './use-putting-back.ts';
import { type WeeklySteps, weeklySteps } from './weekly-steps.ts';
import { splitRange } from './window-changes.ts';

/** For which days hours are meant: the weekday of every week, the one date, or as time away. */
export type HoursScope = 'every' | 'date' | 'away';

export type HoursChange = {
  date: string;
  /** The open hours that are changed; undefined: new ones. */
  hours: OpenHours | undefined;
  range: Range;
  /** A break in them, which makes two of them. */
  pause?: Range | undefined;
  scope: HoursScope;
  /** Further weekdays that get the same hours every week. */
  alsoOn?: readonly number[];
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
  const tell = useTelling();
  const putStepsBack = usePuttingBack();
  const weekly = useChangeAvailability(instructor);
  const { setDate, setTimeOff, removeTimeOff } = useChangeCalendar(instructor);
  const all = [weekly.add, weekly.change, weekly.remove, setDate, setTimeOff];
  // What can be taken back; the dialog, which shows why something else was not saved, is gone by then.
  const putBack = (deed: Promise<unknown>) => tell(deed, { failed: () => texts.thatCouldNotBeSaved });

  const changeDate = (change: HoursChange, added: readonly Range[], text: string) => {
    const { date, hours } = change;
    const before = calendar.overrides.find((override) => override.date === date);
    const windows = replaceRange(openHoursOf(date, rules, calendar.overrides), hours?.key, added);
    const undo = () => putBack(setDate.mutateAsync({ date, windows: before ? (before.windows ?? []) : null }));
    tell(setDate.mutateAsync({ date, windows }, { onSuccess: onDone }), { done: { text, undo } });
  };

  const saveEvery = async ({ hours, range, pause, alsoOn = [] }: HoursChange, weekday: number, steps: WeeklySteps) => {
    const parts = splitRange(range, pause);
    const rule = rules.find(({ id }) => id === hours?.rule);
    for (const [index, part] of parts.entries()) {
      if (!rule) await steps.open(weekday, part);
      else await (index === 0 ? steps.change(rule, part) : steps.add(weekday, part));
      for (const other of alsoOn) await steps.open(other, part);
    }
  };

  const saveWeekly = (change: HoursChange, weekday: number, text: string) => {
    const steps = weeklySteps(rules, weekly);
    const undo = () => void putStepsBack(steps.waysBack);
    const saved = saveEvery(change, weekday, steps);
    // What was saved of it before a failure is put back; the dialog tells why, and keeps what was chosen.
    saved.then(onDone, undo);
    tell(saved, { done: { text, undo } });
  };

  const save = (change: HoursChange) => {
    const { date, hours, range, pause, scope, reason } = change;
    const [day, weekday] = [formatDay(date, 'UTC'), weekdayOfDate(date)];
    const name = weekdays.find((one) => one.weekday === weekday)?.name ?? '';
    if (scope === 'away') {
      const times = {
        start: instantOfWall(date, range.startMinute, zone),
        end: instantOfWall(date, range.endMinute, zone),
      };
      const body = { ...times, reason: reason.trim() };
      tell(setTimeOff.mutateAsync(body, { onSuccess: onDone }), {
        done: ({ id }) => ({ text: texts.awayOnDay({ day }), undo: () => putBack(removeTimeOff.mutateAsync({ id })) }),
      });
    } else if (scope === 'date') changeDate(change, splitRange(range, pause), texts.hoursOfDaySaved({ day }));
    else saveWeekly(change, weekday, hours ? texts.hoursOfEveryNameSaved({ name }) : texts.openEveryName({ name }));
  };

  const remove = (change: HoursChange) => {
    const { date, hours, scope } = change;
    const rule = rules.find(({ id }) => id === hours?.rule);
    if (scope === 'date' || !rule) return changeDate(change, [], texts.closedOnDate({ date: formatDay(date, 'UTC') }));
    const { weekday, startMinute, endMinute } = rule;
    const undo = () => putBack(weekly.add.mutateAsync({ weekday, startMinute, endMinute }));
    tell(weekly.remove.mutateAsync(rule, { onSuccess: onDone }), { done: { text: texts.closedEveryWeek, undo } });
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
