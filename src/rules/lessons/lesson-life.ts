import type { PolicyValues } from '../policies/policy-values.ts';
import { hourMs, minuteMs } from '../time/durations.ts';
import { type LessonState, lessonSets, lessonStates } from './lesson-states.ts';

/** Who moves a lesson. The system acts by the clock and by money that comes in; a superuser writes down facts. */
export type LessonActor = 'learner' | 'instructor' | 'admin' | 'system' | 'superuser';

/** What happens to a lesson. */
export type LessonEvent =
  | 'hold'
  | 'pay'
  | 'expire'
  | 'approve'
  | 'decline'
  | 'lapse'
  | 'start'
  | 'complete'
  | 'agree'
  | 'cancel'
  | 'charge_back'
  | 'reschedule'
  | 'miss_learner'
  | 'miss_instructor'
  | 'contest'
  | 'dispute'
  | 'resolve'
  | 'close'
  | 'given';

/**
 * What becomes of the money: nothing; what came in is held; all of it goes back; the cancellation terms decide; the instructor keeps it,
 * less the fee; staff decided; it stays where it is until they do.
 */
export type MoneyPlanName = 'none' | 'hold' | 'all_back' | 'by_terms' | 'keep' | 'as_decided' | 'freeze';

/** What the parties are told. */
export type LessonNews =
  | 'confirmed'
  | 'requested'
  | 'declined'
  | 'lapsed'
  | 'logged'
  | 'cancelled'
  | 'rescheduled'
  | 'missed'
  | 'disputed'
  | 'resolved';

/** What a move depends on. Instants in epoch milliseconds. */
export type LessonNow = {
  status: string;
  startMs: number;
  endMs: number;
  holdExpiresMs: number | null;
  requestExpiresMs: number | null;
  /** Another lesson of the instructor is in progress. */
  isAnotherRunning: boolean;
};

/** The figures of the lesson's policy version that bind moves to the clock. */
export type LifeFigures = Pick<PolicyValues, 'noShowAfterMinutes' | 'autoCloseHours'>;

/** How long before its start a lesson may be begun. */
export const startEarlyMinutes = 15;

/** Why a lesson can't be moved. */
export type MoveRefusal =
  | 'wrong_state'
  | 'not_allowed'
  | 'hold_expired'
  | 'not_due'
  | 'answer_over'
  | 'too_early'
  | 'too_late'
  | 'already_running';

type When = (lesson: LessonNow, nowMs: number, figures: LifeFigures) => MoveRefusal | undefined;

/** One line of a lesson's life. `to` is `same` where only the lesson's time changes, and `any` where the caller says it. */
export type LessonMove = {
  event: LessonEvent;
  from: readonly LessonState[];
  by: readonly LessonActor[];
  to: LessonState | 'same' | 'any';
  when?: When;
  money: MoneyPlanName;
  tells?: LessonNews;
};

const whileHeld: When = ({ holdExpiresMs }, nowMs) =>
  holdExpiresMs !== null && holdExpiresMs > nowMs ? undefined : 'hold_expired';
const holdIsOver: When = ({ holdExpiresMs }, nowMs) =>
  holdExpiresMs !== null && holdExpiresMs > nowMs ? 'not_due' : undefined;
const whileAsked: When = ({ requestExpiresMs }, nowMs) =>
  requestExpiresMs === null || requestExpiresMs > nowMs ? undefined : 'answer_over';
const askedTooLong: When = (lesson, nowMs, figures) => (whileAsked(lesson, nowMs, figures) ? undefined : 'not_due');
const atTheStart: When = ({ startMs, isAnotherRunning }, nowMs) => {
  if (nowMs < startMs - startEarlyMinutes * minuteMs) return 'too_early';
  return isAnotherRunning ? 'already_running' : undefined;
};
const sinceTheStart: When = ({ startMs }, nowMs) => (nowMs < startMs ? 'too_early' : undefined);
const beforeTheStart: When = ({ startMs }, nowMs) => (nowMs < startMs ? undefined : 'too_late');
const beforeTheEnd: When = ({ endMs }, nowMs) => (nowMs < endMs ? undefined : 'too_late');
const afterWaiting: When = ({ startMs }, nowMs, { noShowAfterMinutes }) =>
  nowMs < startMs + noShowAfterMinutes * minuteMs ? 'too_early' : undefined;
const longAfterTheEnd: When = ({ endMs }, nowMs, { autoCloseHours }) =>
  nowMs < endMs + autoCloseHours * hourMs ? 'not_due' : undefined;

const teaching: readonly LessonActor[] = ['instructor', 'admin'];
const anyParty: readonly LessonActor[] = ['learner', 'instructor', 'admin'];

