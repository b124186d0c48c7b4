import type { Row, Transaction } from '#engine/database/database.ts';
import { badRequest, refuseCreate } from '#engine/http/api-error.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import { statesBefore } from '#rules/lessons/lesson-life.ts';
import { decideMove } from '#rules/rescheduling/decide-move.ts';
import { findSlotsOfDay } from '../../../teaching/availability/find-slots.ts';
import { isTaken, refuseBooking } from '../booking/refuse-booking.ts';
import { type MoveWords, refuseMove } from '../refuse-move.ts';
import { countMoves, findMovingLesson, findRescheduleRefusal, type MovingLesson } from './rescheduling.store.ts';

/** Who wants the other time. Staff decide for both. */
export type MovingSide = 'learner' | 'instructor' | 'admin';

/** The codes at `lesson` of a lesson that can't have another time. */
export const rescheduleWords: MoveWords = {
  wrong_state: ['not_reschedulable', 'Only a confirmed lesson that has not begun can be moved.'],
  too_late: ['not_reschedulable', 'This lesson has begun. It can’t be moved any more.'],
};

export type WeighedMove = {
  lesson: Row;
  side: MovingSide;
  fromMs: number;
  /** Until when the other side answers; undefined where the lesson moves at once. */
  answerByMs: number | undefined;
};

type Wish = { lesson: string; startMs: number; nowMs: number };

/**
 * Whether a lesson can have another start, and if at once (domain rule 9), under the locks of a booking, which are kept: the lesson's own
 * state first, then how often it was moved, then the refusals of a new lesson in their order.
 */
export async function weighReschedule(event: InsideEvent, wish: Wish): Promise<WeighedMove> {
  const { tx } = event;
  const { lesson: id, startMs, nowMs } = wish;
  // Locks in the order of a booking: calendars first, the lesson after them.
  const side = await sideOf(event, id);
  const refusal = await findRescheduleRefusal(tx, { lesson: id, startMs, nowMs, overrides: side !== 'learner' });
  const locked = await findMovingLesson(tx, id);
  if (!locked) throw refuseMove('wrong_state', rescheduleWords);
  const { lesson } = locked;
  const fromMs = (lesson.start as Date).getTime();
  const states: readonly string[] = statesBefore('reschedule');
  if (!states.includes(String(lesson.status))) throw refuseMove('wrong_state', rescheduleWords);
  if (nowMs >= fromMs) throw refuseMove('too_late', rescheduleWords);
  // An own learner has no account to answer with: what the two agreed on is written down.
  const canAnswer = (lesson.learner ?? '') !== '';
  const answerByMs = side === 'admin' || !canAnswer ? undefined : await answerOf(tx, locked, { side, startMs, nowMs });
  if (startMs === fromMs) throw refuseStart('same_start', 'The lesson is at that time already.');
  if (refusal !== null) throw await refusalOf(event, { refusal, lesson, wish, side });
  return { lesson, side, fromMs, answerByMs };
}

/** The refusal of a time, as that of a new lesson: a taken one brings the day's fresh times along. Instructors read what is in their way. */
export async function refusalOf(
  { tx, auth }: Pick<InsideEvent, 'tx' | 'auth'>,
  { refusal, lesson, wish, side }: { refusal: string; lesson: Row; wish: Wish; side: MovingSide },
): Promise<Error> {
  const isInstructors = side === 'instructor';
  if (!isTaken(refusal)) return refuseBooking(refusal, { isInstructors });
  // When somebody drives with others is told to nobody but them.
  const learner = auth?.id === lesson.learner ? String(lesson.learner) : '';
  const slots = await findSlotsOfDay(tx, {
    instructor: String(lesson.instructor),
    learner,
    durationMinutes: Number(lesson.durationMinutes),
    nowMs: wish.nowMs,
    instantMs: wish.startMs,
    exceptLesson: wish.lesson,
  });
  return refuseBooking(refusal, { slots, isInstructors });
}

/** Whose side asks or answers. */
export async function sideOf({ auth, tx }: InsideEvent, lesson: string): Promise<MovingSide> {
  if (!auth || auth.isSuperuser) return 'admin';
  const [row] = await tx.query<{ learner: string; teacher: string }>(
    `select l.learner, i."user" as teacher from lessons l join instructors i on i.id = l.instructor where l.id = $1`,
    [lesson],
  );
  if (auth.id === row?.learner) return 'learner';
  return auth.id === row?.teacher ? 'instructor' : 'admin';
}

async function answerOf(
  tx: Transaction,
  { lesson, policy }: MovingLesson,
  { side, startMs, nowMs }: { side: 'learner' | 'instructor'; startMs: number; nowMs: number },
): Promise<number | undefined> {
  const booked = (lesson.confirmedAt ?? lesson.created) as Date | null;
  const decision = decideMove(
    {
      startMs: (lesson.start as Date).getTime(),
      cancellationHours: Number(lesson.cancellationHours),
      bookedMs: booked?.getTime() ?? 0,
    },
    { by: side, newStartMs: startMs, atMs: nowMs },
    { policy, movesDone: await countMoves(tx, String(lesson.id)) },
  );
  if (!decision.ok) {
    if (decision.reason === 'already_started') throw refuseMove('too_late', rescheduleWords);
    const message = 'This lesson was moved as often as one can be. Cancel it, or write to the other side.';
    throw refuseCreate('lesson', 'too_many_moves', message);
  }
  return decision.status === 'proposed' ? decision.answerByMs : undefined;
}

function refuseStart(code: string, message: string) {
  return badRequest('Failed to create record.', { start: { code, message } });
}
