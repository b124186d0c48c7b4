import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { firstPolicyValues as policy } from '../policies/policy-values.ts';
import { settlementOf } from '../settlement/settlement-of.ts';
import { hourMs, minuteMs } from '../time/durations.ts';
import { type DecidedClaim, decideClaim } from './decide-claim.ts';
import { type ClaimKind, claimableUntil, openClaim } from './open-claim.ts';
import { unheededBecause } from './unheeded-word.ts';

const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

// A Thursday; the lesson ends at 11:30 in Singapore.
const startMs = instant('2026-12-03T02:00:00Z');
const endMs = startMs + 90 * minuteMs;

const open = (
  kind: ClaimKind,
  nowMs: number,
  { isFirst = true, guaranteesUsed = 0, holidays = [] as string[], zone = 'Asia/Singapore' } = {},
) =>
  openClaim(
    kind,
    { startMs, endMs, isFirstWithInstructor: isFirst },
    { nowMs, guaranteesUsed, policy, zone, holidays: new Set(holidays) },
  );
const iso = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString({ smallestUnit: 'millisecond' });

describe('opening a claim', () => {
  test.each([
    ['first_lesson', 48],
    ['quality', 72],
  ] as const)('[rule 14] [rule 15] a %s claim is taken until %i hours after the end, to the minute', (kind, hours) => {
    expect(claimableUntil(kind, { endMs }, policy)).toBe(endMs + hours * hourMs);
    expect(open(kind, endMs + hours * hourMs).ok).toBe(true);
    expect(open(kind, endMs + hours * hourMs + minuteMs)).toEqual({ ok: false, reason: 'too_late' });
    expect(open(kind, startMs - minuteMs)).toEqual({ ok: false, reason: 'too_early' });
    expect(open(kind, startMs).ok).toBe(true);
  });

  test('[rule 14] the guarantee is for the first lesson with an instructor, twice a learner', () => {
    expect(open('first_lesson', endMs, { isFirst: false })).toEqual({ ok: false, reason: 'not_first_lesson' });
    expect(open('first_lesson', endMs, { guaranteesUsed: 1 }).ok).toBe(true);
    expect(open('first_lesson', endMs, { guaranteesUsed: 2 })).toEqual({ ok: false, reason: 'guarantee_used' });
    expect(open('quality', endMs, { isFirst: false, guaranteesUsed: 2 }).ok).toBe(true);
  });

  test('[rule 15] the parties talk for 24 hours, evidence takes 3 days, and the decision 3 working days', () => {
    const opened = open('quality', endMs);
    expect(
      opened.ok &&
        Object.values(opened.dates)
          .slice(0, 3)
          .map((ms) => iso(Number(ms))),
    ).toEqual([
      '2026-12-04T03:30:00.000Z',
      '2026-12-07T03:30:00.000Z',
      // Tuesday, Wednesday, Thursday: it ends with Thursday in Singapore.
      '2026-12-10T16:00:00.000Z',
    ]);
  });

  test('[rule 15] weekends and public holidays are no working days', () => {
    const decideBy = (nowMs: number, holidays: string[] = []) => {
      const opened = open('first_lesson', nowMs, { holidays });
      return opened.ok ? iso(opened.dates.decideByMs) : '';
    };
    expect(decideBy(endMs)).toBe('2026-12-08T16:00:00.000Z');
    expect(decideBy(endMs, ['2026-12-07'])).toBe('2026-12-09T16:00:00.000Z');
  });

  test('[rule 15] a working day ends at midnight where the clocks change, too', () => {
    const opened = openClaim(
      'first_lesson',
      { startMs: instant('2026-03-26T10:00Z'), endMs: instant('2026-03-26T11:00Z'), isFirstWithInstructor: true },
      { nowMs: instant('2026-03-26T12:00Z'), guaranteesUsed: 0, policy, zone: 'Europe/London', holidays: new Set() },
    );
    // Friday 27, Monday 30 and Tuesday 31 March; the clocks went forward on the 29th.
    expect(opened.ok && iso(opened.dates.decideByMs)).toBe('2026-03-31T23:00:00.000Z');
  });

  test.each(['safety', 'identity'] as const)('[rule 16] a %s claim has no time limit and freezes at once', (kind) => {
    expect(open(kind, endMs + 10_000 * hourMs)).toMatchObject({ ok: true, dates: { freezesInstructor: true } });
    expect(open(kind, startMs - hourMs, { guaranteesUsed: 9, isFirst: false }).ok).toBe(true);
    expect(open('quality', endMs)).toMatchObject({ dates: { freezesInstructor: false } });
  });
});

test('[25.14] [rule 16] a word about safety acts only of a lesson that was paid and has begun, for who took nobody else out of the search', () => {
  const facts = { nowMs: startMs, startMs, isPaid: true, hasOtherSafetyClaim: false, hasHiddenAnother: false };
  expect(unheededBecause(facts)).toBeUndefined();
  expect(unheededBecause({ ...facts, nowMs: startMs - 1 })).toBe('not_begun');
  expect(unheededBecause({ ...facts, isPaid: false })).toBe('not_paid');
  expect(unheededBecause({ ...facts, hasOtherSafetyClaim: true })).toBe('said_before');
  expect(unheededBecause({ ...facts, hasHiddenAnother: true })).toBe('said_of_another');
});

