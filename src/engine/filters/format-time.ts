import { castDate } from '../fields/cast-date.ts';

const dayMs = 86_400_000;

type Request = { time: string; shifts: readonly string[]; nowMs: number };

/** `strftime` of a constant time, UTC, with the usual modifiers; `''` for a time or modifier that is not understood. */
export function formatTime(format: string, { time, shifts, nowMs }: Request): string {
  let instant = time === 'now' ? new Date(nowMs) : new Date(castDate(time).replace(' ', 'T'));
  for (const shift of shifts) {
    const next = shiftTime(instant, shift.trim().toLowerCase());
    if (!next) return '';
    instant = next;
  }
  if (Number.isNaN(instant.getTime())) return '';
  return format.replace(/%(.)/g, (whole, letter: string) => pieces[letter]?.(instant) ?? whole);
}

const unitMs: Record<string, number> = { second: 1000, minute: 60_000, hour: 3_600_000, day: dayMs };

function shiftTime(instant: Date, shift: string): Date | undefined {
  const match = /^([+-]?\d+(?:\.\d+)?) (second|minute|hour|day|month|year)s?$/.exec(shift);
  if (match) {
    const amount = Number(match[1]);
    const fixed = unitMs[match[2] ?? ''];
    const moved = new Date(instant);
    if (fixed) moved.setTime(instant.getTime() + amount * fixed);
    else if (match[2] === 'month') moved.setUTCMonth(instant.getUTCMonth() + amount);
    else moved.setUTCFullYear(instant.getUTCFullYear() + amount);
    return moved;
  }
  if (shift === 'start of day') return new Date(Math.floor(instant.getTime() / dayMs) * dayMs);
  if (shift === 'start of month') return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth()));
  if (shift === 'start of year') return new Date(Date.UTC(instant.getUTCFullYear(), 0));
  return shift === 'utc' ? instant : undefined;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

const pieces: Record<string, (at: Date) => string> = {
  Y: (at) => String(at.getUTCFullYear()).padStart(4, '0'),
  m: (at) => two(at.getUTCMonth() + 1),
  d: (at) => two(at.getUTCDate()),
  H: (at) => two(at.getUTCHours()),
  M: (at) => two(at.getUTCMinutes()),
  S: (at) => two(at.getUTCSeconds()),
  f: (at) => `${two(at.getUTCSeconds())}.${String(at.getUTCMilliseconds()).padStart(3, '0')}`,
  s: (at) => String(Math.floor(at.getTime() / 1000)),
  w: (at) => String(at.getUTCDay()),
  j: (at) => String(Math.floor((at.getTime() - Date.UTC(at.getUTCFullYear(), 0)) / dayMs) + 1).padStart(3, '0'),
  F: (at) => at.toISOString().slice(0, 10),
  T: (at) => at.toISOString().slice(11, 19),
  R: (at) => at.toISOString().slice(11, 16),
  '%': () => '%',
};
