import { recordFromRow } from '#engine/collections/record-row.ts';
import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { badRequest, refuseUpdate } from '#engine/http/api-error.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import type { InsideEvent, RecordEvent } from '#engine/records/record-hooks.ts';
import { contestUntil } from '#rules/absences/no-show.ts';
import { stateAfterClaim } from '#rules/claims/after-claim.ts';
import { type ClaimOutcome, decideClaim } from '#rules/claims/decide-claim.ts';
import type { ClaimKind } from '#rules/claims/open-claim.ts';
import { isLesson, type LessonState } from '#rules/lessons/lesson-states.ts';
import type { Give } from '#rules/settlement/settlement-of.ts';
import { giveLateShare } from '../../booking/lessons/absences/late-refund.ts';
import { announceMissing } from '../../booking/lessons/announcing/announce-absence.ts';
import { type MoneyFacts, type MoneyPlan, weighGiven } from '../../booking/lessons/lesson-money.ts';
import { moveLesson } from '../../booking/lessons/move-lesson.ts';
import { refuseMove } from '../../booking/lessons/refuse-move.ts';
import { refuseOwnCase } from '../../booking/lessons/refuse-own-case.ts';
import { endForSafety } from '../../booking/packages/end-package.ts';
import { findPolicyOf } from '../../platform/policies/find-policy.ts';
import { announceDecision, announceWithdrawal } from './announce-claim.ts';
import {
  type ClaimedLesson,
  closeClaim,
  findClaimedLesson,
  freezeListing,
  handListingOn,
  lockClaim,
  lockDecisions,
  noteContestUntil,
  thawListing,
} from './claims.store.ts';
import { isAboutSafety } from './open-claim.ts';
import { publishClaim, publishListing } from './publish-claims.ts';

const refusal = 'Failed to create record.';
const over: readonly unknown[] = ['decided', 'withdrawn'];

/** An admin's decision in the transaction that writes it down: the lesson goes on, its money is settled, and both sides are told. */
export async function decide(engine: Engine, event: InsideEvent): Promise<void> {
  const { tx, record, sent } = event;
  const nowMs = engine.clock.nowMs();
  await lockDecisions(tx, String(record.claim));
  const claim = await lockClaim(tx, String(record.claim));
  if (!claim || over.includes(claim.status)) throw alreadyDecided();
  const about = { lesson: String(claim.lesson), begun: claim.created };
  await refuseOwnCase(event, { ...about, field: 'claim', right: 'claimDecisions' });
  const outcome = record.outcome as ClaimOutcome;
  const partCents = sent.has('refundCents') && Number(record.refundCents) > 0 ? Number(record.refundCents) : undefined;
  let creditCents = 0;
  const result = await resolve(engine, event, claim, {
    isWithdrawn: false,
    isPaidBack: outcome === 'full' || backAtOnce(claim) > 0 || (await givesAll(tx, claim, { outcome, partCents })),
    money: async ({ lesson, to, facts }) => {
      const { leftCents: paidCents } = await weighGiven(tx, String(claim.lesson));
      const decision = decideClaim({
        kind: claim.kind as ClaimKind,
        outcome,
        priceCents: paidCents,
        ...(partCents === undefined ? {} : { partCents }),
        isInstructorAtFault: record.instructorAtFault === true,
      });
      if (!decision.ok) throw refusePart(decision.reason);
      creditCents = decision.creditCents;
      if (lesson.isWaiting) await decideWaiting(engine, tx, { lesson, claim, outcome, nowMs });
      const isAsIfNone = outcome === 'none' && to === 'closed';
      const late = isAsIfNone ? await giveLateShare(tx, facts, { was: String(claim._lesson_was), nowMs }) : [];
      const gives = [...decision.gives, ...compensation(claim, outcome), ...late];
      // A lesson that goes on is settled when it is over, and one that can be contested still when that is.
      const isOpen = isLesson('coming', to) || (lesson.isWaiting && outcome === 'none');
      return isOpen && gives.length === 0 ? { refundCents: 0 } : { settle: gives };
    },
    nowMs,
  });
  const refundCents = Number(claim.refundCents) + result.refundCents;
  creditCents += Number(claim.creditCents) + result.creditedCents;
  const row = await closeClaim(tx, { claim: String(claim.id), outcome, refundCents, creditCents, nowMs });
  if (outcome === 'none') await thaw(engine, tx, claim, nowMs);
  if (isAboutSafety(claim.kind) && outcome === 'full') await endAll(engine, tx, claim, nowMs);
  await announceDecision(engine, tx, { claim: String(claim.id), outcome, refundCents, creditCents });
  if (row) tx.afterCommit(() => publishClaim(engine, row));
}

/** Nobody has a lesson that is still ahead besides all that was paid for it, whatever that comes back as. */
async function givesAll(
  tx: Transaction,
  { kind, lesson }: Row,
  { outcome, partCents }: { outcome: ClaimOutcome; partCents: number | undefined },
): Promise<boolean> {
  // The guarantee of a first lesson is the platform's: that one was begun, and goes on.
  if (outcome === 'none' || kind === 'first_lesson') return false;
  const { leftCents } = await weighGiven(tx, String(lesson));
  const givenCents = outcome === 'replacement' ? leftCents : (partCents ?? leftCents);
  return leftCents > 0 && givenCents >= leftCents;
}

