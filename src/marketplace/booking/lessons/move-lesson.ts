import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import { judgeMove } from '#rules/lessons/judge-move.ts';
import type { LessonActor, LessonEvent, LessonNow, MoveRefusal } from '#rules/lessons/lesson-life.ts';
import { isLesson, type LessonState } from '#rules/lessons/lesson-states.ts';
import { isAdmin } from '../../platform/reads/require-right.ts';
import type { LessonChanges } from './lesson-changes.ts';
import { type MoneyBack, type MoneyFacts, type MoneyPlan, planMoney, postMoneyPlan } from './lesson-money.ts';
import { type LockedLesson, lockLesson, writeMove } from './lesson-moves.store.ts';
import { tellOfMove } from './tell-of-move.ts';

/** Who asks: the event of a record hook fits. `system` is the server's own work. */
export type Mover = { auth: AuthRecord | null; system: boolean };

export const bySystem: Mover = { auth: null, system: true };

export type MoveRequest = {
  lesson: string;
  event: LessonEvent;
  by: Mover;
  /** Where the event can lead to more than one state. */
  to?: LessonState;
  /** What the actor said; kept in the history. */
  reason?: string;
  /** Columns that change with the state. What belongs to the new state by itself (ends of waiting, `confirmedAt`) need not be named. */
  changes?: LessonChanges;
  /** What becomes of the money, where the caller works it out (`by_terms`, `as_decided`); given the lesson as it was before, and the figures of its policy. */
  money?: (facts: MoneyFacts) => MoneyPlan | Promise<MoneyPlan>;
  nowMs: number;
};

export type MoveOutcome =
  | ({ ok: true; lesson: Row; before: Row; by: LessonActor } & MoneyBack)
  | { ok: false; reason: MoveRefusal };

/**
 * The one way through a lesson's life, in the caller's transaction: locks the calendar, asks the table of the life, compares and sets,
 * writes the history, posts the money plan, queues what is told, and publishes after the commit. Refusing is a value; an overlap of a new
 * time is a violation of the table's constraints.
 */
export async function moveLesson(engine: Engine, tx: Transaction, request: MoveRequest): Promise<MoveOutcome> {
  const { event, nowMs } = request;
  const locked = await lockLesson(tx, request.lesson);
  if (!locked) return { ok: false, reason: 'wrong_state' };
  const { lesson: before, policy } = locked;
  const by = roleOf(request.by, locked);
  if (!by) return { ok: false, reason: 'not_allowed' };
  const verdict = judgeMove(nowOf(locked), { event, by, ...(request.to ? { to: request.to } : {}) }, nowMs, policy);
  if (!verdict.ok) return verdict;
  const { move, to } = verdict;
  const lesson = await writeMove(tx, {
    lesson: request.lesson,
    from: before.status as LessonState,
    to,
    event,
    actor: request.by.auth?.id ?? '',
    actorRole: by,
    reason: request.reason ?? '',
    changes: { ...changesOf(before, to, nowMs), ...request.changes },
    nowMs,
  });
  if (!lesson) return { ok: false, reason: 'wrong_state' };
  const facts = { lesson: before, policy, by };
  const plan = request.money ? await request.money(facts) : planMoney(move.money, facts, nowMs);
  const back = await postMoneyPlan(engine, tx, { lesson, plan, policy, nowMs });
  // What a superuser writes down is published by the call that wrote it.
  if (event !== 'given') await tellOfMove(engine, tx, { lesson, news: move.tells });
  return { ok: true, lesson, before, by, ...back };
}

function roleOf({ auth, system }: Mover, { lesson, instructorUser }: LockedLesson): LessonActor | undefined {
  if (system) return 'system';
  if (!auth) return undefined;
  if (auth.isSuperuser) return 'superuser';
  if (auth.id === lesson.learner) return 'learner';
  if (auth.id === instructorUser) return 'instructor';
  return isAdmin(auth) ? 'admin' : undefined;
}

function nowOf({ lesson, isAnotherRunning }: LockedLesson): LessonNow {
  const msOf = (value: unknown) => (value instanceof Date ? value.getTime() : null);
  return {
    status: String(lesson.status),
    startMs: msOf(lesson.start) ?? 0,
    endMs: msOf(lesson.end) ?? 0,
    holdExpiresMs: msOf(lesson.holdExpiresAt),
    requestExpiresMs: msOf(lesson.requestExpiresAt),
    isAnotherRunning,
  };
}

// Ends of waiting belong to the states that wait. A hold that is let go keeps its own: by it, it is told from a lesson that was called off.
function changesOf(before: Row, to: LessonState, nowMs: number): LessonChanges {
  const isLetGo = before.status === 'held' && isLesson('cancelled', to);
  return {
    ...(to === 'held' || isLetGo ? {} : { holdExpiresAt: null }),
    ...(to === 'requested' ? {} : { requestExpiresAt: null }),
    ...(to === 'confirmed' && !before.confirmedAt ? { confirmedAt: new Date(nowMs).toISOString() } : {}),
  };
}