const decide = (more: Partial<DecidedClaim>) =>
  decideClaim({ kind: 'quality', outcome: 'full', priceCents: 9900, isInstructorAtFault: false, ...more });
const postingsOf = (more: Partial<DecidedClaim>) => {
  const decision = decide(more);
  if (!decision.ok) throw new Error(decision.reason);
  const lesson = { lesson: 'l', learner: 'u', instructor: 'i', durationMinutes: 90, isOwnLearner: false };
  const context = { history: { paidMinutes: 0, feeCents: 0 }, policy };
  return settlementOf({ ...lesson, paid: { moneyCents: 9900, creditCents: 0 } }, decision.gives, context).postings;
};

describe('deciding a claim', () => {
  test('[rule 15] none leaves the lesson as it was: S$89.10 and S$9.90 of fee', () => {
    expect(postingsOf({ outcome: 'none' })).toEqual([
      { account: 'held:l', cents: 9900 },
      { account: 'instructor_payable:i', cents: -8910 },
      { account: 'platform_fees', cents: -990 },
    ]);
  });

  test('[rule 15] a part of S$30.00 leaves the instructor S$62.10 of S$69.00', () => {
    expect(postingsOf({ outcome: 'part', partCents: 3000 })).toEqual([
      { account: 'held:l', cents: 9900 },
      { account: 'refunds_due:u', cents: -3000 },
      { account: 'instructor_payable:i', cents: -6210 },
      { account: 'platform_fees', cents: -690 },
    ]);
  });

  test('[rule 15] [rule 16] full gives all of it back, and the instructor has nothing of the lesson', () => {
    for (const kind of ['quality', 'safety', 'identity'] as const) {
      expect(postingsOf({ kind })).toEqual([
        { account: 'held:l', cents: 9900 },
        { account: 'refunds_due:u', cents: -9900 },
      ]);
    }
  });

  test('[rule 15] credit and replacement stay with the learner as credit', () => {
    expect(decide({ outcome: 'credit', partCents: 2500 })).toMatchObject({ refundCents: 0, creditCents: 2500 });
    expect(decide({ outcome: 'credit' })).toMatchObject({ creditCents: 9900 });
    expect(decide({ outcome: 'replacement' })).toMatchObject({ refundCents: 0, creditCents: 9900 });
  });

  test('[rule 14] the platform pays the guarantee, and the instructor is paid: S$99.00 of goodwill', () => {
    const postings = [
      { account: 'held:l', cents: 9900 },
      { account: 'goodwill', cents: 9900 },
      { account: 'instructor_payable:i', cents: -8910 },
      { account: 'platform_fees', cents: -990 },
    ];
    const sorted = (given: object[]) => given.map((each) => JSON.stringify(each)).sort();
    expect(sorted(postingsOf({ kind: 'first_lesson' }))).toEqual(
      sorted([...postings, { account: 'refunds_due:u', cents: -9900 }]),
    );
    expect(sorted(postingsOf({ kind: 'first_lesson', outcome: 'replacement' }))).toEqual(
      sorted([...postings, { account: 'learner_credit:u', cents: -9900 }]),
    );
  });

  test('[rule 14] unless the instructor is at fault: then it comes from the lesson', () => {
    expect(postingsOf({ kind: 'first_lesson', isInstructorAtFault: true })).toEqual([
      { account: 'held:l', cents: 9900 },
      { account: 'refunds_due:u', cents: -9900 },
    ]);
  });

  test('[rule 15] is refused without the part, and with more than was paid', () => {
    expect(decide({ outcome: 'part' })).toEqual({ ok: false, reason: 'part_missing' });
    expect(decide({ outcome: 'part', partCents: 9901 })).toEqual({ ok: false, reason: 'more_than_paid' });
    expect(decide({ outcome: 'credit', partCents: -1 })).toEqual({ ok: false, reason: 'more_than_paid' });
  });

  test('never gives more back than was paid', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('none', 'part', 'full', 'credit', 'replacement') as fc.Arbitrary<DecidedClaim['outcome']>,
        fc.constantFrom('first_lesson', 'quality', 'safety', 'identity') as fc.Arbitrary<ClaimKind>,
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: -10, max: 100_010 }),
        fc.boolean(),
        (outcome, kind, priceCents, partCents, isInstructorAtFault) => {
          const decision = decideClaim({ kind, outcome, priceCents, partCents, isInstructorAtFault });
          if (!decision.ok) return;
          const { refundCents, creditCents } = decision;
          expect(Math.min(refundCents, creditCents)).toBeGreaterThanOrEqual(0);
          expect(refundCents + creditCents).toBeLessThanOrEqual(priceCents);
        },
      ),
    );
  });
});
