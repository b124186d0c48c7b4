import type { Queryable, Row } from '#engine/database/database.ts';

export type Invited = { id: string; instructor: string; instructorName: string; instructorUser: string; user: string };

/** Whom a code invites, locked until the transaction ends; undefined when nobody. */
export async function lockInvited(tx: Queryable, code: string): Promise<Invited | undefined> {
  const [row] = await tx.query<Invited>(
    `select o.id, o.instructor, i.name as "instructorName", i."user" as "instructorUser", o."user"
     from own_learners o join instructors i on i.id = o.instructor where o."inviteCode" = $1 for no key update of o`,
    [code],
  );
  return row;
}

/** Whether the two found each other here, by whichever account of the learner (`accounts_of`): a lesson or a package was booked, they wrote to each other, or they are joined already. */
export async function haveMet(
  tx: Queryable,
  { instructor, learner }: { instructor: string; learner: string },
): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from accounts_of($2) a where exists (select from lessons where instructor = $1 and learner = a)
       or exists (select from package_purchases where instructor = $1 and learner = a)
       or exists (select from conversations where instructor = $1 and learner = a)
       or exists (select from own_learners where instructor = $1 and "user" = a)`,
    [instructor, learner],
  );
  return rows.length > 0;
}

/** The profile of an account that teaches; undefined without one. */
export async function findProfile(db: Queryable, user: string): Promise<string | undefined> {
  return (await db.query<{ id: string }>('select id from instructors where "user" = $1', [user]))[0]?.id;
}

/** What keeps an own learner from being removed. */
export async function findUses(db: Queryable, id: string): Promise<{ hasLessons: boolean; hasPayments: boolean }> {
  const [row] = await db.query<{ hasLessons: boolean; hasPayments: boolean }>(
    `select exists (select from lessons where "_ownLearner" = $1) as "hasLessons",
       exists (select from own_payments where "ownLearner" = $1) as "hasPayments"`,
    [id],
  );
  return row ?? { hasLessons: false, hasPayments: false };
}

/** Joins an account to an instructor's own learner. */
export async function noteJoined(tx: Queryable, id: string, learner: string, nowMs: number): Promise<Row | undefined> {
  const [row] = await tx.query(
    `update own_learners set "user" = $2, "joinedAt" = t.at, updated = t.at
     from (select to_timestamp($3::double precision / 1000) as at) t where id = $1 returning own_learners.*`,
    [id, learner, nowMs],
  );
  return row;
}
