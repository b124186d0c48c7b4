import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { firstPolicyValues as policy } from '../policies/policy-values.ts';
import { dayMs, minuteMs } from '../time/durations.ts';
import { type InstructorLapse, instructorStanding } from './instructor-standing.ts';
import { learnerStanding } from './learner-standing.ts';

const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

const nowMs = instant('2026-12-05T02:00:00Z');
const daysAgo = (days: number) => nowMs - days * dayMs;
const lapse = (days: number, more: Partial<InstructorLapse> = {}): InstructorLapse => ({
  atMs: daysAgo(days),
  kind: 'late_cancel',
  learner: `learner${days}`,
  isExcused: false,
  ...more,
});
const lapses = (...days: number[]) => days.map((day) => lapse(day));

describe('the reliability of an instructor', () => {
  test('[rule 12] is warned at the third late cancellation or no-show within 90 days', () => {
    expect(instructorStanding(lapses(80, 40), nowMs, policy)).toMatchObject({ state: 'good', count: 2 });
    const third = [...lapses(80, 40), lapse(1, { kind: 'no_show' })];
    expect(instructorStanding(third, nowMs, policy)).toMatchObject({ state: 'warned', count: 3, hiddenUntilMs: null });
  });

  test('[rule 12] counts a lapse for exactly 90 days', () => {
    const standing = (at: number) => instructorStanding(lapses(90, 40, 1), at, policy).count;
    expect([standing(nowMs - minuteMs), standing(nowMs)]).toEqual([3, 2]);
    expect(instructorStanding(lapses(89, 40, 1), nowMs, policy).count).toBe(3);
    expect(instructorStanding(lapses(89, 40, 1), nowMs + dayMs, policy).count).toBe(2);
  });

  test('[rule 12] is hidden for 14 days from the fifth on, and may appeal for as long', () => {
    const five = lapses(60, 50, 40, 30, 10);
    expect(instructorStanding(five, nowMs, policy)).toMatchObject({
      state: 'hidden',
      count: 5,
      hiddenUntilMs: daysAgo(10) + 14 * dayMs,
      appealUntilMs: daysAgo(10) + 14 * dayMs,
    });
    expect(instructorStanding(five, daysAgo(-4) - minuteMs, policy).state).toBe('hidden');
    expect(instructorStanding(five, daysAgo(-4), policy)).toMatchObject({ state: 'warned', hiddenUntilMs: null });
  });

  test('[rule 12] leaves out what is excused and what was called off in time', () => {
    const excused = [...lapses(5, 4), lapse(3, { isExcused: true }), lapse(2, { kind: 'early_cancel' })];
    expect(instructorStanding(excused, nowMs, policy)).toMatchObject({ state: 'good', count: 2 });
  });

  test('[rule 12] more than 3 cancellations of one learner are for people to look at, early ones too', () => {
    const of = (count: number) =>
      Array.from({ length: count }, (_, index) => lapse(index + 1, { kind: 'early_cancel', learner: 'same' }));
    expect(instructorStanding(of(3), nowMs, policy).reviewLearners).toEqual([]);
    expect(instructorStanding(of(4), nowMs, policy)).toMatchObject({ state: 'good', reviewLearners: ['same'] });
  });

  test('never gets better by one more lapse', () => {
    const rank = { good: 0, warned: 1, hidden: 2 };
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 12 }),
        fc.integer({ min: 0, max: 120 }),
        (days, more) => {
          const before = instructorStanding(lapses(...days), nowMs, policy);
          const after = instructorStanding(lapses(...days, more), nowMs, policy);
          expect(rank[after.state]).toBeGreaterThanOrEqual(rank[before.state]);
        },
      ),
    );
  });
});

test('[rule 13] a learner who stayed away twice in 90 days books no more at once, after the third time by hand only', () => {
  const standing = (...days: number[]) => learnerStanding(days.map(daysAgo), nowMs, policy).state;
  expect(standing(10)).toBe('good');
  expect(standing(10, 5)).toBe('prepay_only');
  expect(standing(10, 5, 1)).toBe('manual_approval');
  expect(standing(90, 5, 1)).toBe('prepay_only');
  expect(learnerStanding([daysAgo(90) + minuteMs, daysAgo(1)], nowMs, policy)).toEqual({
    state: 'prepay_only',
    count: 2,
    untilMs: nowMs + minuteMs,
  });
});
