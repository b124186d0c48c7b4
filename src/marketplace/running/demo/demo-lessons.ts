import { isLesson } from '#rules/lessons/lesson-states.ts';
import { type PriceLine, quoteLesson, totalCents } from '#rules/lessons/quote-lesson.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { closesAt } from '#rules/payouts/plan-payout.ts';
import { firstPolicyValues } from '#rules/policies/policy-values.ts';
import { hourMs, minuteMs } from '#rules/time/durations.ts';
import { spanText } from '../../platform/reads/time-words.ts';
import type { DemoRow } from './demo.store.ts';
import { demoChance, demoId } from './demo-chance.ts';
import { demoZone, instantMsOn, isoOf } from './demo-dates.ts';
import { instructorId, instructorUserId, learnerId } from './demo-people.ts';
import type { PlannedLesson } from './plan-lessons.ts';

/** A planned lesson with its instants and its money: what lessons, payments, ledger and reviews are made from. */
export type DemoLesson = {
  id: string;
  plan: PlannedLesson;
  startMs: number;
  endMs: number;
  bookedMs: number;
  status: 'closed' | 'completed' | 'in_progress' | 'confirmed';
  lines: PriceLine[];
  priceCents: number;
  payment: string;
};

/** The planned lessons as they stand at `nowMs`, in order of time. */
export function settleLessons(plans: readonly PlannedLesson[], nowMs: number): DemoLesson[] {
  const lessons = plans.map((plan) => {
    const chance = demoChance(`lesson:${plan.key}`);
    const startMs = instantMsOn(plan.date, plan.startMinute);
    const endMs = startMs + plan.durationMinutes * minuteMs;
    const { instructor } = plan;
    const prices = {
      hourlyCents: instructor.hourlyCents,
      eveningSurchargePercent: instructor.eveningPercent ?? 0,
      weekendSurchargePercent: instructor.weekendPercent ?? 0,
      timezone: demoZone,
    };
    const lines = quoteLesson(prices, startMs, plan.durationMinutes);
    const bookedMs = startMs - chance.between(40, 200) * hourMs + chance.between(0, 59) * minuteMs;
    return {
      id: demoId('lesson', plan.key),
      plan,
      startMs,
      endMs,
      bookedMs: Math.min(bookedMs, nowMs - chance.between(60, 600) * minuteMs),
      status: statusAt(nowMs, startMs, endMs),
      lines,
      priceCents: totalCents(lines),
      payment: demoId('payment', plan.key),
    };
  });
  return lessons.sort((one, other) => one.startMs - other.startMs);
}

function statusAt(nowMs: number, startMs: number, endMs: number): DemoLesson['status'] {
  if (closesAt(endMs, firstPolicyValues) <= nowMs) return 'closed';
  if (endMs <= nowMs) return 'completed';
  return startMs <= nowMs ? 'in_progress' : 'confirmed';
}

/** Whether a lesson was given to its end. */
export function isTaught({ status }: Pick<DemoLesson, 'status'>): boolean {
  return isLesson('taught', status);
}

/** The rows of the lessons. */
export function lessonRows(lessons: readonly DemoLesson[]): DemoRow[] {
  return lessons.map((lesson) => {
    const { plan } = lesson;
    const learner = learnerId(plan.learner);
    return {
      id: lesson.id,
      instructor: instructorId(plan.instructor),
      learner,
      start: isoOf(lesson.startMs),
      end: isoOf(lesson.endMs),
      durationMinutes: plan.durationMinutes,
      pickup: plan.learner.pickup,
      postalCode: plan.learner.postalCode,
      note: '',
      status: lesson.status,
      priceCents: lesson.priceCents,
      lines: lesson.lines,
      confirmedAt: isoOf(lesson.bookedMs + 2 * minuteMs),
      policyVersion: 1,
      cancellationHours: plan.instructor.cancellationHours ?? 24,
      sequence: movesOf(lesson).length - 1,
      startCode: String(demoChance(`code:${plan.key}`).between(1000, 9999)),
      created: isoOf(lesson.bookedMs),
      updated: isoOf(isTaught(lesson) ? lesson.endMs : lesson.bookedMs + 2 * minuteMs),
      _author: learner,
    };
  });
}

