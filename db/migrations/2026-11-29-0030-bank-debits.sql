-- Lines of the bank's statement that went out. The books have such money already (a refund, a payout, a line sent back); what the statement says beyond
-- that, or otherwise, waits for a person: another amount, a second time, or money that the bank took back.
create table bank_debits (
  id text not null,
  date text not null,
  "amountCents" integer not null,
  text text not null default '',
  status text not null,
  -- Why it waits, while it is open.
  why text not null default '',
  -- What was noted as sent that it names or is (`sent_by_hand`), and the line that it takes back.
  sent text not null default '',
  line text not null default '',
  "isReversal" boolean not null default false,
  "importedBy" text not null,
  _squashed text generated always as (upper(regexp_replace(text, '[^A-Za-z0-9]', '', 'g'))) stored,
  _fingerprint text not null,
  created timestamptz not null,
  updated timestamptz not null,
  _seq bigint generated always as identity,
  constraint bank_debits_pkey primary key (id),
  constraint bank_debits_fingerprint unique (_fingerprint),
  constraint "bank_debits_amountCents" check ("amountCents" > 0),
  constraint bank_debits_status check (status in ('unknown', 'open', 'sent', 'recalled', 'other')),
  constraint bank_debits_why check (why in ('', 'recall', 'other_amount', 'twice')),
  constraint bank_debits_open check ((status = 'open') = (why <> ''))
);
-- What was sent once is one line, and a line is taken back once.
create unique index bank_debits_sent on bank_debits (sent) where status = 'sent';
create unique index bank_debits_line on bank_debits (line) where status = 'recalled';
create index bank_debits_waiting on bank_debits (status, date) where status in ('unknown', 'open');
create index bank_debits_day on bank_debits (date, "amountCents");
