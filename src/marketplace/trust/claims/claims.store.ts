import type { Queryable, Row } from '#engine/database/database.ts';
import { monthsOfOneWord, type UnheededReason } from '#rules/claims/unheeded-word.ts';
import { statesIn } from '../../platform/reads/states-in.ts';

export type ClaimedLesson = {
  instructor: string;
  learner: string;
  status: string;
  startMs: number;
  endMs: number;
  timezone: string;
  policyVersion: number;
  isFirstWithInstructor: boolean;
  /** Guarantees of the learner that were given, or may be. */
  guaranteesUsed: number;
  hasGuarantee: boolean;
  /** Safety or identity: decided of this lesson, and held untrue or not decided yet of another one of this learner's. */
  hasSafetyDecision: boolean;
  hasOtherSafetyClaim: boolean;
  /** Took another instructor out of the search within the months of one word, whatever was decided. */
  hasHiddenAnother: boolean;
  /** Money came for it, or a superuser gave it as a fact. */
  isPaid: boolean;
  /** The instructor is said to be missing, and may still contest it. */
  isWaiting: boolean;
  paidCents: number;
  /** Money of another lesson of this instructor went back on a word that was not true, and the platform paid it, or nobody decided yet. */
  hasCost: boolean;
};

/** The accounts of the learner of a lesson `l` (`accounts_of`): what is given so many times is given a person. */
const theirs = '(select accounts_of(l.learner))';

/** What a claim asks of its lesson; undefined when there is none of that id. */
export async function findClaimedLesson(
  db: Queryable,
  { lesson, nowMs }: { lesson: string; nowMs: number },
): Promise<ClaimedLesson | undefined> {
  const [row] = await db.query<ClaimedLesson>(
    `select l.instructor, l.learner, l.status, (extract(epoch from l.start) * 1000)::double precision as "startMs",
       (extract(epoch from l."end") * 1000)::double precision as "endMs", i.timezone, l."policyVersion",
       not exists (select from lessons x where x.instructor = l.instructor and x.learner in ${theirs} and x.id <> l.id
         and x.status in ${statesIn('begun')} and x.start < l.start) as "isFirstWithInstructor",
       (select count(*)::int from claims c where c.learner in ${theirs} and c.kind = 'first_lesson'
         and c.status <> 'withdrawn' and c.outcome <> 'none') as "guaranteesUsed",
       exists (select from claims c where c.lesson = l.id and c.kind = 'first_lesson' and c.status = 'decided') as "hasGuarantee",
       exists (select from claims c where c.lesson = l.id and c.kind in ('safety', 'identity') and c.status = 'decided') as "hasSafetyDecision",
       exists (select from claims c where c.learner in ${theirs} and c.lesson <> l.id and c.kind in ('safety', 'identity')
         and (c.outcome = 'none' or c.status not in ('decided', 'withdrawn'))) as "hasOtherSafetyClaim",
       exists (select from claims c where c.learner in ${theirs} and c.instructor <> l.instructor and c._listing_was <> ''
         and c.created > to_timestamp($2::double precision / 1000) - make_interval(months => $3)) as "hasHiddenAnother",
       exists (select from payments p where p._lesson = l.id and p."amountCents" > 0 and p.status in ('succeeded', 'part_refunded', 'refunded'))
         or exists (select from lesson_moves m where m.lesson = l.id and m.event = 'given' and m."actorRole" = 'superuser') as "isPaid",
       exists (select from no_shows n where n.lesson = l.id and n."_settleAt" is not null) as "isWaiting",
       paid_cents(l.id) as "paidCents",
       exists (select from claims c where c.instructor = l.instructor and c.lesson <> l.id and c.kind = 'identity'
         and c.outcome in ('', 'none') and c."refundCents" + c."creditCents" > 0) as "hasCost"
     from lessons l join instructors i on i.id = l.instructor where l.id = $1`,
    [lesson, nowMs, monthsOfOneWord],
  );
  return row;
}

/** Makes the claims of a learner, by whichever account, wait for each other until the transaction ends. */
export async function lockClaimsOf(tx: Queryable, learner: string): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtext('claims ' || a.id)) from (select id from accounts_of($1) id order by id) a`,
    [learner],
  );
}

/** Keeps where the lesson and the listing were before a claim, and what went back, or became credit, at once; answers the claim's row. */
export async function noteBefore(
  tx: Queryable,
  claim: string,
  before: {
    lessonWas: string;
    listingWas: string;
    refundCents: number;
    creditCents: number;
    unheeded?: UnheededReason | undefined;
  },
): Promise<Row | undefined> {
  const [row] = await tx.query(
    `update claims set _lesson_was = $2, _listing_was = $3, "refundCents" = $4, "creditCents" = $5, unheeded = $6 where id = $1 returning *`,
    [claim, before.lessonWas, before.listingWas, before.refundCents, before.creditCents, before.unheeded ?? ''],
  );
  return row;
}

/** Takes an instructor out of the search until staff decided; answers the row and where the listing was, undefined where nothing changed. */
export async function freezeListing(
  tx: Queryable,
  instructor: string,
  nowMs: number,
): Promise<{ was: string; row: Row } | undefined> {
  const [before] = await tx.query<{ status: string }>(
    'select status from instructors where id = $1 for no key update',
    [instructor],
  );
  if (before?.status !== 'listed' && before?.status !== 'paused') return undefined;
  const [row] = await tx.query(
    `update instructors set status = 'suspended', updated = to_timestamp($2::double precision / 1000) where id = $1 returning *`,
    [instructor, nowMs],
  );
  return row && { was: before.status, row };
}

/**
 * Makes the decisions of claims about one instructor wait for each other until the transaction ends: each hands the listing on to the next claim, which
 * another decision may have under its lock. What learners say of the instructor waits, too: money goes back on one word.
 */
export async function lockDecisions(tx: Queryable, claim: string): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtext('claim decisions ' || c.instructor)) from claims c where c.id = $1`,
    [claim],
  );
}

