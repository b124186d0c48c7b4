import { useState } from 'react';
import * as texts from '#texts/schedule.ts';
import { useTelling } from '../session/use-telling.ts';
import { formatList } from '../ui/format-list.ts';
import { weekdayName } from '../ui/format-time.ts';
import { type AvailabilityRule, useChangeAvailability } from './use-availability.ts';
import { weeklySteps } from './weekly-steps.ts';
import type { DayCopy } from './window-changes.ts';

type State = 'ready' | 'saving' | { error: unknown };

/** Gives days of the week the hours of another one, with a way back in the toast that tells of it. */
export function useCopyDay(instructor: string, rules: readonly AvailabilityRule[], onDone: () => void) {
  const tell = useTelling();
  const weekly = useChangeAvailability(instructor);
  const [state, setState] = useState<State>('ready');
  const copy = (from: number, copies: readonly DayCopy[]) => {
    const steps = weeklySteps(rules, weekly);
    const undo = () => tell(steps.undo(), { failed: () => texts.thatCouldNotBeSaved });
    const saveAll = async () => {
      for (const { weekday, after } of copies) await steps.setDay(weekday, after);
    };
    setState('saving');
    const saved = saveAll();
    saved.then(onDone, (error: unknown) => {
      // What was saved of it before the failure is put back; the dialog tells why, and keeps what was chosen.
      undo();
      setState({ error });
    });
    const days = formatList(copies.map(({ weekday }) => weekdayName(weekday)));
    tell(saved, { done: { text: texts.dayCopied({ day: weekdayName(from), days }), undo } });
  };
  return { copy, isBusy: state === 'saving', error: typeof state === 'object' ? state.error : undefined };
}
