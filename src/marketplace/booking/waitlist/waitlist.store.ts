import type { Queryable, Row } from '#engine/database/database.ts';

const at = (parameter: string) => `to_timestamp(${parameter}::double precision / 1000)`;

/** How many open entries a learner has; the learner's row keeps two new ones from counting at once. */
export async function countOpenEntries(tx: Queryable, learner: string): Promise<number> {
  await tx.query('select id from users where id = $1 for no key update', [learner]);
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::integer as count from waitlist_entries where learner = $1 and status = 'open'`,
    [learner],
  );
  return row?.count ?? 0;
}

/** Ends entries whose last day is past. */
export async function endPastEntries(db: Queryable, today: string, nowMs: number): Promise<void> {
  await db.query(
    `update waitlist_entries set status = 'over', updated = ${at('$2')} where status = 'open' and before <> '' and before < $1`,
    [today, nowMs],
  );
}

/** Ends the rounds of freed times that are past, all at once. */
export async function endPastFreed(db: Queryable, nowMs: number): Promise<void> {
  await db.query(
    `update freed_times f set "nextRoundAt" = null where f."nextRoundAt" <= ${at('$1')} and f."end" <= ${at('$1')}
       and not exists (select 1 from waitlist_offers o where o._freed = f.id and o.status = 'open')`,
    [nowMs],
  );
}

/** Deletes freed times that are past; those that were offered stay with what came of it. */
export async function deletePastFreed(db: Queryable, nowMs: number): Promise<void> {
  await db.query(
    `delete from freed_times f where f."end" <= ${at('$1')} and f."nextRoundAt" is null
       and not exists (select 1 from waitlist_offers o where o._freed = f.id)`,
    [nowMs],
  );
}

/** Freed times whose next round is due, oldest first. */
export async function findDueFreed(db: Queryable, nowMs: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id::text as id from freed_times where "nextRoundAt" <= ${at('$1')} order by "nextRoundAt", id limit 200`,
    [nowMs],
  );
  return rows.map(({ id }) => id);
}

export type FreedTime = {
  id: string;
  instructor: string;
  startMs: number;
  endMs: number;
  licenceClasses: string[];
  areas: string[];
  lessonMinutes: number[];
  timezone: string;
  minNoticeMinutes: number;
  horizonDays: number;
  maxPerLearnerPerWeek: number;
  user: string;
  status: string;
  name: string;
};

/** A freed time under its lock, with the offer of its instructor; undefined when another server has it, or no round is due any more. */
export async function lockFreed(tx: Queryable, id: string, nowMs: number): Promise<FreedTime | undefined> {
  const [row] = await tx.query<FreedTime>(
    `select f.id::text as id, f.instructor, extract(epoch from f.start)::double precision * 1000 as "startMs",
       extract(epoch from f."end")::double precision * 1000 as "endMs", i."licenceClasses", i.areas, i."lessonMinutes", i.timezone,
       i."minNoticeMinutes", i."horizonDays", i."maxPerLearnerPerWeek", i."user", i.status, i.name
     from freed_times f join instructors i on i.id = f.instructor
     where f.id = $1 and f."nextRoundAt" <= ${at('$2')} for update of f skip locked`,
    [id, nowMs],
  );
  return row;
}

/** Ends the round before: its offers that are still open lapse. */
export async function lapseOffers(tx: Queryable, freed: string, nowMs: number): Promise<Row[]> {
  return tx.query(
    `update waitlist_offers set status = 'lapsed', updated = ${at('$2')} where _freed = $1 and status = 'open' returning *`,
    [freed, nowMs],
  );
}

export type WaitingEntry = {
  entry: string;
  learner: string;
  areas: string[] | null;
  windows: Array<{ weekday: number; startMinute: number; endMinute: number }> | null;
  before: string;
  instructor: string;
  sinceMs: number;
  wasAsked: boolean;
};

/** Who waits for times of an instructor's classes, and whether they were offered this one or have another offer open. */
export async function findWaiting(tx: Queryable, freed: FreedTime): Promise<WaitingEntry[]> {
  return tx.query<WaitingEntry>(
    `select e.id as entry, e.learner, e.areas, e.windows, e.before, e.instructor,
       extract(epoch from e.created)::double precision * 1000 as "sinceMs",
       exists (select 1 from waitlist_offers o where o.learner = e.learner and (o._freed = $1 or o.status = 'open')) as "wasAsked"
     from waitlist_entries e
     where e.status = 'open' and not e.paused and e."licenceClass" = any ($2::text[]) and e.instructor in ('', $3) and e.learner <> $4
     order by e._seq limit 2000`,
    [freed.id, freed.licenceClasses, freed.instructor, freed.user],
  );
}

