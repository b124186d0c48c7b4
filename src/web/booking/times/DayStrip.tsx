import { useEffect, useRef } from 'react';
import * as texts from '#texts/booking.ts';
import { DayChip } from './DayChip.tsx';
import type { SlotDay } from './slot-days.ts';

type DayStripProps = {
  days: readonly SlotDay[];
  /** Days with a lesson of the learner's own, or a time held for them. */
  ownDates?: ReadonlySet<string>;
  shown: string;
  onChange: (date: string) => void;
};

/** The days side by side; those with nothing to see are struck out and cannot be chosen. Arrow keys move between the others. */
export function DayStrip({ days, ownDates, shown, onChange }: DayStripProps) {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = strip.current?.querySelector<HTMLElement>(`[data-date="${shown}"]`);
    if (!strip.current || !chosen) return;
    const isSeen =
      chosen.offsetLeft >= strip.current.scrollLeft &&
      chosen.offsetLeft + chosen.offsetWidth <= strip.current.scrollLeft + strip.current.clientWidth;
    if (!isSeen) strip.current.scrollLeft = chosen.offsetLeft - chosen.offsetWidth;
  }, [shown]);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">{texts.day}</legend>
      <div
        ref={strip}
        className="relative -mx-4 flex snap-x scroll-px-4 gap-2 overflow-x-auto px-4 pb-3 md:mx-0 md:scroll-px-0.5 md:px-0.5"
      >
        {days.map((day) => (
          <DayChip
            key={day.date}
            date={day.date}
            freeTimes={day.slots.length}
            hasMonth
            hasOwn={ownDates?.has(day.date) ?? false}
            checked={day.date === shown}
            onChange={() => onChange(day.date)}
          />
        ))}
      </div>
    </fieldset>
  );
}
