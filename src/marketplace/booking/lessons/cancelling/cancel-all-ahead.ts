import type { Engine } from '#engine/engine.ts';
import type { RuleRequest } from '#engine/filters/rule-request.ts';
import { createRecord } from '#engine/records/create-record.ts';
import type { AheadCancelled } from '#wire/cancelling.ts';
import { findPolicyOf } from '../../../platform/policies/find-policy.ts';
import { isoInstant } from '../../../platform/reads/parse-instant.ts';
import { cancellationReason } from './cancellation-words.ts';
import { type AheadLesson, findAhead, findLessonForPreview } from './cancelling.store.ts';
import { cancellableOf, weighCancellation } from './weigh-cancellation.ts';

type Leaver = { request: RuleRequest; language: string; nowMs: number };

/**
 * Calls off everything that somebody has ahead, as they would by hand, one lesson after the other: what an earlier one used up (a mercy pass)
 * is gone for the later ones. `inside` is the engine of one transaction.
 */
export async function cancelAllAhead(inside: Engine, user: string, leaver: Leaver): Promise<AheadCancelled[]> {
  const cancelled: AheadCancelled[] = [];
  for (const ahead of await findAhead(inside.db, user, leaver.nowMs)) {
    cancelled.push(await cancelOne(inside, ahead, leaver));
  }
  return cancelled;
}

async function cancelOne(inside: Engine, ahead: AheadLesson, leaver: Leaver): Promise<AheadCancelled> {
  const { id, side, withName, timezone } = ahead;
  const { request, language, nowMs } = leaver;
  const lesson = await findLessonForPreview(inside.db, id);
  if (!lesson) throw new Error(`Lesson ${id} is gone.`);
  const { values: policy } = await findPolicyOf(inside.db, Number(lesson.policyVersion));
  const weighed = await weighCancellation(inside.db, { lesson, policy, by: side, nowMs });
  const collection = inside.collections.get('cancellations');
  const body = { fields: { lesson: id }, files: {} };
  await createRecord(inside, { collection, body, request: { ...request } });
  const { refundCents, creditCents, feeCents } = weighed.outcome;
  return {
    lesson: id,
    start: isoInstant((lesson.start as Date).getTime()),
    status: weighed.from,
    ...{ timezone, side, withName, refundCents, creditCents, feeCents },
    keptBackCents: weighed.keptBackCents,
    instructorCents: weighed.instructorCents,
    ways: weighed.paid.ways,
    reason: cancellationReason(weighed, {
      cancelled: cancellableOf(lesson),
      policy,
      nowMs,
      language,
    }),
  };
}
