import type { Queryable, Row } from '#engine/database/database.ts';

/** An instructor, locked until the transaction ends; undefined when there is none. */
export async function lockInstructor(tx: Queryable, instructor: string): Promise<Row | undefined> {
  const rows = await tx.query('select * from instructors where id = $1 for no key update', [instructor]);
  return rows[0];
}

/** Whether a licence that was not refused, and hours of work, are there. */
export async function findReadiness(
  db: Queryable,
  instructor: string,
): Promise<{ hasLicence: boolean; hasHours: boolean }> {
  const [row] = await db.query<{ hasLicence: boolean; hasHours: boolean }>(
    `select exists (select from instructor_documents where instructor = $1 and kind = 'licence' and status <> 'refused') as "hasLicence",
       exists (select from availability_rules where instructor = $1)
         or exists (select from availability_overrides where instructor = $1 and windows <> '[]'::jsonb) as "hasHours"`,
    [instructor],
  );
  return row ?? { hasLicence: false, hasHours: false };
}

/** Whether somebody sent themselves in to be checked and nobody has accepted them yet; who was written down by a superuser is a fact. */
export async function isUncheckedYet(tx: Queryable, instructor: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from instructor_submissions s where s.instructor = $1 and not exists (
       select from verifications v where v.instructor = $1 and v.outcome = 'accepted' and v.status = 'done') limit 1`,
    [instructor],
  );
  return rows.length > 0;
}

/** The last time that an instructor sent the profile in, by its id; '' where they never did. */
export async function findNewestSubmission(tx: Queryable, instructor: string): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    'select id from instructor_submissions where instructor = $1 order by created desc, _seq desc limit 1',
    [instructor],
  );
  return row?.id ?? '';
}

/**
 * Since when a profile waits for a decision: for being restored since it was suspended, else since it was first sent in after the last decision, or its oldest
 * waiting paper came. Undefined where nothing waits: the decision begins the case.
 */
export async function findBeginOfCheck(
  tx: Queryable,
  { instructor, outcome, except }: { instructor: string; outcome: string; except: string },
): Promise<Date | undefined> {
  const [row] = await tx.query<{ begun: Date | null }>(
    `with last as (select max(created) filter (where outcome = 'suspended') as suspended, max(created) as decided
       from verifications where instructor = $1 and id <> $3 and status = 'done')
     select case when $2 = 'restored' then last.suspended when $2 <> 'suspended' then least(
         (select min(created) from instructor_submissions where instructor = $1 and created > coalesce(last.decided, '-infinity')),
         (select min(created) from instructor_documents where instructor = $1 and status = 'pending')) end as begun
     from last`,
    [instructor, outcome, except],
  );
  return row?.begun ?? undefined;
}

/** What staff decided about an instructor last, besides one decision, and who. */
export async function findNewestVerification(
  tx: Queryable,
  { instructor, except }: { instructor: string; except: string },
): Promise<{ id: string; by: string } | undefined> {
  const [row] = await tx.query<{ id: string; by: string }>(
    `select id, "checkerName" as by from verifications where instructor = $1 and id <> $2 order by created desc, _seq desc limit 1`,
    [instructor, except],
  );
  return row;
}

/** Columns of an instructor that a check decides. */
export type Decision = Partial<
  { verifiedMs: number; licenceClasses: readonly string[] } & Record<
    'status' | 'licenceExpiresOn' | 'retiresOn' | 'name' | 'vehiclePlate' | 'vehicleModel' | 'photo' | 'carPhoto',
    string
  >
>;
/** Writes what was decided of an instructor and answers the row. */
export async function decideInstructor(
  tx: Queryable,
  instructor: string,
  { decision, nowMs }: { decision: Decision; nowMs: number },
): Promise<Row | undefined> {
  const rows = await tx.query(
    `update instructors i set status = coalesce(d.status, i.status),
       "verifiedAt" = coalesce(to_timestamp(d."verifiedMs" / 1000), i."verifiedAt"),
       "licenceExpiresOn" = coalesce(d."licenceExpiresOn", i."licenceExpiresOn"),
       "retiresOn" = coalesce(d."retiresOn", i."retiresOn"), name = coalesce(d.name, i.name),
       "licenceClasses" = coalesce(d."licenceClasses", i."licenceClasses"),
       "vehiclePlate" = coalesce(d."vehiclePlate", i."vehiclePlate"), "vehicleModel" = coalesce(d."vehicleModel", i."vehicleModel"),
       photo = coalesce(d.photo, i.photo), "carPhoto" = coalesce(d."carPhoto", i."carPhoto"), updated = to_timestamp($3::double precision / 1000)
     from jsonb_to_record($2::jsonb) as d(status text, "verifiedMs" double precision, "licenceExpiresOn" text, "retiresOn" text, name text,
       "licenceClasses" jsonb, "vehiclePlate" text, "vehicleModel" text, photo text, "carPhoto" text)
     where i.id = $1 returning i.*`,
    [instructor, JSON.stringify(decision), nowMs],
  );
  return rows[0];
}

/** Whether a paper of an instructor waits that is not among those. */
export async function hasOtherPapers(tx: Queryable, instructor: string, papers: readonly string[]): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from instructor_documents where instructor = $1 and status = 'pending' and id <> all ($2::text[]) limit 1`,
    [instructor, papers],
  );
  return rows.length > 0;
}

