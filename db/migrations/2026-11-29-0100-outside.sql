-- What is compared with the world outside the books (db/functions/outside.sql): what moved on provider_clearing and where outside it did, what moved there by
-- what is said there, and what the comparisons came to.

-- One row for each transaction with an entry on provider_clearing, written as it is posted: later nobody knows any more what a refund was called.
create table outside_moves (
  transaction text primary key,
  -- The payment provider (`stripe`, `sandbox`), `manual` for the operator's own bank account, empty where nobody said.
  place text not null,
  reference text not null,
  part text not null constraint outside_moves_part check (part in ('money', 'fee')),
  cents bigint not null,
  created timestamptz not null
);
create index outside_moves_reference on outside_moves (place, reference, part);

-- What moved on the provider's balance, by its own name of it, as it was read.
create table provider_moves (
  id text primary key,
  place text not null,
  -- What it is of: the payment, refund, transfer or dispute by the provider's name; else its own name.
  reference text not null,
  kind text not null,
  -- Before the fee, in the currency's smallest unit; what leaves the balance is below zero.
  cents bigint not null,
  "feeCents" bigint not null,
  currency text not null,
  -- Moved between the provider and the operator's own bank, or held back by the provider: the books do not have it.
  "isApart" boolean not null,
  "movedAt" timestamptz not null,
  created timestamptz not null
);
create index provider_moves_reference on provider_moves (place, reference);

-- Until when all that moved was read.
create table provider_reads (
  place text primary key,
  "readUntil" timestamptz not null
);

-- What a comparison came to, the latest of each day of Singapore.
create table outside_proofs (
  place text not null,
  day date not null,
  "comparedAt" timestamptz not null,
  "readUntil" timestamptz,
  "hereCents" bigint not null,
  "thereCents" bigint not null,
  -- Of all that differs, added up without signs; how many, and since when the oldest does.
  "differenceCents" bigint not null,
  differing integer not null,
  "oldestSince" timestamptz,
  -- The oldest 200: what is missing on which side.
  differences jsonb not null,
  -- Days that nothing outside tells of.
  gaps jsonb not null default '[]',
  primary key (place, day)
);
