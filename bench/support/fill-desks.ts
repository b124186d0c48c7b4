import type { Database } from '#engine/database/database.ts';
import { foldWaitingSums } from '../../src/marketplace/platform/sums/fold-sums.ts';
import { fillBooks } from './fill-books.ts';

type DesksScale = { instructors: number; learners: number; lessons: number; nowMs: number };

/**
 * Fills a migrated database with what the pages of the platform's people read: lessons of a year without money (bench/books.ts has it), one in ten called off, accounts that
 * were made over a year, requests, mails, reports, the audit trail, searches and hours on offer. Set by set, without triggers.
 */
export async function fillDesks(db: Database, { instructors, learners, lessons, nowMs }: DesksScale): Promise<void> {
  await fillBooks(db, { instructors, learners, lessons, days: 340, upTo: 'taught', nowMs });
  await db.transaction(
    async (tx) => {
      await tx.query("set local session_replication_role = 'replica'");
      for (const text of texts) await tx.query(text, text.includes('$1') ? [nowMs / 1000] : []);
    },
    { isLong: true },
  );
  // What triggers would have noted.
  await db.query('insert into stale_sums default values');
  await foldWaitingSums(db);
  await db.query('vacuum analyze');
}

const texts = [
  // Accounts of a year, and some that wait to be checked.
  `update users set name = case when id like 'booklearne%' then 'Learner ' else 'Owner ' end || right(id, 5),
     created = to_timestamp($1) - make_interval(hours => right(id, 5)::integer % 8760) where id like 'book%'`,
  `update instructors set status = 'submitted' where right(id, 2) = '07'`,
  `insert into cancellations (id, lesson, reason, "cancelledBy", "isLate", created, updated)
   select 'bookcancel' || right(id, 7), id, 'Something came up', case when right(id, 2) = '10' then 'instructor' else 'learner' end, right(id, 2) > '50',
     start - interval '1 day', start - interval '1 day' from lessons where right(id, 1) = '0'`,
  `update lessons set status = case when right(id, 2) = '10' then 'cancelled_by_instructor' else 'cancelled_by_learner' end where right(id, 1) = '0'`,
  `insert into support_requests (id, "user", category, subject, status, "answerBy", "lastText", "lastMessageAt", created, updated)
   select 'bookreques' || right(id, 5), id, 'other', 'A question', case when right(id, 3) = '007' then 'open' else 'closed' end,
     created + interval '2 hours', 'Text', created, created, created from users where id like 'booklearne%'`,
  // One lesson in ten has a review, one review in a hundred was reported.
  `insert into reviews (id, lesson, instructor, author, side, rating, text, "authorName", "publishedAt", created, updated)
   select 'bookreview' || right(id, 7), id, instructor, learner, 'learner', 5, 'Good', 'Learner', start + interval '1 day', start + interval '1 day',
     start + interval '1 day' from lessons where right(id, 1) = '5'`,
  `insert into review_reports (id, review, reporter, reason, created, updated)
   select 'bookflag' || right(id, 7), id, author, 'Not about the lesson', created, created from reviews where right(id, 3) = '005'`,
  // Of every instructor one payout a month, one in a hundred of which failed; a look at the police list; and every fifth a pardon.
  `insert into payouts (id, instructor, "amountCents", status, date, provider, attempts, created, updated)
   select 'bookpayout' || right(i.id, 5) || m, i.id, 50000, case when (right(i.id, 2)::integer + m) % 100 = 7 then 'failed' else 'paid' end,
     '2026-' || lpad(m::text, 2, '0') || '-04', 'sandbox', 1, to_timestamp($1), to_timestamp($1) from instructors i, generate_series(1, 11) m`,
  `insert into police_checks (id, instructor, "listedOn", outcome, checker, "checkerName", created, updated)
   select 'bookpolice' || right(id, 5), id, '2026-0' || 1 + right(id, 1)::integer % 9 || '-15', 'found', 'bookadmins00000', 'Admin', to_timestamp($1), to_timestamp($1)
     from instructors`,
  `update instructors set "_comparedOn" = to_char(to_timestamp($1) at time zone 'Asia/Singapore', 'YYYY-MM-DD') where id like 'book%'`,
  `insert into reliability_pardons (id, instructor, reason, created, updated)
   select 'bookpardon' || right(id, 5), id, 'The car broke down', to_timestamp($1), to_timestamp($1) from instructors where right(id, 1) in ('3', '8')`,
  `insert into broadcasts (id, title, message, audience, kind, status, recipients, sent, author, "authorName", created, updated)
   select 'bookbroad' || to_char(n, 'FM000000'), 'News ' || n, 'Text', 'everybody', 'news', 'sent', 10, 10, 'bookadmins00000', 'Admin',
     to_timestamp($1) - make_interval(hours => n), to_timestamp($1) from generate_series(1, 500) n`,
  `insert into _mails ("to", subject, message, status, attempts, error, created)
   select email, 'Mail', '{}', case when right(id, 3) = '007' then 'failed' else 'sent' end, 1, '', created from users where id like 'book%'`,
  `insert into reports (id, name, type, "from", "to", status, created, updated)
   select 'bookreport' || to_char(n, 'FM00000'), 'Report ' || n, 'analytics', '2026-11-01', '2026-11-30', 'ready', to_timestamp($1) - make_interval(hours => n),
     to_timestamp($1) from generate_series(1, 5000) n`,
  `insert into audit_entries (created, actor, "actorName", "actorCollection", "actorRole", action, collection, record, "recordName", changes, sequence)
   select created, 'bookadmins00000', 'Admin', 'users', 'admin', 'update', 'users', id, name, '[{"field":"bio","from":"","to":"x"}]',
     row_number() over (order by created, id) from users where id like 'book%'`,
  `insert into search_sums (day, area, "fromHour", "toHour", searches, empty)
   select (to_timestamp($1) - make_interval(days => d))::date, 'Area ' || a, h, h + 3, 40, a % 7 from generate_series(0, 399) d, generate_series(1, 28) a,
     generate_series(6, 20, 2) h`,
  `insert into offered_days (instructor, day, minutes)
   select i.id, (to_timestamp($1) - make_interval(days => d))::date, 480 from instructors i, generate_series(0, 364) d`,
];