export type PapersDecision = {
  instructor: string;
  status: string;
  expiries: Record<string, string>;
  reasons: Record<string, string>;
  /** The ids of the papers that were looked at; undefined where nobody says. */
  seen: readonly string[] | undefined;
};

/** Decides an instructor's papers that wait, of those that were looked at: as a check of their kind says, or all alike. Answers the rows. */
export function decidePapers(tx: Queryable, papers: PapersDecision, nowMs: number): Promise<Row[]> {
  return tx.query(
    `update instructor_documents set status = $2, "expiresOn" = coalesce($3::jsonb ->> kind, "expiresOn"),
       reason = left(coalesce($4::jsonb ->> kind, ''), 1000), updated = to_timestamp($5::double precision / 1000)
     where instructor = $1 and status = 'pending' and ($2 = 'accepted' or $4::jsonb ? kind or $4::jsonb ? 'documents')
       and ($6::text[] is null or id = any ($6::text[])) returning *`,
    [
      papers.instructor,
      papers.status,
      JSON.stringify(papers.expiries),
      JSON.stringify(papers.reasons),
      nowMs,
      papers.seen ?? null,
    ],
  );
}

/** A kind of paper and the last day of the newest accepted one; '' where it names none. */
export type StandingPaper = { kind: string; expiresOn: string };

/** Until when the accepted papers of an instructor hold, the newest of each kind. */
export function listStandingPapers(tx: Queryable, instructor: string): Promise<StandingPaper[]> {
  return tx.query(
    `select distinct on (kind) kind, "expiresOn" from instructor_documents where instructor = $1 and status = 'accepted'
     order by kind, created desc, _seq desc`,
    [instructor],
  );
}

/** The kinds of which a paper was sent and not refused, or which the last verification that accepted the instructor saw. */
export async function listProvedKinds(
  tx: Queryable,
  { instructor, except }: { instructor: string; except: string },
): Promise<string[]> {
  const rows = await tx.query<{ kind: string }>(
    `select kind from instructor_documents where instructor = $1 and status <> 'refused'
     union
     select seen ->> 'kind' from (select checks from verifications where instructor = $1 and outcome = 'accepted' and status = 'done'
       and id <> $2 order by created desc, _seq desc limit 1) v
     cross join jsonb_array_elements(case jsonb_typeof(v.checks) when 'array' then v.checks else '[]' end) seen`,
    [instructor, except],
  );
  return rows.map(({ kind }) => kind);
}

/** A verification, locked until the transaction ends. */
export async function lockVerification(tx: Queryable, verification: string): Promise<Row | undefined> {
  const rows = await tx.query('select * from verifications where id = $1 for no key update', [verification]);
  return rows[0];
}

/** A waiting verification is done. */
export async function finishVerification(tx: Queryable, verification: string, nowMs: number): Promise<Row | undefined> {
  const rows = await tx.query(
    `update verifications set status = 'done', updated = to_timestamp($2::double precision / 1000)
     where id = $1 and status = 'waiting' returning *`,
    [verification, nowMs],
  );
  return rows[0];
}

/** The status that a request for a change has, locked until the transaction ends. */
export async function lockChangeStatus(tx: Queryable, change: string): Promise<string | undefined> {
  const [row] = await tx.query<{ status: string }>('select status from instructor_changes where id = $1 for update', [
    change,
  ]);
  return row?.status;
}

