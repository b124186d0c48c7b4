import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { refuseCreate } from '#engine/http/api-error.ts';
import type { InsideEvent, RecordEvent } from '#engine/records/record-hooks.ts';
import { wireDate } from '#engine/wire-date.ts';
import { type ClaimKind, goesBackAtOnce, openClaim } from '#rules/claims/open-claim.ts';
import { unheededBecause } from '#rules/claims/unheeded-word.ts';
import { dateText, localDayOf } from '#rules/time/local-time.ts';
import { type MoneyPlan, weighGiven } from '../../booking/lessons/lesson-money.ts';
import { moveLesson } from '../../booking/lessons/move-lesson.ts';
import { type MoveWords, refuseMove } from '../../booking/lessons/refuse-move.ts';
import { findHolidays } from '../../platform/facts/find-holidays.ts';
import { findPolicyOf } from '../../platform/policies/find-policy.ts';
import { announceClaim } from './announce-claim.ts';
import {
  type ClaimedLesson,
  findClaimedLesson,
  freezeListing,
  lockClaimsOf,
  lockDecisions,
  noteBefore,
} from './claims.store.ts';
import { publishListing } from './publish-claims.ts';

const notClaimable = 'There is nothing of this lesson yet that a claim could be about.';
const comesBackAnyway =
  'All of the money for this lesson comes back by itself unless your instructor contests that they were missing.';
const words: MoveWords = { wrong_state: ['not_claimable', notClaimable] };
const refusals = {
  too_early: ['lesson', 'too_early', 'Tell us when the lesson has begun.'],
  too_late: ['lesson', 'too_late', 'The time to tell us about this lesson is over.'],
  not_first_lesson: ['kind', 'not_first_lesson', 'The guarantee is for the first lesson with an instructor.'],
  guarantee_used: ['kind', 'guarantee_used', 'You have used the guarantee as often as it is given.'],
} as const;

/** Whose claim it is, whether it is in time, and by when what happens (domain rules 14 to 16). */
export async function prepareClaim(engine: Engine, event: RecordEvent): Promise<void> {
  const { record, db, auth, system } = event;
  const lesson = await findClaimedLesson(db, { lesson: String(record.lesson), nowMs: engine.clock.nowMs() });
  if (!lesson) throw refuseCreate('lesson', 'not_claimable', notClaimable);
  if (!system && auth?.isSuperuser) record.learner ||= lesson.learner;
  record.instructor = lesson.instructor;
  const dates = await datesOf(engine, event, lesson);
  record.status = record.kind === 'quality' ? 'talking' : 'deciding';
  record.talkUntil = wireDate(dates.talkUntilMs);
  record.evidenceUntil = wireDate(dates.evidenceUntilMs);
  record.decideBy = wireDate(dates.decideByMs);
}

async function datesOf(engine: Engine, { record, db }: Pick<RecordEvent, 'record' | 'db'>, lesson: ClaimedLesson) {
  const nowMs = engine.clock.nowMs();
  const { timezone: zone } = lesson;
  const { values: policy } = await findPolicyOf(db, lesson.policyVersion);
  const holidays = await findHolidays(db, dateText(localDayOf(zone, nowMs)));
  const { guaranteesUsed } = lesson;
  const opening = openClaim(record.kind as ClaimKind, lesson, { nowMs, guaranteesUsed, policy, zone, holidays });
  if (!opening.ok) {
    const [field, code, message] = refusals[opening.reason];
    throw refuseCreate(field, code, message);
  }
  const isDecided = isAboutSafety(record.kind)
    ? lesson.hasSafetyDecision
    : record.kind === 'first_lesson' && lesson.hasGuarantee;
  if (isDecided) throw alreadyClaimed();
  return opening.dates;
}

/** Freezes the lesson's money, and at once what can't wait: who isn't the person in the photo is paid nothing and found by nobody. */
export async function disputeLesson(engine: Engine, event: InsideEvent): Promise<void> {
  const { tx, record } = event;
  const nowMs = engine.clock.nowMs();
  await lockClaimsOf(tx, String(record.learner));
  await lockDecisions(tx, record.id);
  // Another claim of this learner, or about this instructor, may have been written since.
  const lesson = await findClaimedLesson(tx, { lesson: String(record.lesson), nowMs });
  if (!lesson) return;
  const others = record.kind === 'first_lesson' ? lesson.guaranteesUsed - 1 : lesson.guaranteesUsed;
  await datesOf(engine, { record, db: tx }, { ...lesson, guaranteesUsed: others });
  const isSafety = isAboutSafety(record.kind);
  // All of a lesson that was missed comes back in any case, unless that is contested in time.
  if (lesson.isWaiting && !isSafety) throw refuseCreate('lesson', 'not_claimable', comesBackAnyway);
  // Not every word moves something alone: else staff decide first, and read why.
  const unheeded = isSafety ? unheededBecause({ ...lesson, nowMs }) : undefined;
  const isBelieved = isSafety && unheeded === undefined;
  // Where the instructor is said to be missing, too, the money waits for the answer to that (rule 10): two words of one person weigh no more than one.
  const isPaidBack = isBelieved && record.kind === 'identity' && !lesson.isWaiting && goesBackAtOnce(lesson);
  const outcome = await moveLesson(engine, tx, {
    lesson: String(record.lesson),
    event: 'dispute',
    by: event,
    reason: String(record.kind),
    ...(isPaidBack ? { money: () => givePaidBack(tx, String(record.lesson)) } : {}),
    nowMs,
  });
  if (!outcome.ok) throw refuseMove(outcome.reason, words);
  const frozen = isBelieved ? await freezeListing(tx, lesson.instructor, nowMs) : undefined;
  const noted = await noteBefore(tx, record.id, {
    lessonWas: String(outcome.before.status),
    listingWas: frozen?.was ?? '',
    refundCents: outcome.refundCents,
    creditCents: outcome.creditedCents,
    unheeded,
  });
  if (event.row) Object.assign(event.row, noted);
  await announceClaim(engine, tx, { claim: record.id, isFreezing: isBelieved, isUrgent: isSafety });
  if (frozen) tx.afterCommit(() => publishListing(engine, frozen.row));
}

// All that was paid and is not given back yet: what the platform gave for a first lesson is not given again.
async function givePaidBack(tx: Transaction, lesson: string): Promise<MoneyPlan> {
  return { settle: [{ to: 'refund', from: 'held', cents: (await weighGiven(tx, lesson)).leftCents }] };
}

/** Kinds that freeze the instructor (domain rule 16). */
export function isAboutSafety(kind: unknown): boolean {
  return kind === 'safety' || kind === 'identity';
}

/** A lesson has one claim at a time, and one about safety in all. */
export function alreadyClaimed() {
  return refuseCreate('lesson', 'already_claimed', 'A claim about this lesson is there already.');
}
