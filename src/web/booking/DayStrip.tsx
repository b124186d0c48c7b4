import { useEffect, useRef } from 'react';
import * as texts from '#texts/booking.ts';
import { formatDay } from '../ui/format-time.ts';
import type { SlotDay } from './slot-days.ts';

type DayStripProps = { days: readonly SlotDay[]; shown: string; onChange: (date: string) => void };

/** The days side by side; those without a free time are struck out and cannot be chosen. Arrow keys move between the others. */
export function DayStrip({ days, shown, onChange }: DayStripProps) {
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
      <div ref={strip} className="relative -mx-4 flex snap-x gap-2 overflow-x-auto px-4 pb-3 md:mx-0 md:px-0.5">
        {days.map((day) => (
          <Day key={day.date} day={day} isShown={day.date === shown} onChange={onChange} />
        ))}
      </div>
    </fieldset>
  );
}

type DayProps = { day: SlotDay; isShown: boolean; onChange: (date: string) => void };

function Day({ day, isShown, onChange }: DayProps) {
  const [weekday, number, month] = formatDay(day.date, 'UTC').split(' ');
  const count = day.slots.length;
  return (
    <label
      data-date={day.date}
      className="flex w-15 shrink-0 snap-start flex-col items-center rounded border border-line-strong py-1.5 leading-tight has-checked:border-ink has-disabled:cursor-not-allowed has-disabled:border-line has-focus-visible:outline-3 has-focus-visible:outline-green has-focus-visible:outline-offset-2 has-checked:bg-ink has-checked:text-paper has-disabled:text-soft has-disabled:line-through has-enabled:hover:border-green"
    >
      <input
        type="radio"
        name="day"
        className="unseen"
        checked={isShown}
        disabled={count === 0}
        onChange={() => onChange(day.date)}
        aria-label={`${weekday} ${number} ${month}, ${countWords(count)}`}
      />
      <span className="text-xs">{weekday}</span>
      <span className="figures font-bold text-lg leading-tight">{number}</span>
      <span className="text-xs">{month}</span>
    </label>
  );
}

function countWords(count: number): string {
  if (count === 0) return texts.noFreeTime;
  return texts.countFreeTimes({ count });
}
