-- Double-entry ledger in integer cents. Each transaction sums to zero; nothing is ever changed or removed, for nobody.
create table ledger_accounts (
  id text primary key,
  "balanceCents" bigint not null default 0
);

create table ledger_transactions (
  id text primary key,
  kind text not null,
  lesson text references lessons (id) on delete restrict,
  payment text,
  -- What caused it; a second transaction of the same cause is refused, so money moves once.
  cause text not null constraint ledger_transactions_cause unique,
  created timestamptz not null
);
create index ledger_transactions_lesson on ledger_transactions (lesson);

create table ledger_entries (
  id bigint generated always as identity primary key,
  transaction text not null references ledger_transactions (id),
  account text not null references ledger_accounts (id),
  "amountCents" bigint not null constraint "ledger_entries_amountCents" check ("amountCents" <> 0)
);
create index ledger_entries_transaction on ledger_entries (transaction);
create index ledger_entries_account on ledger_entries (account, id);