/** The fields that other requests of the instructor wait for. */
export async function findWaitingFields(tx: Queryable, instructor: string, except: string): Promise<string[]> {
  const rows = await tx.query<{ field: string }>(
    `select jsonb_object_keys(coalesce(changes, '{}'::jsonb) || case photo when '' then '{}'::jsonb else '{"photo": 1}'::jsonb end
       || case "carPhoto" when '' then '{}'::jsonb else '{"carPhoto": 1}'::jsonb end) as field
     from instructor_changes where instructor = $1 and id <> $2 and status = 'waiting'`,
    [instructor, except],
  );
  return rows.map(({ field }) => field);
}

export type ExpiringInstructor = {
  id: string;
  user: string;
  expiresOn: string;
  remindedOf: string;
  remindedDays: number;
};

/** Instructors with an expiry between two dates, from an id on, a hundred at a time. */
export function findExpiring(
  db: Queryable,
  { after, from, to }: { after: string; from: string; to: string },
): Promise<ExpiringInstructor[]> {
  return db.query(
    `select id, "user", "licenceExpiresOn" as "expiresOn", _reminded_of as "remindedOf", _reminded_days as "remindedDays"
     from instructors where status in ('listed', 'paused') and "licenceExpiresOn" between $2 and $3 and id > $1 order by id limit 100`,
    [after, from, to],
  );
}

/** Remembers the reminder of an expiry; false when another server sent it, or the date is another by now. */
export async function noteReminded(tx: Queryable, of: ExpiringInstructor, days: number): Promise<boolean> {
  const rows = await tx.query(
    `update instructors set _reminded_of = "licenceExpiresOn", _reminded_days = $3
     where id = $1 and "licenceExpiresOn" = $2 and (_reminded_of <> $2 or _reminded_days > $3) returning id`,
    [of.id, of.expiresOn, days],
  );
  return rows.length > 0;
}

/** Says that somebody has a case open. */
export async function noteVisit(
  db: Queryable,
  { record, user, nowMs }: { record: string; user: string; nowMs: number },
): Promise<void> {
  await db.query(
    `insert into case_visits (record, "user", seen) values ($1, $2, to_timestamp($3::double precision / 1000))
     on conflict (record, "user") do update set seen = excluded.seen`,
    [record, user, nowMs],
  );
}

/** Who else has had a case open since an instant. */
export function listVisitors(
  db: Queryable,
  { record, except, sinceMs }: { record: string; except: string; sinceMs: number },
): Promise<{ name: string }[]> {
  return db.query(
    `select u.name from case_visits v join users u on u.id = v."user"
     where v.record = $1 and v."user" <> $2 and v.seen >= to_timestamp($3::double precision / 1000) order by u.name limit 10`,
    [record, except, sinceMs],
  );
}

export type CheckedInstructor = {
  status: string;
  user: string;
  checks: { kind: string; checkedOn: string; expiresOn: string }[] | null;
  /** They drive another car since: what was checked of a car was checked of the old one. */
  hasOtherCar: boolean;
  /** What was found on the Police's list when they were compared with it last. */
  police: { outcome: string; checkedOn: string } | null;
};

/** An instructor with what the last verification that accepted it looked at. */
export async function findChecked(db: Queryable, instructor: string): Promise<CheckedInstructor | undefined> {
  const rows = await db.query<CheckedInstructor>(
    `select i.status, i."user", v.checks,
       exists (select from instructor_changes c where c.instructor = i.id and c.status = 'accepted' and c.updated >= v.created
         and c.changes ? 'vehiclePlate') as "hasOtherCar",
       (select jsonb_build_object('outcome', p.outcome, 'checkedOn', to_char(p.created at time zone 'Asia/Singapore', 'YYYY-MM-DD'))
         from police_checks p where p.instructor = i.id order by p.created desc, p._seq desc limit 1) as police
     from instructors i
     left join lateral (select checks, created from verifications where instructor = i.id and outcome = 'accepted' and status = 'done'
       order by created desc, _seq desc limit 1) v on true
     where i.id = $1`,
    [instructor],
  );
  return rows[0];
}

/** Instructors who stop between two dates and were not told of that date, a hundred at a time. */
export function findRetiring(
  db: Queryable,
  { from, to }: { from: string; to: string },
): Promise<{ id: string; user: string; retiresOn: string }[]> {
  return db.query(
    `select i.id, i."user", i."retiresOn" from instructors i
     where i.status in ('listed', 'paused') and i."retiresOn" between $1 and $2
       and not exists (select from notifications n where n._key = 'retirement:' || i.id || ':' || i."retiresOn")
     order by i.id limit 100`,
    [from, to],
  );
}
