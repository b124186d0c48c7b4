import type { Queryable, Row } from '#engine/database/database.ts';

/** A lesson whose time is held, under its calendar's lock, with what was paid of it so far; undefined when it is not held any more. */
export async function lockHeldLesson(tx: Queryable, id: string, nowMs: number): Promise<Row | undefined> {
  const [row] = await tx.query(
    `select l.*, paid_cents(l.id) as "_paidCents" from lock_lesson($1) l
     where l.id is not null and l.status = 'held' and l."holdExpiresAt" > to_timestamp($2::double precision / 1000)`,
    [id, nowMs],
  );
  return row;
}

type Wanted = { learner: string; instructor: string; start: unknown; minutes: number; nowMs: number };

export type Drawable = { id: string; heldCents: number; minutesLeft: number };

// The lesson's own day counts, where its instructor is.
const fits = `p.learner = $1 and p.instructor = $2 and p.status = 'active' and p."minutesLeft" >= $4
  and p."_endsAt" > to_timestamp($5::double precision / 1000) and to_char($3::timestamptz at time zone i.timezone, 'YYYY-MM-DD') <= p."expiresOn"
  and not is_paid_back(p.id)`;

/** The package that can pay a lesson, the one that ends first, under its lock. */
export async function findDrawable(
  tx: Queryable,
  { learner, instructor, start, minutes, nowMs }: Wanted,
): Promise<Drawable | undefined> {
  const values = [learner, instructor, start, minutes, nowMs];
  // Locked first, all of the pair: which of them has enough is known only then.
  await tx.query(
    `select id from package_purchases where learner = $1 and instructor = $2 and status = 'active' order by id for no key update`,
    [learner, instructor],
  );
  const [row] = await tx.query<Drawable>(
    `select p.id, package_held_cents(p.id) as "heldCents", p."minutesLeft"
     from package_purchases p join instructors i on i.id = p.instructor where ${fits} order by p."expiresOn", p._seq limit 1`,
    values,
  );
  return row;
}

/** What a package of a learner has left for a lesson, for the quote; undefined when it can't pay it. */
export async function findDrawableById(db: Queryable, id: string, wanted: Wanted): Promise<Drawable | undefined> {
  const { learner, instructor, start, minutes, nowMs } = wanted;
  const [row] = await db.query<Drawable>(
    `select p.id, package_held_cents(p.id) as "heldCents", p."minutesLeft"
     from package_purchases p join instructors i on i.id = p.instructor where ${fits} and p.id = $6`,
    [learner, instructor, start, minutes, nowMs, id],
  );
  return row;
}

/** Takes minutes of a package, which is locked. */
export async function takeMinutes(
  tx: Queryable,
  id: string,
  { minutesLeft, nowMs }: { minutesLeft: number; nowMs: number },
): Promise<void> {
  await tx.query(
    `update package_purchases set "minutesLeft" = $2, status = case when $2 = 0 then 'used' else status end,
       updated = to_timestamp($3::double precision / 1000) where id = $1`,
    [id, minutesLeft, nowMs],
  );
}

/** Writes the payment down, and what the lesson costs by it. */
export async function insertDraw(
  tx: Queryable,
  { payment, lesson }: { payment: Row; lesson: { id: string; priceCents: number; lines: unknown } },
): Promise<Row | undefined> {
  await tx.query('update lessons set "priceCents" = $2, lines = $3::jsonb where id = $1', [
    lesson.id,
    lesson.priceCents,
    JSON.stringify(lesson.lines),
  ]);
  const columns = Object.keys(payment);
  const [row] = await tx.query(
    `insert into payments (${columns.map((column) => `"${column}"`).join(', ')})
     values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning *`,
    Object.values(payment),
  );
  return row;
}
