import type { InputHTMLAttributes } from 'react';
import * as texts from '#texts/booking.ts';
import { formatDay } from '../ui/format-time.ts';

type DayChipProps = { date: string; freeTimes: number; hasOwn?: boolean } & InputHTMLAttributes<HTMLInputElement>;

/** One day of a strip, a radio button; a day without a free time or one of the learner's own is struck out and cannot be chosen. */
export function DayChip({ date, freeTimes, hasOwn = false, ...input }: DayChipProps) {
  const [weekday, number, month] = formatDay(date, 'UTC').split(' ');
  const none = hasOwn ? texts.noOtherFreeTime : texts.noFreeTime;
  const count = freeTimes === 0 ? none : texts.countFreeTimes({ count: freeTimes });
  return (
    <label
      data-date={date}
      className="flex w-15 shrink-0 snap-start flex-col items-center rounded border border-line-strong py-1.5 leading-tight has-checked:border-ink has-disabled:cursor-not-allowed has-disabled:border-line has-focus-visible:outline-3 has-focus-visible:outline-green has-focus-visible:outline-offset-2 has-checked:bg-ink has-checked:text-paper has-disabled:text-soft has-disabled:line-through has-enabled:hover:border-green"
    >
      <input
        type="radio"
        name="day"
        className="unseen"
        disabled={freeTimes === 0 && !hasOwn}
        aria-label={`${weekday} ${number} ${month}, ${count}`}
        {...input}
      />
      <span className="text-xs">{weekday}</span>
      <span className="figures font-bold text-lg leading-tight">{number}</span>
      <span className="text-xs">{month}</span>
    </label>
  );
}
