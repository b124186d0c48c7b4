import type { Queryable, Row } from '#engine/database/database.ts';
import type { Span } from '../../platform/reads/read-span.ts';
import { statesIn } from '../../platform/reads/states-in.ts';

const inSpan = (column: string) =>
  `${column} >= to_timestamp($1::double precision / 1000) and ${column} < to_timestamp($2::double precision / 1000)`;

/** As `inSpan`, after a first parameter. */
function spanOf(column: string): string {
  return `${column} >= to_timestamp($2::double precision / 1000) and ${column} < to_timestamp($3::double precision / 1000)`;
}

/** The jobs of reports that wait for their file. */
export function listWaitingReports(db: Queryable): Promise<Array<{ report: string }>> {
  return db.query(`select id as report from reports where status = 'processing' order by _seq`);
}

/** Lets a failed report be made again; its row as it is then, or undefined when it is not failed. */
export async function restartReport(db: Queryable, id: string, nowMs: number): Promise<Row | undefined> {
  const [row] = await db.query(
    `update reports set status = 'processing', problem = '', updated = to_timestamp($2::double precision / 1000)
     where id = $1 and status = 'failed' returning *`,
    [id, nowMs],
  );
  return row;
}

/** Whether there is such a report. */
export async function hasReport(db: Queryable, id: string): Promise<boolean> {
  return (await db.query('select from reports where id = $1', [id])).length > 0;
}

/** The language of who asked for a report; empty for who has none, as a superuser. */
export async function findAuthorLanguage(db: Queryable, report: string): Promise<string> {
  const [row] = await db.query<{ language: string }>(
    'select u.language from reports r join users u on u.id = r.author where r.id = $1',
    [report],
  );
  return row?.language ?? '';
}

export type LedgerRow = {
  createdMs: number;
  transaction: string;
  kind: string;
  account: string;
  amountCents: number;
  lesson: string | null;
  payment: string | null;
};

/** The first ledger entries of a span, in order. */
export function listLedgerRows(db: Queryable, { fromMs, toMs }: Span, most: number): Promise<LedgerRow[]> {
  return db.query(
    `select (extract(epoch from t.created) * 1000)::double precision as "createdMs", e.transaction, t.kind, e.account,
       e."amountCents"::double precision as "amountCents", t.lesson, t.payment
     from ledger_transactions t join ledger_entries e on e.transaction = t.id
     where ${inSpan('t.created')} order by t.created, e.id limit $3`,
    [fromMs, toMs, most],
  );
}

export type PerformanceRow = {
  name: string;
  status: string;
  lessons: number;
  completed: number;
  cancelledByInstructor: number;
  cancelledByLearner: number;
  instructorMissed: number;
  learnerMissed: number;
  taughtMinutes: number;
  learners: number;
  ratingAverage: number;
  ratingCount: number;
};

/** Each instructor with the lessons that began in a span, the busiest first. */
export function listPerformance(db: Queryable, { fromMs, toMs }: Span, most: number): Promise<PerformanceRow[]> {
  return db.query(
    `select i.name, i.status, i."ratingAverage", i."ratingCount", count(l.id)::integer as lessons,
       count(*) filter (where l.status in ${statesIn('taught')})::integer as completed,
       count(*) filter (where l.status = 'cancelled_by_instructor')::integer as "cancelledByInstructor",
       count(*) filter (where l.status = 'cancelled_by_learner')::integer as "cancelledByLearner",
       count(*) filter (where l.status = 'no_show_instructor')::integer as "instructorMissed",
       count(*) filter (where l.status = 'no_show_learner')::integer as "learnerMissed",
       coalesce(sum(l."durationMinutes") filter (where l.status in ${statesIn('taught')}), 0)::integer as "taughtMinutes",
       count(distinct l.learner)::integer as learners
     from instructors i left join lessons l on l.instructor = i.id and l.status not in ${statesIn('unpaid')} and ${inSpan('l.start')}
     group by i.id order by count(l.id) desc, i.name, i.id limit $3`,
    [fromMs, toMs, most],
  );
}

export type SecurityEvent = { atMs: number; event: string; account: string; actor: string; details: string };

/** Accounts made, devices first used, and what the platform's people did, in a span and in order of time. */
export function listSecurityEvents(db: Queryable, { fromMs, toMs }: Span, most: number): Promise<SecurityEvent[]> {
  return db.query(
    `select (extract(epoch from at) * 1000)::double precision as "atMs", event, account, actor, details from (
       select created as at, 'account made' as event, email as account, '' as actor, role as details from users
         where ${inSpan('created')}
       union all
       select o.created, 'new device', u.email, u.email, '' from "_authOrigins" o
         join users u on u.id = o."recordRef" where o."collectionRef" = '_pb_users_auth_' and ${inSpan('o.created')}
       union all
       select created, action || ' ' || collection, "recordName", "actorName",
         (select coalesce(string_agg((c ->> 'field') || ': ' || (c ->> 'from') || ' → ' || (c ->> 'to'), '; '), '')
          from jsonb_array_elements(changes) c where c ->> 'field' <> 'tokenKey')
         from audit_entries where ${inSpan('created')}
     ) events order by at, event, account limit $3`,
    [fromMs, toMs, most],
  );
}

/** The accounts of each kind of report that its file names; sums and the books name nobody. */
const namedBy: Partial<Record<string, string>> = {
  performance: `select "user" as id from instructors where $2::double precision < $3::double precision`,
  security: `with told as (select actor, record, "actorName", "recordName" from audit_entries where ${spanOf('created')}),
      names as (select "actorName" as name from told union select "recordName" from told)
    select id from users where ${spanOf('created')}
    union select "recordRef" from "_authOrigins" where ${spanOf('created')}
    union select actor from told union select record from told
    union select id from users where name <> '' and name in (select name from names)
    union select "user" from instructors where id in (select record from told) or name in (select name from names)`,
};

/** Writes down which accounts the file of a report names, before it is there. */
export async function noteNamed(db: Queryable, report: { id: string; type: string } & Span): Promise<void> {
  const named = namedBy[report.type];
  if (named === undefined) return;
  await db.query(
    `update reports set _names = coalesce((select array_agg(id) from (${named}) named), '{}') where id = $1`,
    [report.id, report.fromMs, report.toMs],
  );
}
