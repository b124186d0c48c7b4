-- Which days each imported statement of the bank has lines of, and the balances it begins and ends with where it says them: days that no statement has are told.
create table bank_statements (
  id bigint generated always as identity primary key,
  "from" text not null,
  "to" text not null,
  "openingCents" bigint,
  "closingCents" bigint,
  created timestamptz not null,
  constraint bank_statements_days check ("from" <= "to")
);

-- Those of before, by the audit trail; the first line of an export may be the latest.
insert into bank_statements ("from", "to", created)
select least(m[1], m[2]), greatest(m[1], m[2]), created
from (select regexp_match("recordName", '^(\d{4}-\d\d-\d\d) – (\d{4}-\d\d-\d\d)$') as m, created from audit_entries
  where action = 'import' and collection = 'bank_lines') a
where m is not null order by created;
