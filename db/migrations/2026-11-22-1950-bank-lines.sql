-- By what a PayNow payment to the operator's own account is known in the bank's statement, and when its payer said to have paid.
alter table payments add column "billReference" text not null default '';
alter table payments add column "declaredAt" timestamptz;
create unique index payments_bill_reference on payments ("billReference") where "billReference" <> '';

-- Money that came in on the operator's own account, as the bank's statement has it. One line a row, however often the statement is read.
create table bank_lines (
  id text primary key,
  date text not null,
  "amountCents" integer not null constraint "bank_lines_amountCents" check ("amountCents" > 0),
  text text not null,
  status text not null constraint bank_lines_status check (status in ('open', 'matched', 'returning', 'returned', 'other')),
  -- What it paid, and what became of it there.
  payment text not null default '',
  outcome text not null default '' constraint bank_lines_outcome check (outcome in ('', 'paid', 'over', 'short', 'double', 'late')),
  -- By which it went back to its sender.
  "bankReference" text not null default '',
  "importedBy" text not null,
  "_fingerprint" text not null constraint "bank_lines_fingerprint" unique,
  created timestamptz not null,
  updated timestamptz not null,
  _seq bigint generated always as identity
);
create index bank_lines_status_date on bank_lines (status, date);
