import type { Database } from '#engine/database/database.ts';

export type BooksScale = {
  instructors: number;
  learners: number;
  /** A multiple of the instructors. */
  lessons: number;
  /** Over so many days before `nowMs`, each so long ago that it is payable once it is closed. */
  days: number;
  /** How far each is: taught and nothing more, without money; paid and due to be closed, closed with its money settled, or paid out every Wednesday since, too. */
  upTo: 'taught' | 'paid' | 'settled' | 'paid out';
  nowMs: number;
};

/**
 * Fills a migrated database with people, closed lessons and their money, the same at every run and right to the cent: a payment of S$66.00 by card each,
 * settled with a fee of 10 %; of two in three lessons S$20.00 went back by a claim; receipts, payouts, balances, and the chain over all of it. Some ten
 * entries a lesson. Everything is written set by set, without triggers; the overlap constraints, which nobody reads here, are dropped first.
 */
export async function fillBooks(db: Database, scale: BooksScale): Promise<void> {
  for (const constraint of ['lessons_instructor_overlap', 'lessons_learner_overlap'])
    await db.query(`alter table lessons drop constraint if exists ${constraint}`);
  const indexes = await dropIndexes(db);
  await db.transaction(
    async (tx) => {
      await tx.query("set local session_replication_role = 'replica'");
      await tx.query("set local work_mem = '256MB'");
      for (const [text, values] of peopleOf(scale)) await tx.query(text, values);
      const { lessons, instructors, learners, days, nowMs } = scale;
      await tx.query(lessonsText, [
        lessons,
        instructors,
        learners,
        nowMs,
        days,
        scale.upTo === 'paid' ? 'confirmed' : 'closed',
      ]);
      if (scale.upTo === 'taught') return;
      for (const text of paymentTexts) await tx.query(text);
      if (scale.upTo !== 'paid') for (const text of settlementTexts) await tx.query(text);
      await tx.query(postedText);
      if (scale.upTo === 'paid out')
        for (const text of payoutTexts) await tx.query(text, text.includes('$1') ? [nowMs] : []);
      for (const text of booksTexts) await tx.query(text);
    },
    { isLong: true },
  );
  for (const { text } of indexes) await db.query(text);
  await db.query('drop aggregate if exists bench_chain (jsonb)');
  await db.query('vacuum analyze');
}

// Written once they are full, which takes a fraction of the time.
async function dropIndexes(db: Database): Promise<Array<{ name: string; text: string }>> {
  const indexes = await db.query<{ name: string; text: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text from pg_index i
     where i.indrelid in ('ledger_entries'::regclass, 'ledger_transactions'::regclass, 'lessons'::regclass)
       and not i.indisunique and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  );
  for (const { name } of indexes) await db.query(`drop index ${name}`);
  return indexes;
}

function peopleOf({ instructors, learners }: BooksScale): Array<[text: string, values: unknown[]]> {
  const account = `insert into users (id, password, "tokenKey", email, verified, name, role, created, updated)
    select $1 || to_char(n, 'FM00000'), '', md5(n::text || $1) || md5('x' || n || $1), $1 || n || '@kerbside.example', true, 'Bench ' || n, 'user',
      now(), now() from generate_series(0, $2::int - 1) n`;
  return [
    [account, ['booklearne', learners]],
    [account, ['bookowners', instructors]],
    [
      `insert into instructors (id, "user", name, status, timezone, created, updated)
       select 'bookteachr' || to_char(n, 'FM00000'), 'bookowners' || to_char(n, 'FM00000'), 'Teacher ' || n, 'listed', 'Asia/Singapore', now(), now()
       from generate_series(0, $1::int - 1) n`,
      [instructors],
    ],
    ['insert into instructor_calendars (instructor) select id from instructors on conflict do nothing', []],
  ];
}

// Lesson k of an instructor lies in the k-th part of the span, on a whole hour.
const lessonsText = `
  insert into lessons (id, instructor, learner, start, "end", "durationMinutes", status, "priceCents", lines, pickup, "postalCode", "confirmedAt", created, updated)
  select 'booklesson' || to_char(n, 'FM0000000'), 'bookteachr' || to_char(n % $2::int, 'FM00000'),
    'booklearne' || to_char((n::bigint * 17 + n / $2::int * 31) % $3::int, 'FM00000'), t.start, t.start + interval '1 hour', 60, $6, 6600,
    '[{"kind":"lesson","text":"60 minutes","cents":6600}]', 'Blk ' || n % 1000 || ' Bedok North Street ' || n % 10, to_char(400000 + n % 500000, 'FM000000'),
    t.start - interval '3 days', t.start - interval '3 days', t.start + interval '25 hours'
  from generate_series(0, $1::int - 1) n, lateral (select date_trunc('hour', to_timestamp($4::double precision / 1000)) - interval '5 days'
    - make_interval(hours => ((n / $2::int + 1) * ($5::double precision * 24) / ($1::double precision / $2::int))::integer) as start) t`;

