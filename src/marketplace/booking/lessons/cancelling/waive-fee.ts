import type { Engine } from '#engine/engine.ts';
import { refuseCreate } from '#engine/http/api-error.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import { mayWaive } from '#rules/cancellation/mercy-pass.ts';
import { findPolicyOf } from '../../../platform/policies/find-policy.ts';
import { isAdmin } from '../../../platform/reads/require-right.ts';
import { requireImpartial } from '../../../platform/rights/require-impartial.ts';
import { announceFeeReturned } from '../announcing/announce-fee-returned.ts';
import { findCancellationOf, findLessonForPreview, findOpenCents, lockCancelledLesson } from './cancelling.store.ts';
import { chargedCents, returnFee } from './return-fee.ts';

const refusal = 'Failed to create record.';

/** A waiver takes effect in its own transaction: all that a late cancellation still costs goes back (domain rule 7). */
export function registerWaiverHooks(engine: Engine): void {
  engine.hooks.on('waivers', {
    beforeWrite: (event) => waiveFee(engine, event),
    explainViolation: (constraint) => (constraint === 'waivers_once' ? nothingToWaive() : undefined),
  });
}

// A superuser writes down what was waived elsewhere; money moves for what was charged here.
async function waiveFee(engine: Engine, event: InsideEvent): Promise<void> {
  const { record, original, tx, auth, system } = event;
  if (original) return;
  const id = String(record.lesson);
  const lesson = await lockCancelledLesson(tx, id);
  const cancellation = lesson && (await findCancellationOf(tx, id));
  const teacher = (await findLessonForPreview(tx, id))?._instructorUser;
  if (lesson) await refuseOwnFee(event, { learner: lesson.learner, teacher, begun: cancellation?.created ?? 'now' });
  const cents = cancellation ? chargedCents(cancellation) : 0;
  if (!lesson || !cancellation || cents === 0) {
    if (system || auth?.isSuperuser) return;
    throw nothingToWaive();
  }
  const { values: policy } = await findPolicyOf(tx, Number(lesson.policyVersion));
  const chargedMs = (cancellation.created as Date).getTime();
  if (!mayWaive(chargedMs, engine.clock.nowMs(), policy)) {
    throw refuseCreate('lesson', 'too_late', `A charge can be waived for ${policy.waiveDays} days.`);
  }
  await returnFee(engine, tx, { lesson, cancellation, cents, why: 'waiver', policy });
  // Paid out already, it would come from the platform: an instructor and a learner who know each other could make money of it.
  const isStaff = system || !auth || (isAdmin(auth) && auth.id !== teacher);
  if (!isStaff && (await findOpenCents(tx, String(lesson.instructor))) < 0) {
    const message =
      'You were paid for this already, and what you have coming is less. Pay it back to your learner yourself.';
    throw refuseCreate('lesson', 'paid_out', message);
  }
  await announceFeeReturned(engine, tx, { lesson: id, cents, why: 'waiver' });
  record.refundCents = cents;
}

type Charged = { learner: unknown; teacher: unknown; begun: unknown };

// Who gives the lesson lets off what is theirs; staff have no part in what they let others off.
async function refuseOwnFee(event: InsideEvent, { learner, teacher, begun }: Charged): Promise<void> {
  if (event.auth?.id === teacher) return;
  const deed = { parties: [learner, teacher], begun, about: 'case', right: 'lessons', field: 'lesson' } as const;
  await requireImpartial(event.tx, event, { ...deed, refusal });
}

const nothingToWaive = () =>
  refuseCreate('lesson', 'nothing_to_waive', 'Nothing is charged for this lesson that could be waived.');
