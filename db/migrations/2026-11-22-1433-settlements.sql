-- What became of the money of an ended lesson, in all: one row a lesson. A later decision (a claim, a contested no-show) changes the row and
-- posts the difference; the ledger keeps every step.
create table settlements (
  lesson text primary key references lessons (id) on delete restrict,
  instructor text not null references instructors (id) on delete restrict,
  learner text not null references users (id) on delete restrict,
  -- What was given because of the lesson, and the entries that stand for it in the ledger, money on its way back not among them.
  gives jsonb not null,
  entries jsonb not null,
  -- What came in, what of it went back, what was kept, and how the platform and the instructor share that.
  "paidCents" integer not null,
  "refundCents" integer not null,
  "keptCents" integer not null,
  "feeCents" integer not null,
  "instructorCents" integer not null,
  -- Minutes that count towards the hours of the higher fee: those of a lesson of which something was kept.
  "paidMinutes" integer not null,
  "payableFrom" timestamptz not null,
  times integer not null default 1,
  created timestamptz not null,
  updated timestamptz not null,
  _seq bigint generated always as identity
);
create index settlements_pair on settlements (instructor, learner, _seq);

-- What is to be closed is looked up by its end.
create index lessons_closing on lessons ("end", id) where status in ('confirmed', 'in_progress', 'completed');

-- Each amount that an instructor was given or owes, from when on it is payable, and the payout that took it along. What is open of an
-- instructor sums to what the ledger says is payable to them.
create table payables (
  entry bigint primary key references ledger_entries (id),
  instructor text not null,
  lesson text not null default '',
  "amountCents" bigint not null,
  "payableFrom" timestamptz not null,
  payout text not null default ''
);
create index payables_open on payables (instructor) where payout = '';
create index payables_payout on payables (payout) where payout <> '';

-- What was payable before the amounts were kept apart is payable as one.
insert into payables (entry, instructor, "amountCents", "payableFrom")
select (select max(e.id) from ledger_entries e where e.account = a.id), substr(a.id, 20), -a."balanceCents",
  (select max(t.created) from ledger_entries e join ledger_transactions t on t.id = e.transaction where e.account = a.id)
from ledger_accounts a where a.id like 'instructor\_payable:%' and a."balanceCents" <> 0;
