import * as texts from '#texts/booking.ts';

export type Countdown = { msLeft: number; text: string; isOver: boolean; isShort: boolean };

/** Below this many milliseconds the countdown asks for haste. */
const shortMs = 120_000;

/** What is left of a hold at `nowMs`, as `14:32`, or `11:05:00`; whole seconds, rounded up, so that 0:00 means over. */
export function countdownOf(holdExpiresAt: string, nowMs: number): Countdown {
  const msLeft = Math.max(0, Date.parse(holdExpiresAt) - nowMs);
  const seconds = Math.ceil(msLeft / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const parts = hours > 0 ? [hours, String(minutes).padStart(2, '0')] : [minutes];
  const text = [...parts, String(seconds % 60).padStart(2, '0')].join(':');
  return { msLeft, text, isOver: msLeft === 0, isShort: msLeft > 0 && msLeft <= shortMs };
}

const milestones = [
  { ms: 600_000, words: texts.tenMinutesLeft },
  { ms: 300_000, words: texts.fiveMinutesLeft },
  { ms: 120_000, words: texts.twoMinutesLeft },
  { ms: 60_000, words: texts.oneMinuteLeft },
];

/** What a screen reader is told as time passes: one sentence a milestone, never each second; nothing before the first. */
export function milestoneFor(msLeft: number): string {
  if (msLeft <= 0) return texts.theHoldHasEnded;
  return milestones.findLast((milestone) => msLeft <= milestone.ms)?.words ?? '';
}
