import type { InputHTMLAttributes } from 'react';
import * as texts from '#texts/booking.ts';
import { classNames } from '../../platform/ui/class-names.ts';
import { formatDay } from '../../platform/ui/format-time.ts';

type DayChipProps = {
  date: string;
  freeTimes: number;
  hasOwn?: boolean;
  /** In a strip of more than a week, whose days need their month. */
  hasMonth?: boolean;
} & InputHTMLAttributes<HTMLInputElement>;

const look =
  'flex min-h-14 flex-col items-center justify-center rounded border border-line-strong bg-surface py-1.5 leading-tight';
const chosen = 'has-checked:border-ink has-checked:bg-ink has-checked:text-paper';
const off =
  'has-disabled:cursor-not-allowed has-disabled:border-line-strong has-disabled:border-dashed has-disabled:bg-transparent has-disabled:text-soft has-disabled:line-through';
const focus =
  'has-focus-visible:outline-3 has-focus-visible:outline-green has-focus-visible:outline-offset-2 has-enabled:hover:border-green';

/** One day of a strip, a radio button; a day without a free time or one of the learner's own is struck out and cannot be chosen. */
export function DayChip({ date, freeTimes, hasOwn = false, hasMonth = false, ...input }: DayChipProps) {
  const [weekday, number, month] = formatDay(date, 'UTC').split(' ');
  const none = hasOwn ? texts.noOtherFreeTime : texts.noFreeTime;
  const count = freeTimes === 0 ? none : texts.countFreeTimes({ count: freeTimes });
  return (
    <label data-date={date} className={classNames(look, chosen, off, focus, hasMonth && 'w-15 shrink-0 snap-start')}>
      <input
        type="radio"
        name="day"
        className="unseen"
        disabled={freeTimes === 0 && !hasOwn}
        aria-label={`${weekday} ${number} ${month}, ${count}`}
        {...input}
      />
      <span className="text-note leading-tight">{weekday}</span>
      <span className="figures font-bold text-title leading-tight">{number}</span>
      {hasMonth && <span className="text-note leading-tight">{month}</span>}
    </label>
  );
}
