import type { Queryable } from '#engine/database/database.ts';

const ahead = {
  availability_rules: 'true',
  availability_overrides: `date >= to_char(to_timestamp($2::double precision / 1000) - interval '1 day', 'YYYY-MM-DD')`,
  time_off: '"end" > to_timestamp($2::double precision / 1000)',
};

/** How many records of a kind an instructor's diary has that are not over. */
export async function countAhead(
  db: Queryable,
  name: keyof typeof ahead,
  { instructor, nowMs }: { instructor: string; nowMs: number },
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*) as count from ${name} where instructor = $1 and $2::double precision is not null and ${ahead[name]}`,
    [instructor, nowMs],
  );
  return row?.count ?? 0;
}

/** Whose diary it is: the account of an instructor; undefined where the instructor is gone. */
export async function findDiaryOwner(db: Queryable, instructor: string): Promise<string | undefined> {
  const [row] = await db.query<{ user: string }>('select "user" from instructors where id = $1', [instructor]);
  return row?.user;
}