/** Whether a learner could book a time now, by the rules of booking itself. */
export async function canBook(
  tx: Queryable,
  wanted: { instructor: string; learner: string; startMs: number; durationMinutes: number; nowMs: number },
): Promise<boolean> {
  const [row] = await tx.query<{ refusal: string | null }>(
    `select waiting_refusal($1, $2, ${at('$3')}, $4::integer, ${at('$5')}) as refusal`,
    [wanted.instructor, wanted.learner, wanted.startMs, wanted.durationMinutes, wanted.nowMs],
  );
  return row?.refusal === null;
}

export type NewOffer = {
  id: string;
  entry: string;
  learner: string;
  instructor: string;
  startMs: number;
  durationMinutes: number;
  expiresMs: number;
  freed: string;
};

/** Offers a freed time to somebody who waits; undefined when it was offered to them before. */
export async function insertOffer(tx: Queryable, offer: NewOffer, nowMs: number): Promise<Row | undefined> {
  const [row] = await tx.query(
    `insert into waitlist_offers (id, entry, learner, instructor, start, "durationMinutes", "expiresAt", status, _freed, created, updated)
     values ($1, $2, $3, $4, ${at('$5')}, $6, ${at('$7')}, 'open', $8, ${at('$9')}, ${at('$9')})
     on conflict (_freed, entry) do nothing returning *`,
    [
      offer.id,
      offer.entry,
      offer.learner,
      offer.instructor,
      offer.startMs,
      offer.durationMinutes,
      offer.expiresMs,
      offer.freed,
      nowMs,
    ],
  );
  return row;
}

/** When a freed time is looked at again; never for null. */
export async function setNextRound(tx: Queryable, freed: string, nextMs: number | null): Promise<void> {
  await tx.query(`update freed_times set "nextRoundAt" = ${at('$2')} where id = $1`, [freed, nextMs]);
}

/** The next round is due now where nobody of the last one is left to answer. */
export async function hurryRound(tx: Queryable, offer: string, nowMs: number): Promise<void> {
  await tx.query(
    `update freed_times f set "nextRoundAt" = ${at('$2')}
     from waitlist_offers o where o.id = $1 and f.id = o._freed and f."nextRoundAt" > ${at('$2')}
       and not exists (select 1 from waitlist_offers x where x._freed = f.id and x.status in ('open', 'taken') and x.id <> o.id)`,
    [offer, nowMs],
  );
}

/** How many learners wait for an instructor by name, and for anybody of the same class and area. */
export async function countWaiting(
  db: Queryable,
  user: string,
): Promise<{ forYou: number; nearby: number } | undefined> {
  const [row] = await db.query<{ forYou: number; nearby: number }>(
    `select count(distinct e.learner) filter (where e.instructor = i.id)::integer as "forYou",
       count(distinct e.learner) filter (where e.instructor = '' and (e.areas in ('[]', 'null') or exists (
         select 1 from jsonb_array_elements_text(e.areas) a where i.areas ? a)))::integer as nearby
     from instructors i left join waitlist_entries e on e.status = 'open' and not e.paused and i."licenceClasses" @> to_jsonb(e."licenceClass")
       and e.instructor in ('', i.id) and e.learner <> i."user"
     where i."user" = $1 group by i.id`,
    [user],
  );
  return row;
}

/** A time that a learner called off late and nobody has taken since. */
export type GivenBack = {
  instructor: string;
  instructorName: string;
  timezone: string;
  areas: string[];
  licenceClasses: string[];
  startMs: number;
  durationMinutes: number;
};

/** Times that were called off late and that this learner could book now, the soonest first. */
export function findGivenBack(db: Queryable, learner: string, nowMs: number): Promise<GivenBack[]> {
  return db.query(
    `select distinct on (l.start, l.instructor) l.instructor, i.name as "instructorName", i.timezone, i.areas, i."licenceClasses",
       extract(epoch from l.start)::double precision * 1000 as "startMs", l."durationMinutes"
     from cancellations c join lessons l on l.id = c.lesson join instructors i on i.id = l.instructor
     where l.status = 'cancelled_by_learner' and c."isLate" and not c."isRefilled" and l.learner <> $1
       and l.start > ${at('$2')} and l.start < ${at('$2')} + interval '7 days'
       and waiting_refusal(l.instructor, $1, l.start, l."durationMinutes"::integer, ${at('$2')}) is null
     order by l.start, l.instructor limit 50`,
    [learner, nowMs],
  );
}

/** Who waits by an entry; undefined when there is none of that id. */
export async function findEntryLearner(db: Queryable, entry: string): Promise<string | undefined> {
  return (await db.query<{ learner: string }>('select learner from waitlist_entries where id = $1', [entry]))[0]
    ?.learner;
}

/** Keeps a stretch of time that a superuser offers, without rounds of its own; answers its number. */
export async function noteGivenTime(
  tx: Queryable,
  { instructor, startMs, endMs }: { instructor: string; startMs: number; endMs: number },
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `insert into freed_times (instructor, start, "end") values ($1, ${at('$2')}, ${at('$3')})
     on conflict (instructor, start, "end") do update set "notedAt" = freed_times."notedAt" returning id`,
    [instructor, startMs, endMs],
  );
  return row?.id;
}
