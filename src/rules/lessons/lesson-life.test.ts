import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { firstPolicyValues } from '../policies/policy-values.ts';
import { lessonCan as can, judgeMove as judge } from './judge-move.ts';
import { type LessonNow, lessonLife, statesBefore } from './lesson-life.ts';
import { isLesson, lessonSets, lessonStates } from './lesson-states.ts';

type Judged = Parameters<typeof judge>;
const judgeMove = (now: Judged[0], wanted: Judged[1], nowMs: number, figures = firstPolicyValues) =>
  judge(now, wanted, nowMs, figures);
const lessonCan = (now: LessonNow, by: Parameters<typeof can>[1], nowMs: number) =>
  can(now, by, nowMs, firstPolicyValues);

const minute = 60_000;
const hour = 60 * minute;
const startMs = Temporal.Instant.from('2026-12-05T02:00:00Z').epochMilliseconds;
const lesson = (status: string, more: Partial<LessonNow> = {}): LessonNow => ({
  status,
  startMs,
  endMs: startMs + hour,
  holdExpiresMs: null,
  requestExpiresMs: null,
  isAnotherRunning: false,
  ...more,
});
const reasonOf = (verdict: ReturnType<typeof judgeMove>) => (verdict.ok ? verdict.to : verdict.reason);

describe('starting a lesson', () => {
  const start = (nowMs: number, more?: Partial<LessonNow>) =>
    reasonOf(judgeMove(lesson('confirmed', more), { event: 'start', by: 'instructor' }, nowMs));

  test('is possible from 15 minutes before its start on', () => {
    expect(start(startMs - 15 * minute - 1)).toBe('too_early');
    expect(start(startMs - 15 * minute)).toBe('in_progress');
    expect(start(startMs + 3 * hour)).toBe('in_progress');
  });

  test('is not possible while another lesson of the instructor runs', () => {
    expect(start(startMs, { isAnotherRunning: true })).toBe('already_running');
  });
});

test('completing a lesson before its start is impossible', () => {
  const complete = (nowMs: number) =>
    reasonOf(judgeMove(lesson('in_progress'), { event: 'complete', by: 'instructor' }, nowMs));
  expect([complete(startMs - 1), complete(startMs)]).toEqual(['too_early', 'completed']);
});

test('a hold is paid while it lasts, and expires from its end on', () => {
  const held = lesson('held', { holdExpiresMs: startMs });
  const pay = (nowMs: number) => reasonOf(judgeMove(held, { event: 'pay', by: 'learner', to: 'requested' }, nowMs));
  const expire = (nowMs: number) => reasonOf(judgeMove(held, { event: 'expire', by: 'system' }, nowMs));
  expect([pay(startMs - 1), expire(startMs - 1)]).toEqual(['requested', 'not_due']);
  expect([pay(startMs), expire(startMs)]).toEqual(['hold_expired', 'expired']);
});

test('a request is answered until its time is over, and lapses then', () => {
  const requested = lesson('requested', { requestExpiresMs: startMs });
  const judge = (event: 'approve' | 'decline' | 'lapse', nowMs: number) =>
    reasonOf(judgeMove(requested, { event, by: event === 'lapse' ? 'system' : 'instructor' }, nowMs));
  expect([judge('approve', startMs - 1), judge('lapse', startMs - 1)]).toEqual(['confirmed', 'not_due']);
  expect([judge('approve', startMs), judge('lapse', startMs)]).toEqual(['answer_over', 'declined']);
});

test('somebody is missing from 15 minutes after the start on, or what the policy says', () => {
  const miss = (minutes: number, noShowAfterMinutes = 15) =>
    reasonOf(
      judgeMove(lesson('confirmed'), { event: 'miss_learner', by: 'instructor' }, startMs + minutes * minute, {
        ...firstPolicyValues,
        noShowAfterMinutes,
      }),
    );
  expect([miss(14), miss(15), miss(19, 20), miss(20, 20)]).toEqual([
    'too_early',
    'no_show_learner',
    'too_early',
    'no_show_learner',
  ]);
});

