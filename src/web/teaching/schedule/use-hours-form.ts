import { useState } from 'react';
import * as texts from '#texts/schedule.ts';
import { clockOfMinute, minuteOfClock } from '../../platform/ui/wall-minutes.ts';
import type { Range } from './calendar-day.ts';
import type { HoursChange, HoursScope } from './use-hours-change.ts';
import type { Draft } from './use-hours-drag.ts';
import { splitRange } from './window-changes.ts';

/** What is chosen of drawn hours, and what is wrong with it. */
export function useHoursForm({ date, hours, range }: Draft, firstScope: HoursScope) {
  const [values, setValues] = useState(() => ({
    from: clockOfMinute(range.startMinute),
    to: range.endMinute === 1440 ? '00:00' : clockOfMinute(range.endMinute),
    scope: firstScope,
    pause: undefined as { from: string; to: string } | undefined,
    alsoOn: [] as readonly number[],
    reason: '',
  }));
  const [wrong, setWrong] = useState<{ range?: string; pause?: string }>({});
  const { from, to, scope, pause, alsoOn, reason } = values;
  const chosen = rangeOf(from, to);
  return {
    values,
    wrong,
    set: (changed: Partial<typeof values>) => setValues((known) => ({ ...known, ...changed })),
    /** The time away that is chosen, if that is what the hours are for. */
    away: scope === 'away' ? chosen : undefined,
    /** The change as chosen; undefined where something is wrong, which is then said at its field. */
    read(): HoursChange | undefined {
      if (!chosen) {
        setWrong({ range: texts.theEndMustBeAfter });
        return undefined;
      }
      const inside = pause && scope !== 'away' ? rangeOf(pause.from, pause.to) : undefined;
      if (pause && scope !== 'away' && !(inside && splitRange(chosen, inside).length > 1)) {
        setWrong({ pause: texts.breakMustBeInside });
        return undefined;
      }
      setWrong({});
      return { date, hours, range: chosen, pause: inside, scope, alsoOn: scope === 'every' ? alsoOn : [], reason };
    },
  };
}

function rangeOf(from: string, to: string): Range | undefined {
  const [startMinute, endMinute] = [minuteOfClock(from), minuteOfClock(to, true)];
  if (startMinute === undefined || endMinute === undefined || endMinute <= startMinute) return undefined;
  return { startMinute, endMinute };
}
