-- Pages of a day's entries are read in their order: those of one instant by their transaction.
drop index ledger_transactions_created;
create index ledger_transactions_created on ledger_transactions (created, id);
