import { type PointerEvent, useEffect, useRef, useState } from 'react';
import * as texts from '#texts/schedule.ts';
import { moveRange, type OpenHours, type Range, snapRange } from './calendar-day.ts';

/** Hours as they would be: new ones (no `hours`), or others changed. Nothing is saved before it is confirmed. */
export type Draft = { date: string; hours: OpenHours | undefined; range: Range };

type Grip = 'new' | 'start' | 'end' | 'all';
type Grabbed = { column: HTMLElement; grip: Grip; fixedMinute: number; fromY: number; draft: Draft; hasMoved: boolean };

/** Less than this many pixels is a click. */
const clickPixels = 5;

/**
 * Drawing hours with a pointer: over a day for new ones, at the edge of open hours to change them, at their left side to move them. `from` and `to` are the hours that the
 * columns show. Fingers scroll instead; they have the buttons.
 */
export function useHoursDrag({ from, to }: { from: number; to: number }, onDrawn: (draft: Draft) => void) {
  const [draft, setDraft] = useState<Draft>();
  const [said, say] = useState('');
  const grabbed = useRef<Grabbed>(undefined);
  useEffect(() => {
    // Wherever the focus is: a day's column has none.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !grabbed.current?.hasMoved) return;
      grabbed.current = undefined;
      setDraft(undefined);
      say(texts.putBack);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);

  const minuteAt = (column: HTMLElement, y: number) => {
    const box = column.getBoundingClientRect();
    return (from + ((y - box.top) / box.height) * (to - from)) * 60;
  };

  return {
    draft,
    /** News of what was done with keys, for screen readers. */
    said,
    clear: () => setDraft(undefined),
    putBack() {
      setDraft(undefined);
      say(texts.putBack);
    },
    /** Begins at a place of a day's column, or at an edge of hours in it. */
    grab(event: PointerEvent<HTMLElement>, date: string, edge?: { hours: OpenHours; grip: 'start' | 'end' | 'all' }) {
      const column = event.currentTarget.closest<HTMLElement>('[data-day]');
      if (!column || event.button !== 0 || event.pointerType === 'touch') return;
      event.stopPropagation();
      const minute = minuteAt(column, event.clientY);
      const fixedMinute =
        edge && edge.grip !== 'all' ? edge.hours[edge.grip === 'start' ? 'endMinute' : 'startMinute'] : minute;
      const range = edge ? edge.hours : snapRange(minute, minute);
      grabbed.current = {
        column,
        grip: edge?.grip ?? 'new',
        fixedMinute,
        fromY: event.clientY,
        draft: { date, hours: edge?.hours, range },
        hasMoved: false,
      };
    },
    move(event: PointerEvent<HTMLElement>) {
      const now = grabbed.current;
      if (!now) return;
      // Let go outside, where no day is told of it.
      if (event.buttons === 0) grabbed.current = undefined;
      if (!grabbed.current || (!now.hasMoved && Math.abs(event.clientY - now.fromY) < clickPixels)) return;
      if (!now.hasMoved) now.column.setPointerCapture(event.pointerId);
      now.hasMoved = true;
      const minute = minuteAt(now.column, event.clientY);
      const { hours } = now.draft;
      const range =
        now.grip === 'all' && hours ? moveRange(hours, minute - now.fixedMinute) : snapRange(now.fixedMinute, minute);
      now.draft = { ...now.draft, range };
      setDraft(now.draft);
    },
    release() {
      const now = grabbed.current;
      grabbed.current = undefined;
      if (now?.hasMoved) onDrawn(now.draft);
    },
    cancel() {
      grabbed.current = undefined;
      setDraft(undefined);
    },
    /** The same with keys: Alt and an arrow move hours by a quarter of an hour, Shift and an arrow move their end. True when it did. */
    nudge(key: string, isMove: boolean, date: string, hours: OpenHours): boolean {
      const step = key === 'ArrowUp' ? -15 : key === 'ArrowDown' ? 15 : 0;
      if (step === 0) return false;
      const range = draft?.hours?.key === hours.key ? draft.range : hours;
      const { startMinute, endMinute } = range;
      const next = isMove
        ? moveRange({ startMinute, endMinute }, step)
        : snapRange(startMinute, Math.max(startMinute + 15, endMinute + step));
      say('');
      setDraft({ date, hours, range: next });
      return true;
    },
  };
}

export type HoursDrag = ReturnType<typeof useHoursDrag>;