/** Those of whom a part was given back by a claim. */
const claimed = `(l.status = 'closed' and right(l.id, 7)::integer % 3 < 2)`;
const paymentOf = `'bookpaymen' || right(l.id, 7)`;

const paymentTexts = [
  `insert into payments (id, learner, lesson, method, status, "amountCents", "refundedCents", provider, "providerReference", "succeededAt", created, updated,
     "_receiptNumber")
   select ${paymentOf}, l.learner, l.id, 'card', case when ${claimed} then 'part_refunded' else 'succeeded' end, 6600,
     case when ${claimed} then 2000 else 0 end, 'sandbox', 'sandbox_' || l.id, l.created, l.created, l.created, row_number() over (order by l.created, l.id)
   from lessons l where l.id like 'booklesson%'`,
  // What is posted: a line an entry, in the order of the books.
  `create temp table posted (cause text, kind text, lesson text, payment text, created timestamptz, place integer, account text, cents bigint)
   on commit drop`,
  // What payouts took along.
  'create temp table paid_out (id text, instructor text, at timestamptz, lesson text, cents integer) on commit drop',
];

const settlementTexts = [
  `insert into refunds (id, payment, learner, "amountCents", status, "providerReference", attempts, "paidAt", _cause, created, updated)
   select 'bookrefund' || right(l.id, 7), ${paymentOf}, l.learner, 2000, 'paid', 'sandbox', 1, l."end" + interval '27 hours', 'claim:' || l.id,
     l."end" + interval '26 hours', l."end" + interval '27 hours'
   from lessons l where l.id like 'booklesson%' and ${claimed}`,
  `insert into settlements (lesson, instructor, learner, gives, entries, "paidCents", "refundCents", "keptCents", "feeCents", "instructorCents",
     "paidMinutes", "payableFrom", times, created, updated)
   select l.id, l.instructor, l.learner, '[]', '[]', 6600, 6600 - k.kept, k.kept, k.kept / 10, k.kept - k.kept / 10, 60, l."end" + interval '72 hours',
     case when ${claimed} then 2 else 1 end, l."end" + interval '24 hours', l."end" + interval '26 hours'
   from lessons l, lateral (select case when ${claimed} then 4600 else 6600 end as kept) k where l.id like 'booklesson%' order by l."end", l.id`,
];

const postedText = `
   insert into posted
   select e.cause, e.kind, l.id, e.payment, e.created, e.place, e.account, e.cents
   from lessons l, lateral (values
     ('payment:' || ${paymentOf}, 'payment', ${paymentOf}, l.created, 1, 'provider_clearing', 6600),
     ('payment:' || ${paymentOf}, 'payment', ${paymentOf}, l.created, 2, 'held:' || l.id, -6600),
     ('settlement:' || l.id || ':1', 'settlement', null, l."end" + interval '24 hours', 1, 'held:' || l.id, 6600),
     ('settlement:' || l.id || ':1', 'settlement', null, l."end" + interval '24 hours', 2, 'instructor_payable:' || l.instructor, -5940),
     ('settlement:' || l.id || ':1', 'settlement', null, l."end" + interval '24 hours', 3, 'platform_fees', -660),
     ('settlement:' || l.id || ':2', 'settlement', null, l."end" + interval '26 hours', 1, 'held:' || l.id, -2000),
     ('settlement:' || l.id || ':2', 'settlement', null, l."end" + interval '26 hours', 2, 'instructor_payable:' || l.instructor, 1800),
     ('settlement:' || l.id || ':2', 'settlement', null, l."end" + interval '26 hours', 3, 'platform_fees', 200),
     ('refund:claim:' || l.id, 'refund', ${paymentOf}, l."end" + interval '26 hours', 4, 'held:' || l.id, 2000),
     ('refund:claim:' || l.id, 'refund', ${paymentOf}, l."end" + interval '26 hours', 5, 'refunds_due:' || l.learner, -2000),
     ('refund-paid:claim:' || l.id, 'refund_paid', ${paymentOf}, l."end" + interval '27 hours', 6, 'refunds_due:' || l.learner, 2000),
     ('refund-paid:claim:' || l.id, 'refund_paid', ${paymentOf}, l."end" + interval '27 hours', 7, 'provider_clearing', -2000)
   ) e (cause, kind, payment, created, place, account, cents)
   where l.id like 'booklesson%' and (${claimed} or e.cause like 'payment:%' or l.status = 'closed' and e.cause like '%:1')`;

