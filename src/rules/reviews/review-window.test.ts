import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { firstPolicyValues as policy } from '../policies/policy-values.ts';
import { dayMs, hourMs, minuteMs } from '../time/durations.ts';
import { isReviewAsked, mayEditReview, mayReply, mayReview, reviewsPublishedAt } from './review-window.ts';

const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

const endMs = instant('2026-12-05T03:00:00Z');
const lesson = { isCompletedAndPaid: true, endMs };

describe('a review', () => {
  test('[rule 24] is written once, of a completed paid lesson, within 14 days of its end', () => {
    const may = (nowMs: number, hasWritten = false) => mayReview(lesson, { nowMs, hasWritten }, policy);
    expect(may(endMs + 14 * dayMs)).toEqual({ ok: true });
    expect(may(endMs + 14 * dayMs + minuteMs)).toEqual({ ok: false, reason: 'too_late' });
    expect(may(endMs + dayMs, true)).toEqual({ ok: false, reason: 'already_written' });
    const calledOff = { ...lesson, isCompletedAndPaid: false };
    expect(mayReview(calledOff, { nowMs: endMs, hasWritten: false }, policy)).toMatchObject({
      reason: 'not_completed',
    });
  });

  test('[rule 24] is asked for after the first lesson, then after every fifth, and at the finish', () => {
    const asked = Array.from({ length: 12 }, (_, count) => count).filter((count) =>
      isReviewAsked(count, false, policy),
    );
    expect(asked).toEqual([1, 5, 10]);
    expect([isReviewAsked(7, true, policy), isReviewAsked(0, true, policy)]).toEqual([true, false]);
  });

  test('[rule 24] is blind until both sides wrote or the 14 days are over', () => {
    const published = (learnerMs?: number, instructorMs?: number) =>
      reviewsPublishedAt({ endMs }, { learnerMs, instructorMs }, policy);
    expect(published()).toBeUndefined();
    expect(published(endMs + dayMs)).toBe(endMs + 14 * dayMs);
    expect(published(undefined, endMs + dayMs)).toBe(endMs + 14 * dayMs);
    expect(published(endMs + dayMs, endMs + 3 * dayMs)).toBe(endMs + 3 * dayMs);
  });

  test('[rule 24] can be changed for 48 hours while nobody has seen it', () => {
    const may = (hours: number, minutes: number, publishedMs?: number) =>
      mayEditReview({ writtenMs: endMs, publishedMs }, endMs + hours * hourMs + minutes * minuteMs, policy);
    expect([may(48, 0), may(48, 1), may(2, 0, endMs + hourMs), may(2, 0, endMs + 14 * dayMs)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  test('[rule 24] has one reply, within 30 days of its publication', () => {
    const may = (ms: number, hasReplied = false) => mayReply({ publishedMs: endMs, hasReplied }, endMs + ms, policy);
    expect([may(0), may(30 * dayMs), may(30 * dayMs + minuteMs), may(0, true), may(-1)]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(mayReply({ publishedMs: undefined, hasReplied: false }, endMs, policy)).toBe(false);
  });
});
