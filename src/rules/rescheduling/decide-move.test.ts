import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { firstPolicyValues as policy } from '../policies/policy-values.ts';
import { hourMs, minuteMs } from '../time/durations.ts';
import { decideMove, freeAfterImposedMove } from './decide-move.ts';

const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

const startMs = instant('2026-12-05T02:00:00Z');
const lesson = { startMs, cancellationHours: 24, bookedMs: startMs - 200 * hourMs };
const far = startMs + 100 * hourMs;

const move = (
  minutesBefore: number,
  { by = 'learner' as 'learner' | 'instructor', newStartMs = far, movesDone = 0, of = lesson } = {},
) => decideMove(of, { by, newStartMs, atMs: startMs - minutesBefore * minuteMs }, { policy, movesDone });

describe('moving a lesson', () => {
  test('[rule 9] is free until 24 hours before the start, and a proposal a minute later', () => {
    expect(move(24 * 60)).toEqual({ ok: true, status: 'done' });
    expect(move(24 * 60 - 1)).toEqual({ ok: true, status: 'proposed', answerByMs: startMs });
  });

  test('[rule 9] with the 48 h badge is free until 48 hours before the start', () => {
    const of = { ...lesson, cancellationHours: 48 };
    expect([move(48 * 60, { of }).ok && move(48 * 60, { of })]).toEqual([{ ok: true, status: 'done' }]);
    expect(move(48 * 60 - 1, { of })).toMatchObject({ status: 'proposed' });
  });

  test('[rule 8] [rule 9] is free within the 30 minutes after booking', () => {
    const of = { ...lesson, cancellationHours: 48, bookedMs: startMs - 30 * hourMs };
    expect(move(30 * 60 - 30, { of })).toEqual({ ok: true, status: 'done' });
    expect(move(30 * 60 - 31, { of })).toMatchObject({ status: 'proposed' });
  });

  test('[rule 9] happens twice for each lesson, not a third time', () => {
    expect(move(3000, { movesDone: 1 })).toMatchObject({ ok: true });
    expect(move(3000, { movesDone: 2 })).toEqual({ ok: false, reason: 'too_many_moves' });
    expect(move(60, { movesDone: 2 })).toEqual({ ok: false, reason: 'too_many_moves' });
  });

  test('[rule 9] a proposal is answered within 24 hours, but not after the old or the new start', () => {
    const of = { ...lesson, cancellationHours: 48 };
    expect(move(40 * 60, { of })).toMatchObject({ answerByMs: startMs - 16 * hourMs });
    expect(move(10 * 60)).toMatchObject({ answerByMs: startMs });
    expect(move(10 * 60, { newStartMs: startMs - 5 * hourMs })).toMatchObject({ answerByMs: startMs - 5 * hourMs });
  });

  test('[rule 9] an instructor proposes a time that the learner could no longer cancel free', () => {
    const soon = startMs - 30 * hourMs;
    expect(move(50 * 60, { by: 'instructor' })).toEqual({ ok: true, status: 'done' });
    expect(move(50 * 60, { by: 'instructor', newStartMs: soon })).toMatchObject({ status: 'proposed' });
    expect(move(50 * 60, { by: 'learner', newStartMs: soon })).toEqual({ ok: true, status: 'done' });
  });

  test('[rule 9] is over once the lesson has begun', () => {
    expect(move(0)).toEqual({ ok: false, reason: 'already_started' });
    expect(move(1)).toMatchObject({ ok: true });
  });

  test('[rule 9] without asking leaves the learner 24 hours to cancel for nothing, never beyond the start', () => {
    const until = (hoursBefore: number) =>
      freeAfterImposedMove({ movedMs: startMs - hoursBefore * hourMs, startMs }, policy);
    expect([until(24), until(30)]).toEqual([startMs, startMs - 6 * hourMs]);
  });
});
