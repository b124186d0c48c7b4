-- The figures of a span, and the entries that they open to, are looked up by when they were posted.
create index ledger_transactions_created on ledger_transactions (created);
