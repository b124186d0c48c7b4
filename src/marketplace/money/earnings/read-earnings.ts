import type { Engine } from '#engine/engine.ts';
import { type Page, pageEnvelope } from '#engine/http/read-page.ts';
import type { FeeRule } from '#rules/fees/fee-rule.ts';
import { nextPayoutDay } from '#rules/payouts/next-payout.ts';
import { planPayout } from '#rules/payouts/plan-payout.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import { dateText, instantOf, localDayOf } from '#rules/time/local-time.ts';
import type { EarnedLesson, EarningsAnswer } from '#wire/earnings.ts';
import { findPolicyAt } from '../../platform/policies/find-policy.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import type { Span } from '../../platform/reads/read-span.ts';
import { readDirectSums } from '../../teaching/own-learners/read-direct-payments.ts';
import { payoutZone } from '../payouts/plan-payouts.ts';
import { type PayableState, readPayable } from '../payouts/read-payable.ts';
import { type Earning, findEarnings } from './earned-lessons.ts';
import { daysOfSpan } from './earner-of.ts';
import { type Earner, type LedgerLine, listLedgerLines, listPayouts } from './earnings.store.ts';
import { earningsOverTime } from './earnings-over-time.ts';
import { findFeeRules } from './find-fee-rules.ts';
import { sumEarnings } from './sum-earnings.ts';

export const earningStates = ['settled', 'pending'] as const satisfies ReadonlyArray<EarnedLesson['state']>;

/** How rows can be ordered; a minus is from the most. */
export const earningSorts = ['-start', 'start', '-netCents', 'netCents', 'learner', '-learner'] as const;

export type EarningsQuery = {
  span: Span;
  page: Page;
  q: string;
  state: EarnedLesson['state'] | undefined;
  sort: (typeof earningSorts)[number];
};

/** Money of an instructor's lessons in a span, down to the ledger's entries. */
export async function readEarnings(
  engine: Engine,
  earner: Earner | undefined,
  query: EarningsQuery,
): Promise<EarningsAnswer> {
  const { db, clock } = engine;
  const nowMs = clock.nowMs();
  const { span, page } = query;
  const { values: policy } = await findPolicyAt(db, nowMs);
  if (!earner) return noEarnings(nowMs, query, policy);
  const [earnings, payouts, payable, direct] = await Promise.all([
    findEarnings(db, earner.id, span),
    listPayouts(db, earner.id, span),
    readPayable(db, earner.id),
    readDirectSums(db, earner.id, daysOfSpan(span, earner.timezone)),
  ]);
  const found = orderEarnings(earnings.filter(fits(query)), query.sort);
  const shown = found.slice((page.page - 1) * page.perPage, page.page * page.perPage);
  const ids = shown.map(({ lesson }) => lesson);
  const [lines, ruleOf] = await Promise.all([listLedgerLines(db, ids), findFeeRules(db, ids)]);
  const paidOutCents = payouts.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return {
    generatedAt: isoInstant(nowMs),
    from: isoInstant(span.fromMs),
    to: isoInstant(span.toMs),
    instructor: earner,
    totals: { ...sumEarnings(earnings), paidOutCents },
    found: sumFound(found),
    balance: balanceOf(payable, nowMs, policy),
    direct,
    overTime: earningsOverTime(earnings, span, earner.timezone),
    payouts: payouts.map(({ id, date, createdMs, amountCents }) => ({
      id,
      // As its statement says; one that was made up for was sent some days later.
      date: date || dateText(localDayOf(payoutZone, createdMs)),
      created: isoInstant(createdMs),
      amountCents,
    })),
    ...pageEnvelope(
      page,
      shown.map((earning) =>
        presentEarning(earning, {
          lines: lines.filter(({ lesson }) => lesson === earning.lesson),
          feeRule: ruleOf(earning),
        }),
      ),
      found.length,
    ),
  };
}

/** Earnings in the wanted order; equal ones by time. */
export function orderEarnings(earnings: readonly Earning[], sort: EarningsQuery['sort']): Earning[] {
  const way = sort.startsWith('-') ? -1 : 1;
  const field = sort.replace('-', '');
  const compare = (one: Earning, other: Earning) => {
    if (field === 'learner') return one.learnerName.localeCompare(other.learnerName, 'en');
    return field === 'netCents' ? one.netCents - other.netCents : one.startMs - other.startMs;
  };
  return [...earnings].sort((one, other) => way * compare(one, other) || other.startMs - one.startMs);
}

function fits({ q, state }: EarningsQuery): (earning: Earning) => boolean {
  const wanted = q.trim().toLowerCase();
  return (earning) =>
    (!state || earning.state === state) &&
    (wanted === '' || earning.learnerName.toLowerCase().includes(wanted) || earning.lesson === wanted);
}

/** What the lessons that were searched for come to. */
function sumFound(found: readonly Earning[]): EarningsAnswer['found'] {
  const { pendingCents: _pending, ...sums } = sumEarnings(found);
  return sums;
}

// What is in a payout already is no longer payable; the next one is on a payout day that has none yet.
function balanceOf({ items, lastDate }: PayableState, nowMs: number, policy: PolicyValues): EarningsAnswer['balance'] {
  const { payCents, carriedCents, waitingCents } = planPayout(items, nowMs, policy);
  const today = localDayOf(payoutZone, nowMs);
  const first = nextPayoutDay(today, policy);
  const day = dateText(first) <= lastDate ? nextPayoutDay(today + 1, policy) : first;
  const next = planPayout(items, Math.max(nowMs, instantOf(payoutZone, day + 1, 0) - 1), policy);
  return {
    payableCents: payCents + carriedCents,
    waitingCents,
    minimumPayoutCents: policy.payoutMinimumCents,
    nextPayout: next.payCents > 0 ? { date: dateText(day), amountCents: next.payCents } : null,
  };
}

function presentEarning(
  earning: Earning,
  { lines, feeRule }: { lines: readonly LedgerLine[]; feeRule: FeeRule | null },
): EarnedLesson {
  const { lesson, startMs, endMs, durationMinutes, status, learner, learnerName, state } = earning;
  return {
    lesson,
    start: isoInstant(startMs),
    end: isoInstant(endMs),
    durationMinutes,
    status,
    learner: { id: learner, name: learnerName },
    state,
    grossCents: earning.grossCents,
    feeCents: earning.feeCents,
    netCents: earning.netCents,
    feeRule,
    ledger: lines.map(({ createdMs, kind, account, amountCents }) => ({
      created: isoInstant(createdMs),
      kind,
      account: account.replace(/:.*$/, ''),
      amountCents,
    })),
  };
}

function noEarnings(nowMs: number, { span, page }: EarningsQuery, policy: PolicyValues): EarningsAnswer {
  return {
    generatedAt: isoInstant(nowMs),
    from: isoInstant(span.fromMs),
    to: isoInstant(span.toMs),
    instructor: null,
    totals: { ...sumEarnings([]), paidOutCents: 0 },
    found: sumFound([]),
    balance: { payableCents: 0, waitingCents: 0, minimumPayoutCents: policy.payoutMinimumCents, nextPayout: null },
    direct: { payments: 0, cashCents: 0, payNowCents: 0, totalCents: 0 },
    overTime: { unit: 'day', parts: [] },
    payouts: [],
    ...pageEnvelope<EarnedLesson>(page, [], 0),
  };
}
