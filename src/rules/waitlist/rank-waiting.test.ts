import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { reminderDue } from '../documents/reminders-due.ts';
import { firstPolicyValues as policy } from '../policies/policy-values.ts';
import { hourMs, minuteMs } from '../time/durations.ts';
import { mayJoinWaitlist, offerExpiresAt, rankWaiting, type Waiting } from './rank-waiting.ts';

const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

const nowMs = instant('2026-12-05T02:00:00Z');

const waiting = (entry: string, more: Partial<Waiting> = {}): Waiting => ({
  entry,
  learner: entry,
  fits: true,
  wantsInstructor: false,
  km: 3,
  beforeMs: undefined,
  sinceMs: nowMs - 10 * hourMs,
  wasAsked: false,
  ...more,
});

describe('the waitlist', () => {
  test('[rule 31] a freed time goes to who wants this instructor, is near, is pressed, has waited', () => {
    const list = [
      waiting('waited', { sinceMs: nowMs - 20 * hourMs }),
      waiting('recent'),
      waiting('pressed', { beforeMs: nowMs + hourMs }),
      waiting('near', { km: 0 }),
      waiting('wants', { wantsInstructor: true, km: 9 }),
      waiting('other-class', { fits: false, wantsInstructor: true }),
      waiting('sixth', { km: undefined }),
    ];
    expect(rankWaiting(list, policy)).toEqual(['wants', 'near', 'pressed', 'waited', 'recent']);
  });

  test('[rule 31] each round is of five others, each learner once', () => {
    const list = Array.from({ length: 12 }, (_, index) => waiting(`e${String(index).padStart(2, '0')}`));
    const first = rankWaiting(list, policy);
    const second = rankWaiting(
      list.map((each) => ({ ...each, wasAsked: first.includes(each.entry) })),
      policy,
    );
    expect([first.length, second.length, first.filter((entry) => second.includes(entry))]).toEqual([5, 5, []]);
    const twice = [waiting('a', { learner: 'same' }), waiting('b', { learner: 'same' })];
    expect(rankWaiting(twice, policy)).toEqual(['a']);
    expect(rankWaiting([{ ...twice[0]!, wasAsked: true }, twice[1]!], policy)).toEqual([]);
  });

  test('[rule 31] an offer is open for 20 minutes, never beyond the last instant to book', () => {
    expect(offerExpiresAt(nowMs, nowMs + hourMs, policy)).toBe(nowMs + 20 * minuteMs);
    expect(offerExpiresAt(nowMs, nowMs + 5 * minuteMs, policy)).toBe(nowMs + 5 * minuteMs);
  });

  test('[rule 31] a learner waits for three things at most', () => {
    expect([0, 2, 3].map((open) => mayJoinWaitlist(open, policy))).toEqual([true, true, false]);
  });

  test('the order does not depend on the order of the list', () => {
    const entry = fc.record({
      km: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
      wantsInstructor: fc.boolean(),
      beforeMs: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
      sinceMs: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), (entries) => {
        const list = entries.map((more, index) => waiting(`e${index}`, more));
        expect(rankWaiting([...list].reverse(), policy)).toEqual(rankWaiting(list, policy));
      }),
    );
  });
});

test('[rule 28] papers are reminded of 90, 60, 30, 14 and 7 days before, each once', () => {
  const sent: Array<[number, number]> = [];
  for (let today = 0, last: number | undefined; today <= 100; today++) {
    const due = reminderDue(95, today, { days: policy.documentReminderDays, lastSentDays: last });
    if (due === undefined) continue;
    sent.push([95 - today, due]);
    last = due;
  }
  expect(sent).toEqual([90, 60, 30, 14, 7].map((days) => [days, days]));
});