type DemoMove = { event: string; to: string; actor: string; actorRole: string; atMs: number };

function movesOf({ plan, bookedMs, startMs, endMs, status }: DemoLesson): DemoMove[] {
  const learner = { actor: learnerId(plan.learner), actorRole: 'learner' };
  const instructor = { actor: instructorUserId(plan.instructor), actorRole: 'instructor' };
  const moves = [
    { event: 'hold', to: 'held', ...learner, atMs: bookedMs },
    { event: 'pay', to: 'confirmed', ...learner, atMs: bookedMs + 2 * minuteMs },
    { event: 'start', to: 'in_progress', ...instructor, atMs: startMs },
    { event: 'complete', to: 'completed', ...instructor, atMs: endMs },
    { event: 'close', to: 'closed', actor: '', actorRole: 'system', atMs: closesAt(endMs, firstPolicyValues) },
  ];
  return moves.slice(0, moves.findIndex(({ to }) => to === status) + 1);
}

/** The rows of the lessons' histories. */
export function moveRows(lessons: readonly DemoLesson[]): DemoRow[] {
  return lessons.flatMap((lesson) =>
    movesOf(lesson).map(({ atMs, ...move }, sequence, moves) => ({
      ...move,
      id: demoId('move', `${lesson.plan.key} ${sequence}`),
      lesson: lesson.id,
      from: moves[sequence - 1]?.to ?? '',
      reason: '',
      policyVersion: 1,
      sequence,
      created: isoOf(atMs),
    })),
  );
}

/** The rows of the lessons' payments: every lesson was paid when it was booked. */
export function paymentRows(lessons: readonly DemoLesson[]): DemoRow[] {
  return lessons.map((lesson) => {
    const learner = learnerId(lesson.plan.learner);
    const paidMs = lesson.bookedMs + 2 * minuteMs;
    return {
      id: lesson.payment,
      learner,
      lesson: lesson.id,
      method: demoChance(`pay:${lesson.plan.key}`).happens(60) ? 'paynow' : 'card',
      status: 'succeeded',
      amountCents: lesson.priceCents,
      provider: 'sandbox',
      providerReference: `sandbox_${lesson.payment}`,
      succeededAt: isoOf(paidMs),
      created: isoOf(lesson.bookedMs + minuteMs),
      updated: isoOf(paidMs),
      _author: learner,
    };
  });
}

/** Notifications of the lessons to come, one for each party: read by those who booked a while ago. */
export function notificationRows(lessons: readonly DemoLesson[], nowMs: number): DemoRow[] {
  const coming = lessons.filter(({ status }) => status === 'confirmed');
  return coming.flatMap((lesson) => {
    const { plan } = lesson;
    const when = spanText(lesson.startMs, lesson.endMs, { timezone: demoZone, language: 'en' });
    const at = isoOf(lesson.bookedMs + 2 * minuteMs);
    const common = {
      type: 'user',
      link: lessonPath(lesson.id),
      read: nowMs - lesson.bookedMs > 48 * hourMs,
      created: at,
      updated: at,
    };
    return [
      {
        ...common,
        id: demoId('notification', `${plan.key} learner`),
        user: learnerId(plan.learner),
        title: 'Lesson confirmed',
        message: `${plan.instructor.name} teaches you on ${when}.`,
        _key: `lesson_confirmed:${lesson.id}:learner`,
      },
      {
        ...common,
        id: demoId('notification', `${plan.key} instructor`),
        user: instructorUserId(plan.instructor),
        title: 'New lesson',
        message: `${plan.learner.name} booked ${when}.`,
        _key: `lesson_confirmed:${lesson.id}:instructor`,
        link: lessonPath(lesson.id),
      },
    ];
  });
}
