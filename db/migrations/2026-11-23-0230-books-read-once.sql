-- The books are read once by the program that proves them, which asks only about what it does not understand.
drop function if exists ledger_transaction_faults(text, text);
