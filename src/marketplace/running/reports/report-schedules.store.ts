import type { Queryable, Row, Transaction } from '#engine/database/database.ts';
import type { ReportRhythm } from '#rules/reports/report-schedule.ts';

export type DueSchedule = {
  id: string;
  name: string;
  type: string;
  format: string;
  every: ReportRhythm;
  dueMs: number;
  author: string;
  /** The role of the author's account, empty when it may no longer sign in; null for who has none, as a superuser. */
  role: string | null;
};

/** The next schedule that is due, held until the end of the transaction. */
export async function takeDueSchedule(tx: Transaction, nowMs: number): Promise<DueSchedule | undefined> {
  const [row] = await tx.query<DueSchedule>(
    `select s.id, s.name, s.type, s.format, s.every, (extract(epoch from s."dueAt") * 1000)::double precision as "dueMs", s.author,
       case when u.suspended or u._closed is not null then '' else u.role end as role
     from report_schedules s left join users u on u.id = s.author
     where not s.paused and s."dueAt" <= to_timestamp($1::double precision / 1000)
     order by s."dueAt", s.id limit 1 for update of s skip locked`,
    [nowMs],
  );
  return row;
}

/** Says when a schedule is due next, or that it rests. */
export async function moveSchedule(
  tx: Queryable,
  { id, dueMs, isPaused }: { id: string; dueMs: number; isPaused: boolean },
): Promise<void> {
  await tx.query(
    `update report_schedules set "dueAt" = to_timestamp($2::double precision / 1000), paused = paused or $3 where id = $1`,
    [id, dueMs, isPaused],
  );
}

export type ScheduledReport = Pick<DueSchedule, 'name' | 'type' | 'format' | 'author'> & {
  id: string;
  schedule: string;
  from: string;
  to: string;
  nowMs: number;
};

/** A report of a schedule that waits for its file; undefined when the schedule has one of these days already. */
export async function insertScheduledReport(tx: Queryable, report: ScheduledReport): Promise<Row | undefined> {
  const { id, name, type, format, author, schedule, from, to, nowMs } = report;
  const [row] = await tx.query(
    `insert into reports (id, name, type, format, author, schedule, "from", "to", status, created, updated)
     select $1, $2, $3, $4, $5, $6, $7, $8, 'processing', t.now, t.now
     from (select to_timestamp($9::double precision / 1000) as now) t
     on conflict (schedule, "from") where schedule <> '' do nothing returning *`,
    [id, name, type, format, author, schedule, from, to, nowMs],
  );
  return row;
}
