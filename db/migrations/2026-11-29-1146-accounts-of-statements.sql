-- The number of the account that a statement is of, its digits alone; empty where the file does not say it.
alter table bank_statements add column account text not null default '';