/** Puts a listing back where it was before a claim, unless another claim still keeps it off; answers the row where it changed. */
export async function thawListing(
  tx: Queryable,
  { claim, instructor, status, nowMs }: { claim: string; instructor: string; status: string; nowMs: number },
): Promise<Row | undefined> {
  const [row] = await tx.query(
    `update instructors set status = $3, updated = to_timestamp($4::double precision / 1000)
     where id = $2 and status = 'suspended' and not exists (
       select from claims c where c.instructor = $2 and c.id <> $1 and c.kind in ('safety', 'identity')
         and c.status in ('open', 'talking', 'deciding'))
       and not exists (select from claims c where c.id = $1 and is_found_true_since(c))
     returning *`,
    [claim, instructor, status, nowMs],
  );
  return row;
}

/** Lets a claim that still keeps a listing off put it back where it was, once it is decided. */
export async function handListingOn(
  tx: Queryable,
  { claim, instructor, status }: { claim: string; instructor: string; status: string },
): Promise<void> {
  await tx.query(
    `update claims set _listing_was = $3 where id = (
       select c.id from claims c where c.instructor = $2 and c.id <> $1 and c.kind in ('safety', 'identity')
         and c.status in ('open', 'talking', 'deciding') and c._listing_was = '' order by c._seq limit 1)
       and not exists (select from claims c where c.id = $1 and is_found_true_since(c))`,
    [claim, instructor, status],
  );
}

/** A claim, locked until the transaction ends; undefined when there is none of that id. */
export async function lockClaim(tx: Queryable, claim: string): Promise<Row | undefined> {
  const rows = await tx.query('select * from claims where id = $1 for no key update', [claim]);
  return rows[0];
}

/** A claim by its id, or undefined. */
export async function findClaim(db: Queryable, claim: string): Promise<Row | undefined> {
  const rows = await db.query('select * from claims where id = $1', [claim]);
  return rows[0];
}

export type DecidedRow = { claim: string; outcome: string; refundCents: number; creditCents: number; nowMs: number };

/**
 * A claim about a lesson whose instructor is said to be missing was decided: that can be contested until an instant, or, where the decision says what
 * becomes of the money, no more. Answers the no-show's row; undefined where its money does not wait.
 */
export async function noteContestUntil(
  tx: Queryable,
  lesson: string,
  untilMs: number | null,
): Promise<Row | undefined> {
  const [row] = await tx.query(
    `update no_shows n set "contestBy" = coalesce(t.until, n."contestBy"), "_settleAt" = t.until
     from (select to_timestamp($2::double precision / 1000) as until) t
     where n.lesson = $1 and n."_settleAt" is not null returning n.*`,
    [lesson, untilMs],
  );
  return row;
}

/** Ends a claim with its outcome. */
export async function closeClaim(tx: Queryable, { claim, outcome, refundCents, creditCents, nowMs }: DecidedRow) {
  const rows = await tx.query(
    `update claims set status = 'decided', outcome = $2, "refundCents" = $3, "creditCents" = $4,
       "decidedAt" = to_timestamp($5::double precision / 1000), updated = to_timestamp($5::double precision / 1000)
     where id = $1 returning *`,
    [claim, outcome, refundCents, creditCents, nowMs],
  );
  return rows[0];
}

/** Moves claims on whose time to talk, then to bring evidence, is over; answers their rows. */
export function moveClaimsOn(db: Queryable, nowMs: number): Promise<Row[]> {
  return db.query(
    `update claims set status = case when "evidenceUntil" <= t.now then 'deciding' else 'open' end, updated = t.now
     from (select to_timestamp($1::double precision / 1000) as now) t
     where (status = 'talking' and "talkUntil" <= t.now) or (status = 'open' and "evidenceUntil" <= t.now)
     returning claims.*`,
    [nowMs],
  );
}

export type ClaimPeople = {
  learner: string;
  learnerName: string;
  instructorUser: string;
  lesson: string;
  /** Of a claim about safety: whether nobody finds the instructor now, or does again as before it; else neither. */
  listing: 'out' | 'back' | '';
};

/** Who is told of a claim; undefined when there is none of that id. */
export async function findClaimPeople(db: Queryable, claim: string): Promise<ClaimPeople | undefined> {
  const [row] = await db.query<ClaimPeople>(
    `select c.learner, shown_name(u) as "learnerName", i."user" as "instructorUser", c.lesson,
       case when c.kind not in ('safety', 'identity') then '' when i.status = 'suspended' then 'out' when c._listing_was <> '' then 'back'
         else '' end as listing
     from claims c join users u on u.id = c.learner join instructors i on i.id = c.instructor where c.id = $1`,
    [claim],
  );
  return row;
}
