-- Every transaction of the ledger becomes part of a chain: its hash covers what it says and the hash before it. Posting only puts it into the
-- queue; a sweeper seals what is there, so no booking waits for another one's hash.
create table ledger_unsealed (
  transaction text primary key references ledger_transactions (id),
  _seq bigint generated always as identity
);
create index ledger_unsealed_order on ledger_unsealed (_seq);
insert into ledger_unsealed (transaction) select id from ledger_transactions order by created, id;

create table ledger_chain (
  sequence bigint primary key,
  transaction text not null constraint ledger_chain_transaction unique references ledger_transactions (id),
  hash text not null
);

-- What an account of the platform has is kept in shares, so that no row is the one that every payment waits for. The account's own balance is
-- what it had before there were shares.
create table ledger_shares (
  account text not null references ledger_accounts (id),
  share smallint not null,
  "balanceCents" bigint not null,
  primary key (account, share)
);
