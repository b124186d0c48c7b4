-- Replaced by functions over many transactions (functions/ledger.sql).
drop function if exists add_fee_month(text, text, timestamptz);
drop function if exists ledger_chain_faults(bigint, bigint);
drop function if exists ledger_unchained();
drop function if exists ledger_says(ledger_transactions);
drop function if exists settle_payout(text, text, timestamptz);