test('a lesson closes 24 hours after its end, also one that nobody started', () => {
  for (const status of ['confirmed', 'in_progress', 'completed']) {
    const close = (nowMs: number) => reasonOf(judgeMove(lesson(status), { event: 'close', by: 'system' }, nowMs));
    expect([close(startMs + 25 * hour - 1), close(startMs + 25 * hour)]).toEqual(['not_due', 'closed']);
  }
});

test('who cancels decides the state that it leads to', () => {
  const cancel = (by: 'learner' | 'instructor' | 'admin', to?: 'cancelled_by_learner' | 'cancelled_by_instructor') =>
    reasonOf(judgeMove(lesson('confirmed'), { event: 'cancel', by, ...(to ? { to } : {}) }, startMs - hour));
  expect([cancel('learner'), cancel('instructor')]).toEqual(['cancelled_by_learner', 'cancelled_by_instructor']);
  expect(cancel('learner', 'cancelled_by_instructor')).toBe('not_allowed');
  expect(cancel('admin', 'cancelled_by_instructor')).toBe('cancelled_by_instructor');
});

test('moving a lesson in time leaves its state', () => {
  expect(judgeMove(lesson('confirmed'), { event: 'reschedule', by: 'learner' }, startMs - hour)).toMatchObject({
    ok: true,
    to: 'confirmed',
  });
});

test('only a superuser puts a lesson into any state', () => {
  for (const to of lessonStates) {
    expect(judgeMove(lesson('expired'), { event: 'given', by: 'superuser', to }, startMs)).toMatchObject({ to });
    expect(judgeMove(lesson('expired'), { event: 'given', by: 'admin', to }, startMs).ok).toBe(false);
  }
});

test('what each can do is said with the reason why not', () => {
  const can = lessonCan(lesson('confirmed'), 'instructor', startMs - hour);
  expect(can.cancel).toEqual({ can: true });
  expect(can.start).toEqual({ can: false, reason: 'too_early' });
  expect(can.approve).toEqual({ can: false, reason: 'wrong_state' });
  expect(can.miss_instructor).toEqual({ can: false, reason: 'not_allowed' });
  expect(lessonCan(lesson('disputed'), 'admin', startMs).resolve).toEqual({ can: true });
});

describe('the life as a whole', () => {
  test('reaches every state from a hold, and no state that ended moves on but by a dispute or a fact', () => {
    const reached = new Set<string>(['held']);
    for (let round = 0; round < lessonStates.length; round++) {
      for (const { from, to, event } of lessonLife) {
        if (event !== 'given' && from.some((state) => reached.has(state))) reached.add(to);
      }
    }
    expect(lessonStates.filter((state) => !reached.has(state))).toEqual([]);
    const after = lessonLife.filter(
      ({ event, from }) => event !== 'given' && from.some((state) => isLesson('ended', state)),
    );
    expect(new Set(after.map(({ to }) => to))).toEqual(new Set(['disputed']));
  });

  test('says for each event, state and person at most one way', () => {
    for (const one of lessonLife) {
      const alike = lessonLife.filter(
        (other) =>
          other !== one &&
          other.event === one.event &&
          other.to === one.to &&
          other.by.some((actor) => one.by.includes(actor)) &&
          other.from.some((state) => one.from.includes(state)),
      );
      expect(alike).toEqual([]);
    }
    expect(statesBefore('close')).toEqual(['confirmed', 'in_progress', 'completed']);
  });

  test('every state occupies its time or ended before it was given, but for those who missed: both', () => {
    for (const state of lessonStates) {
      const both = lessonSets.missed.some((missed) => missed === state);
      expect([state, isLesson('occupying', state), isLesson('ended', state)]).toEqual([
        state,
        both || !isLesson('ended', state),
        both || !isLesson('occupying', state),
      ]);
    }
  });
});
