import type { Queryable, Row } from '#engine/database/database.ts';
import { readPolicyValues } from '#rules/policies/policy-at.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';

/** Why a lesson can't have another start, or null; see db/functions/booking.sql. Keeps the locks of the calendar and the lesson. */
export async function findRescheduleRefusal(
  tx: Queryable,
  { lesson, startMs, nowMs, overrides }: { lesson: string; startMs: number; nowMs: number; overrides: boolean },
): Promise<string | null> {
  const [row] = await tx.query<{ refusal: string | null }>(
    `select reschedule_refusal($1, to_timestamp($2::double precision / 1000), to_timestamp($3::double precision / 1000), $4) as refusal`,
    [lesson, startMs, nowMs, overrides],
  );
  return row?.refusal ?? null;
}

/** How often the parties of a lesson moved it; what staff move is not theirs. */
export async function countMoves(tx: Queryable, lesson: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::integer as count from lesson_moves
     where lesson = $1 and event = 'reschedule' and "actorRole" in ('learner', 'instructor')`,
    [lesson],
  );
  return row?.count ?? 0;
}

export type Proposal = { status: string; answerByMs: number };

/** A proposal as it stands now, locked; undefined when there is none of that id. */
export async function lockProposal(tx: Queryable, id: string): Promise<Proposal | undefined> {
  const [row] = await tx.query<Proposal>(
    `select status, coalesce(extract(epoch from "answerBy") * 1000, 0)::double precision as "answerByMs"
     from reschedules where id = $1 for no key update`,
    [id],
  );
  return row;
}

/** proposed → lapsed for those whose time to answer is over, oldest first, at most 200 at a time; answers them. */
export async function lapseDueProposals(tx: Queryable, nowMs: number): Promise<Row[]> {
  return tx.query(
    `update reschedules set status = 'lapsed', updated = to_timestamp($1::double precision / 1000)
     where id in (
       select id from reschedules where status = 'proposed' and "answerBy" <= to_timestamp($1::double precision / 1000)
       order by "answerBy", id limit 200 for update skip locked)
     returning *`,
    [nowMs],
  );
}

export type MovingLesson = { lesson: Row; policy: PolicyValues };

/** A lesson and the figures it lives under; undefined when there is none of that id. */
export async function findMovingLesson(tx: Queryable, id: string): Promise<MovingLesson | undefined> {
  const [row] = await tx.query(
    'select l.*, policy_values(l."policyVersion") as _policy from lessons l where l.id = $1',
    [id],
  );
  if (!row) return undefined;
  const { _policy, ...lesson } = row;
  return { lesson, policy: readPolicyValues(_policy) };
}
