import type { Queryable, Row } from '#engine/database/database.ts';
import type { LessonState } from '#rules/lessons/lesson-states.ts';
import { readPolicyValues } from '#rules/policies/policy-at.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import type { LessonChanges } from './lesson-changes.ts';

/** A lesson under its calendar's lock, with what a move asks besides; the policy is that of its version. */
/** The accounts of a lesson's learner and instructor. */
export async function findParties(db: Queryable, lesson: string): Promise<string[]> {
  const rows = await db.query<{ learner: string; teacher: string }>(
    'select l.learner, i."user" as teacher from lessons l join instructors i on i.id = l.instructor where l.id = $1',
    [lesson],
  );
  return rows.flatMap(({ learner, teacher }) => [learner, teacher]);
}

export type LockedLesson = { lesson: Row; instructorUser: string; isAnotherRunning: boolean; policy: PolicyValues };

/** Locks a lesson's calendar, then the lesson, until the transaction ends; undefined when there is none of that id. */
export async function lockLesson(tx: Queryable, id: string): Promise<LockedLesson | undefined> {
  const [row] = await tx.query(
    `select l.*, i."user" as "_instructorUser", is_another_running(l) as "_isAnotherRunning",
       policy_values(l."policyVersion") as "_policy"
     from lock_lesson($1) l join instructors i on i.id = l.instructor`,
    [id],
  );
  if (!row) return undefined;
  const { _instructorUser, _isAnotherRunning, _policy, ...lesson } = row;
  return {
    lesson,
    instructorUser: String(_instructorUser),
    isAnotherRunning: _isAnotherRunning === true,
    policy: readPolicyValues(_policy),
  };
}

export type WrittenMove = {
  lesson: string;
  from: LessonState;
  to: LessonState;
  event: string;
  actor: string;
  actorRole: string;
  reason: string;
  changes: LessonChanges;
  nowMs: number;
};

/** Compares and sets, and writes the move down (`move_lesson` in db/functions/lessons.sql); undefined when the lesson was elsewhere. */
export async function writeMove(tx: Queryable, move: WrittenMove): Promise<Row | undefined> {
  const rows = await tx.query(
    `select l.* from move_lesson($1, array[$2], row($3::text, $4::text, $5::text, $6::text, $7::text)::lesson_move, $8::jsonb,
       to_timestamp($9::double precision / 1000)) l
     where l.id is not null`,
    [
      move.lesson,
      move.from,
      move.event,
      move.to,
      move.actor,
      move.actorRole,
      move.reason,
      JSON.stringify(move.changes),
      move.nowMs,
    ],
  );
  return rows[0];
}