/** A lesson's whole life: what can happen to it, from where, by whom and when, and what that does. Nothing else moves a lesson. */
export const lessonLife: readonly LessonMove[] = [
  { event: 'hold', from: [], by: anyParty, to: 'held', money: 'none' },
  {
    event: 'pay',
    from: ['held'],
    by: ['learner', 'system'],
    to: 'confirmed',
    when: whileHeld,
    money: 'hold',
    tells: 'confirmed',
  },
  {
    event: 'pay',
    from: ['held'],
    by: ['learner', 'system'],
    to: 'requested',
    when: whileHeld,
    money: 'hold',
    tells: 'requested',
  },
  { event: 'expire', from: ['held'], by: ['system'], to: 'expired', when: holdIsOver, money: 'all_back' },
  {
    event: 'approve',
    from: ['requested'],
    by: teaching,
    to: 'confirmed',
    when: whileAsked,
    money: 'none',
    tells: 'confirmed',
  },
  { event: 'decline', from: ['requested'], by: teaching, to: 'declined', money: 'all_back', tells: 'declined' },
  {
    event: 'lapse',
    from: ['requested'],
    by: ['system'],
    to: 'declined',
    when: askedTooLong,
    money: 'all_back',
    tells: 'lapsed',
  },
  { event: 'start', from: ['confirmed'], by: teaching, to: 'in_progress', when: atTheStart, money: 'none' },
  {
    event: 'complete',
    from: ['in_progress'],
    by: teaching,
    to: 'completed',
    when: sinceTheStart,
    money: 'none',
    tells: 'logged',
  },
  // Its instructor has said that it was given; what is wrong with it can be claimed all the same.
  { event: 'agree', from: ['completed'], by: ['learner'], to: 'closed', money: 'keep' },
  { event: 'cancel', from: ['held'], by: ['learner'], to: 'cancelled_by_learner', money: 'all_back' },
  {
    event: 'cancel',
    from: ['requested'],
    by: ['learner', 'admin'],
    to: 'cancelled_by_learner',
    money: 'all_back',
    tells: 'cancelled',
  },
  {
    event: 'cancel',
    from: ['confirmed'],
    by: ['learner', 'admin'],
    to: 'cancelled_by_learner',
    when: beforeTheEnd,
    money: 'by_terms',
    tells: 'cancelled',
  },
  {
    event: 'cancel',
    from: lessonSets.upcoming,
    by: teaching,
    to: 'cancelled_by_instructor',
    when: beforeTheEnd,
    money: 'all_back',
    tells: 'cancelled',
  },
  {
    event: 'charge_back',
    from: lessonSets.upcoming,
    by: ['system'],
    to: 'cancelled_by_learner',
    when: beforeTheStart,
    money: 'as_decided',
    tells: 'cancelled',
  },
  {
    event: 'reschedule',
    from: ['confirmed'],
    by: [...anyParty, 'system'],
    to: 'same',
    when: beforeTheStart,
    money: 'none',
    tells: 'rescheduled',
  },
  {
    event: 'miss_learner',
    from: ['confirmed', 'in_progress'],
    by: teaching,
    to: 'no_show_learner',
    when: afterWaiting,
    money: 'keep',
    tells: 'missed',
  },
  {
    event: 'miss_instructor',
    from: ['confirmed'],
    by: ['learner', 'admin'],
    to: 'no_show_instructor',
    when: afterWaiting,
    // All comes back when the time to contest it is over: what is paid back can't be had again.
    money: 'freeze',
    tells: 'missed',
  },
  {
    event: 'contest',
    from: lessonSets.missed,
    by: ['learner', 'instructor'],
    to: 'disputed',
    money: 'freeze',
    tells: 'disputed',
  },
  {
    event: 'dispute',
    // Also before it was started: who came is not the person in the photo.
    from: ['confirmed', 'in_progress', 'completed', 'closed', 'no_show_learner', 'no_show_instructor'],
    by: ['learner', 'admin', 'system'],
    to: 'disputed',
    money: 'freeze',
    tells: 'disputed',
  },
  {
    event: 'resolve',
    from: ['disputed'],
    by: ['admin', 'learner', 'system'],
    to: 'any',
    money: 'as_decided',
    tells: 'resolved',
  },
  {
    event: 'close',
    from: ['confirmed', 'in_progress', 'completed'],
    by: ['system'],
    to: 'closed',
    when: longAfterTheEnd,
    money: 'keep',
  },
  { event: 'given', from: lessonStates, by: ['superuser', 'system'], to: 'any', money: 'none' },
];

/** What becomes of the money of a lesson that a superuser puts into a state: that of an ended lesson is settled at once. */
export function moneyOfGiven(state: LessonState): MoneyPlanName {
  if (state === 'cancelled_by_learner') return 'by_terms';
  if (['completed', 'closed', 'no_show_learner'].includes(state)) return 'keep';
  const isAllBack = ['expired', 'declined', 'cancelled_by_instructor', 'no_show_instructor'].includes(state);
  return isAllBack ? 'all_back' : 'none';
}

/** The states that an event can lead a lesson out of. */
export function statesBefore(event: LessonEvent): readonly LessonState[] {
  return [...new Set(lessonLife.filter((line) => line.event === event).flatMap(({ from }) => from))];
}
