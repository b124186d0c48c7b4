-- Double entry in integer cents.

-- Posts one transaction with its entries [{account, cents}]; a repeated cause posts nothing and answers false. What it makes payable to an
-- instructor is payable at once, or from the entry's `payableFrom` on.
create or replace function post_ledger_transaction(
  of_cause text, of_kind text, of_lesson text, of_payment text, at timestamptz, entries jsonb
) returns boolean language plpgsql as $$
declare
  transaction_id text := md5(of_cause);
  done boolean;
begin
  insert into ledger_transactions (id, kind, lesson, payment, cause, created)
  values (transaction_id, of_kind, of_lesson, of_payment, of_cause, at)
  on conflict (cause) do nothing;
  get diagnostics done = row_count;
  if not done then
    return false;
  end if;
  -- Accounts in the order of their ids, so that two transactions never wait for each other in a circle.
  insert into ledger_accounts (id, "balanceCents")
  select e ->> 'account', sum((e ->> 'cents')::bigint) from jsonb_array_elements(entries) e
  group by 1 order by 1
  on conflict (id) do update set "balanceCents" = ledger_accounts."balanceCents" + excluded."balanceCents";
  insert into ledger_entries (transaction, account, "amountCents")
  select transaction_id, e ->> 'account', (e ->> 'cents')::bigint from jsonb_array_elements(entries) with ordinality as t (e, n)
  where (e ->> 'cents')::bigint <> 0 order by n;
  if of_kind <> 'payout' then
    insert into payables (entry, instructor, lesson, "amountCents", "payableFrom")
    select x.id, substr(x.account, 20), coalesce(of_lesson, ''), -x."amountCents", coalesce((
      select max((e ->> 'payableFrom')::timestamptz) from jsonb_array_elements(entries) e where e ->> 'account' = x.account), at)
    from ledger_entries x where x.transaction = transaction_id and x.account like 'instructor\_payable:%';
  end if;
  return true;
end $$;

-- Asked at commit, when all entries are there.
create or replace function check_ledger_balance() returns trigger language plpgsql as $$
begin
  if (select sum("amountCents") from ledger_entries where transaction = new.transaction) <> 0 then
    raise exception 'ledger transaction % does not sum to zero', new.transaction using errcode = '23514', constraint = 'ledger_balanced';
  end if;
  return null;
end $$;
create constraint trigger ledger_balanced after insert on ledger_entries deferrable initially deferred
  for each row execute function check_ledger_balance();

-- Nothing is ever changed or removed, for nobody.
create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = '23514', constraint = 'ledger_append_only';
end $$;
create or replace trigger append_only before update or delete on ledger_entries for each row execute function refuse_ledger_change();
create or replace trigger append_only before update or delete on ledger_transactions for each row execute function refuse_ledger_change();
create or replace trigger no_truncate before truncate on ledger_entries for each statement execute function refuse_ledger_change();
create or replace trigger no_truncate before truncate on ledger_transactions for each statement execute function refuse_ledger_change();