type Waiting = { lesson: ClaimedLesson; claim: Row; outcome: ClaimOutcome; nowMs: number };

// While the claim was open nobody could contest that the instructor was missing: with a claim that was not true the time for it begins anew.
async function decideWaiting(engine: Engine, tx: Transaction, { lesson, claim, outcome, nowMs }: Waiting) {
  const { values: policy } = await findPolicyOf(tx, lesson.policyVersion);
  const untilMs = outcome === 'none' ? contestUntil(nowMs, policy) : null;
  const row = await noteContestUntil(tx, String(claim.lesson), untilMs);
  if (!row) return;
  const noShow = recordFromRow(engine.collections.get('no_shows'), row);
  if (untilMs !== null) await announceMissing(engine, tx, noShow);
  tx.afterCommit(() => publishRow(engine, 'no_shows', row));
}

// On the claim's own word, as money or, where no payment takes it back any more, as credit.
function backAtOnce({ refundCents, creditCents }: Row): number {
  return Number(refundCents) + Number(creditCents);
}

// What went back at once, for a claim that was not true, is the platform's to pay: the instructor gave the lesson. One who was missing did not.
function compensation(claim: Row, outcome: ClaimOutcome): Give[] {
  const cents = claim._lesson_was === 'no_show_instructor' ? 0 : backAtOnce(claim);
  return outcome === 'none' && cents > 0 ? [{ to: 'instructor', from: 'platform', cents }] : [];
}

/** Its learner takes a claim back; the lesson goes on as if there had been none. What froze somebody is for staff to end. */
export async function withdraw(engine: Engine, event: InsideEvent): Promise<void> {
  const { tx, record, original } = event;
  if (record.status === original?.status) return;
  const claim = await lockClaim(tx, record.id);
  const mayWithdraw = claim && !over.includes(claim.status) && ['first_lesson', 'quality'].includes(String(claim.kind));
  if (!mayWithdraw || record.status !== 'withdrawn') {
    const message = 'A claim can be withdrawn until it is decided, unless it is about safety.';
    throw refuseUpdate('status', 'not_withdrawable', message);
  }
  await resolve(engine, event, claim, { isWithdrawn: true, isPaidBack: false, nowMs: engine.clock.nowMs() });
  await announceWithdrawal(engine, tx, record.id);
}

type Resolving = {
  isWithdrawn: boolean;
  isPaidBack: boolean;
  money?: (decided: { lesson: ClaimedLesson; to: LessonState; facts: MoneyFacts }) => Promise<MoneyPlan>;
  nowMs: number;
};

async function resolve(engine: Engine, event: InsideEvent, claim: Row, { money, nowMs, ...how }: Resolving) {
  const { tx, record } = event;
  const lesson = await findClaimedLesson(tx, { lesson: String(claim.lesson), nowMs });
  if (!lesson) throw refuseMove('wrong_state');
  const to = stateAfterClaim(String(claim._lesson_was) as LessonState, { endMs: lesson.endMs, nowMs, ...how });
  const outcome = await moveLesson(engine, tx, {
    lesson: String(claim.lesson),
    event: 'resolve',
    by: event,
    to,
    reason: String(record.reason ?? ''),
    ...(money ? { money: (facts: MoneyFacts) => money({ lesson, to, facts }) } : {}),
    nowMs,
  });
  if (!outcome.ok) throw refuseMove(outcome.reason);
  return outcome;
}

// Nobody goes on driving with an instructor of whom it is true (domain rule 16).
async function endAll(engine: Engine, tx: Transaction, claim: Row, nowMs: number): Promise<void> {
  const [learner, instructor] = [String(claim.learner), String(claim.instructor)];
  await endForSafety(engine, tx, { learner, instructor, nowMs });
  const frozen = await freezeListing(tx, instructor, nowMs);
  if (frozen) tx.afterCommit(() => publishListing(engine, frozen.row));
}

async function thaw(engine: Engine, tx: Transaction, claim: Row, nowMs: number): Promise<void> {
  const status = String(claim._listing_was);
  if (status === '') return;
  const frozen = { claim: String(claim.id), instructor: String(claim.instructor), status };
  const row = await thawListing(tx, { ...frozen, nowMs });
  if (!row) await handListingOn(tx, frozen);
  else tx.afterCommit(() => publishListing(engine, row));
}

/** Who decides is whoever is signed in. */
export async function signDecision({ record, auth, system }: RecordEvent): Promise<void> {
  if (system || !auth) return;
  Object.assign(record, { admin: auth.id, adminName: String(auth.row.name ?? '') });
}

/** A claim is decided once. */
export function alreadyDecided() {
  return badRequest(refusal, {
    claim: { code: 'already_decided', message: 'This claim was decided or withdrawn already.' },
  });
}

function refusePart(code: 'part_missing' | 'more_than_paid') {
  const message = code === 'part_missing' ? 'Say how much goes back.' : 'That is more than was paid for the lesson.';
  return badRequest(refusal, { refundCents: { code, message } });
}
