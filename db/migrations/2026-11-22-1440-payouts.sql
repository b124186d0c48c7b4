-- Money on its way to instructors: planned, then sent, then paid or failed. At most one of an instructor a payout day. What it takes along are
-- rows of payables; the ledger knows of it when the provider paid it.
create table payouts (
  id text primary key,
  instructor text not null references instructors (id) on delete restrict,
  "amountCents" integer not null constraint "payouts_amountCents" check ("amountCents" > 0),
  status text not null constraint payouts_status check (status in ('planned', 'sent', 'paid', 'failed')),
  date text not null,
  provider text not null default '',
  "providerReference" text not null default '',
  "failureCode" text not null default '',
  attempts integer not null default 0,
  -- When it is sent, or asked for again.
  "dueAt" timestamptz,
  "sentAt" timestamptz,
  "paidAt" timestamptz,
  -- When money that had been paid came back: it is payable once more, by another payout.
  "returnedAt" timestamptz,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  constraint payouts_date unique (instructor, date)
);
create index payouts_due on payouts ("dueAt", id) where status in ('planned', 'sent');
create index payables_from on payables ("payableFrom") where payout = '';
