import type { Range } from './calendar-day.ts';
import type { AvailabilityRule, useChangeAvailability } from './use-availability.ts';
import type { WaysBack } from './use-putting-back.ts';
import { joinWindow } from './window-changes.ts';

type Weekly = ReturnType<typeof useChangeAvailability>;

export type WeeklySteps = ReturnType<typeof weeklySteps>;

/** Changes weekly windows one after the other, and knows the ways back. */
export function weeklySteps(rules: readonly AvailabilityRule[], weekly: Weekly) {
  /** The windows that are there by now. */
  let known = rules;
  const waysBack: WaysBack = [];

  const add = async (weekday: number, range: Range) => {
    const rule = await weekly.add.mutateAsync({ weekday, ...range });
    known = [...known, rule];
    waysBack.push(() => weekly.remove.mutateAsync(rule));
  };

  const change = async (rule: AvailabilityRule, range: Range) => {
    const { id, weekday, startMinute, endMinute } = rule;
    await weekly.change.mutateAsync({ id, weekday, ...range });
    known = known.map((one) => (one.id === id ? { ...one, ...range } : one));
    waysBack.push(() => weekly.change.mutateAsync({ id, weekday, startMinute, endMinute }));
  };

  const drop = async (rule: AvailabilityRule) => {
    await weekly.remove.mutateAsync(rule);
    known = known.filter(({ id }) => id !== rule.id);
    const { weekday, startMinute, endMinute } = rule;
    waysBack.push(() => weekly.add.mutateAsync({ weekday, startMinute, endMinute }));
  };

  return {
    add,
    change,
    /** Opens hours: with those of the day that they touch they become one, so that there is one window to change later. */
    open: async (weekday: number, drawn: Range) => {
      const { range, joined } = joinWindow(known, weekday, drawn);
      const [kept, ...gone] = joined;
      await (kept ? change(kept, range) : add(weekday, range));
      for (const rule of gone) await drop(rule);
    },
    /** Gives a weekday these hours in place of all that it has; windows that can go on being there are changed. */
    setDay: async (weekday: number, windows: readonly Range[]) => {
      const own = known.filter((rule) => rule.weekday === weekday);
      for (const [index, window] of windows.entries()) {
        const rule = own[index];
        await (rule ? change(rule, window) : add(weekday, window));
      }
      for (const rule of own.slice(windows.length)) await drop(rule);
    },
    waysBack,
  };
}
