import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { refundPercentAt } from '#rules/cancellation/cancellation-terms.ts';
import { previewFees } from '#rules/fees/preview-fees.ts';
import { portionBackOf } from '#rules/money/divide-cents.ts';
import { checkPolicyValues } from '#rules/policies/check-policy-values.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import { dayMs } from '#rules/time/durations.ts';
import type { PolicyPreviewAnswer } from '#wire/policies.ts';
import { isoInstant } from '../reads/parse-instant.ts';
import { requireRight } from '../reads/require-right.ts';
import { findPolicyAt } from './find-policy.ts';
import { type CancelledBefore, listCancelledSince, listSettledSince, namesOf } from './policies.store.ts';

const days = 30;
const shown = 20;
const unreadable = 'An error occurred while loading the submitted data.';
const notFigures = { code: 'validation_invalid_values', message: 'These figures do not agree or are out of range.' };

/**
 * `POST /api/marketplace/policies/preview {values}`: what the last 30 days would have come to under other figures, beside what they did: fees by
 * instructor, and what learners who cancelled had back, the 20 that differ most of each by name. Changes nothing. For admins; 400 at `values` as for a new version.
 */
export function previewPolicyRoute(engine: Engine): Route<PolicyPreviewAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/policies/preview',
    async handle(request) {
      requireRight(request.auth, 'rules');
      const nowMs = engine.clock.nowMs();
      const { values: sent } = (await request.body(unreadable)).fields;
      const { values: current } = await findPolicyAt(engine.db, nowMs);
      const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
      const check = checkPolicyValues({ ...current, ...(isObject ? sent : {}) });
      if (!check.ok || !isObject) throw badRequest(unreadable, { values: notFigures });
      const body = await preview(engine, check.values, nowMs);
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body };
    },
  };
}

async function preview(engine: Engine, values: PolicyValues, nowMs: number): Promise<PolicyPreviewAnswer> {
  const sinceMs = nowMs - days * dayMs;
  const [settled, cancelled] = await Promise.all([
    listSettledSince(engine.db, sinceMs),
    listCancelledSince(engine.db, sinceMs),
  ]);
  const fees = previewFees(settled, values);
  const differing = fees
    .filter(({ feeCents, newFeeCents }) => feeCents !== newFeeCents)
    .toSorted((one, other) => Math.abs(other.newFeeCents - other.feeCents) - Math.abs(one.newFeeCents - one.feeCents));
  const names = await namesOf(
    engine.db,
    differing.slice(0, shown).map(({ instructor }) => instructor),
  );
  const refunds = cancelled.map((cancelledBefore) => {
    const { lesson, learnerName, startMs, refundCents } = cancelledBefore;
    const newRefundCents = refundUnder(cancelledBefore, values);
    return { lesson, learnerName, start: isoInstant(startMs), refundCents, newRefundCents };
  });
  const otherRefunds = refunds
    .filter(({ refundCents, newRefundCents }) => refundCents !== newRefundCents)
    .toSorted((one, other) => changeOf(other) - changeOf(one));
  const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
  return {
    from: isoInstant(sinceMs),
    to: isoInstant(nowMs),
    lessons: sum(fees.map(({ lessons }) => lessons)),
    feeCents: sum(fees.map(({ feeCents }) => feeCents)),
    newFeeCents: sum(fees.map(({ newFeeCents }) => newFeeCents)),
    instructorsDiffering: differing.length,
    instructors: differing.slice(0, shown).map((each) => ({ ...each, name: names.get(each.instructor) ?? '' })),
    cancellations: refunds.length,
    cancellationsDiffering: otherRefunds.length,
    refunds: otherRefunds.slice(0, shown),
    refundCents: sum(refunds.map(({ refundCents }) => refundCents)),
    newRefundCents: sum(refunds.map(({ newRefundCents }) => newRefundCents)),
  };
}

function changeOf({ refundCents, newRefundCents }: { refundCents: number; newRefundCents: number }): number {
  return Math.abs(newRefundCents - refundCents);
}

function refundUnder({ priceCents, cancelledMs, ...lesson }: CancelledBefore, values: PolicyValues): number {
  return portionBackOf(priceCents, refundPercentAt(lesson, cancelledMs, values), 100);
}