const payoutTexts = [
  `insert into paid_out
   select 'bp' || substr(md5(l.instructor || w.at), 1, 13) as id, l.instructor, w.at, l.id as lesson, s."instructorCents" as cents
   from lessons l join settlements s on s.lesson = l.id, lateral (
     select m.monday + interval '2 days 12 hours' + case when l."end" + interval '72 hours' > m.monday + interval '2 days 12 hours' then interval '7 days'
       else interval '0' end as at
     from (select date_trunc('week', (l."end" + interval '72 hours') at time zone 'Asia/Singapore') at time zone 'Asia/Singapore' as monday) m) w
   where l.id like 'booklesson%' and w.at <= to_timestamp($1::double precision / 1000)`,
  `insert into payouts (id, instructor, "amountCents", status, date, provider, "providerReference", attempts, "sentAt", "paidAt", created, updated)
   select id, instructor, sum(cents), 'paid', to_char(at at time zone 'Asia/Singapore', 'YYYY-MM-DD'), 'sandbox', 'sandbox_' || id, 1, at, at, at, at
   from paid_out group by id, instructor, at order by at, id`,
  `insert into posted
   select 'payout:' || p.id, 'payout', null, null, p."paidAt", e.place, e.account, e.cents
   from payouts p, lateral (values (1, 'instructor_payable:' || p.instructor, p."amountCents"), (2, 'provider_clearing', -p."amountCents"))
     e (place, account, cents) where p.id like 'bp%'`,
];

const booksTexts = [
  `insert into ledger_transactions (id, kind, lesson, payment, cause, created)
   select md5(cause), kind, lesson, payment, cause, created from posted where place = 1 or (kind, place) in (('refund', 4), ('refund_paid', 6))
   order by created, place, cause`,
  `insert into ledger_accounts (id, "balanceCents")
   select account, case when account like '%:%' then sum(cents) else 0 end from posted group by account`,
  `insert into ledger_shares (account, share, "balanceCents") select account, 0, sum(cents) from posted where account not like '%:%' group by account`,
  `insert into fee_months (instructor, month, lessons, "amountCents")
   select l.instructor, date_trunc('month', p.created at time zone 'Asia/Singapore')::date, count(distinct p.lesson), -sum(p.cents)
   from posted p join lessons l on l.id = p.lesson where p.account = 'platform_fees' group by 1, 2`,
  `insert into ledger_entries (transaction, account, "amountCents") select md5(cause), account, cents from posted order by created, cause, place`,
  `insert into ledger_days (day, account, kind, share, cents, entries)
   select (created at time zone 'Asia/Singapore')::date, account, kind, 0, sum(cents), count(*) from posted where account not like '%:%' group by 1, 2, 3`,
  `insert into ledger_blocks (account, block, share, entries)
   select c.account, ledger_block(e.id), 0, count(*)
   from ledger_entries e, lateral (select '' as account union all select e.account where e.account not like '%:%') c group by 1, 2`,
  `insert into payables (entry, instructor, lesson, "amountCents", "payableFrom", payout)
   select e.id, substr(e.account, 20), t.lesson, -e."amountCents", l."end" + interval '72 hours', coalesce(o.id, '')
   from ledger_entries e join ledger_transactions t on t.id = e.transaction join lessons l on l.id = t.lesson
     left join paid_out o on o.lesson = t.lesson
   where e.account like 'instructor\\_payable:%' and t.kind = 'settlement'`,
  'create aggregate bench_chain (says jsonb) (sfunc = chain_hash, stype = text, initcond = %empty%)'.replace(
    '%empty%',
    "''",
  ),
  `insert into ledger_chain (sequence, transaction, hash)
   select s.place, s.id, bench_chain(s.says) over (order by s.place)
   from (select row_number() over (order by t.created, t.cause) as place, t.id,
       jsonb_build_array(t.id, t.kind, t.lesson, t.payment, t.cause, (extract(epoch from t.created) * 1000000)::bigint, e.said) as says
     from ledger_transactions t join (
       select transaction, jsonb_agg(jsonb_build_array(account, "amountCents") order by id) as said from ledger_entries group by transaction) e
       on e.transaction = t.id) s`,
];
