-- Double entry in integer cents.

-- Adds a lesson's fees of one transaction to those of its instructor's month; the lesson counts once in it. The calendar's lock, under which the money of
-- a lesson moves, keeps two of an instructor apart.
create or replace function add_fee_month(of_lesson text, of_transaction text, at timestamptz) returns void language sql as $$
  insert into fee_months as f (instructor, month, lessons, "amountCents")
  select l.instructor, m.month, case when exists (
      select from ledger_transactions t join ledger_entries x on x.transaction = t.id
      where t.lesson = of_lesson and t.id <> of_transaction and x.account = 'platform_fees'
        and date_trunc('month', t.created at time zone 'Asia/Singapore')::date = m.month) then 0 else 1 end, -sum(e."amountCents")
  from ledger_entries e join lessons l on l.id = of_lesson, (select date_trunc('month', at at time zone 'Asia/Singapore')::date as month) m
  where e.transaction = of_transaction and e.account = 'platform_fees' group by 1, 2
  on conflict (instructor, month) do update set lessons = f.lessons + excluded.lessons, "amountCents" = f."amountCents" + excluded."amountCents"
$$;

-- Posts one transaction with its entries [{account, cents}]; a repeated cause posts nothing and answers false. What it makes payable to an
-- instructor is payable at once, or from the entry's `payableFrom` on.
create or replace function post_ledger_transaction(
  of_cause text, of_kind text, of_lesson text, of_payment text, at timestamptz, entries jsonb
) returns boolean language plpgsql as $$
declare
  transaction_id text := md5(of_cause);
  done boolean;
  posted integer;
begin
  insert into ledger_transactions (id, kind, lesson, payment, cause, created)
  values (transaction_id, of_kind, of_lesson, of_payment, of_cause, at)
  on conflict (cause) do nothing;
  get diagnostics done = row_count;
  if not done then
    return false;
  end if;
  -- Accounts in the order of their ids, then shares, so that two transactions never wait for each other in a circle. An account of somebody
  -- or something has a colon in its name; those of the platform are in every transaction, and each connection has a share of theirs.
  insert into ledger_accounts (id, "balanceCents")
  select e ->> 'account', sum((e ->> 'cents')::bigint) from jsonb_array_elements(entries) e where e ->> 'account' like '%:%'
  group by 1 order by 1
  on conflict (id) do update set "balanceCents" = ledger_accounts."balanceCents" + excluded."balanceCents";
  insert into ledger_accounts (id, "balanceCents")
  select distinct e ->> 'account', 0 from jsonb_array_elements(entries) e where e ->> 'account' not like '%:%' order by 1
  on conflict (id) do nothing;
  insert into ledger_shares as s (account, share, "balanceCents", entries)
  select e ->> 'account', pg_backend_pid() % 32, sum((e ->> 'cents')::bigint), count(*) filter (where (e ->> 'cents')::bigint <> 0)
  from jsonb_array_elements(post_ledger_transaction.entries) e where e ->> 'account' not like '%:%' group by 1 order by 1
  on conflict (account, share) do update set "balanceCents" = s."balanceCents" + excluded."balanceCents", entries = s.entries + excluded.entries;
  insert into ledger_entries (transaction, account, "amountCents")
  select transaction_id, e ->> 'account', (e ->> 'cents')::bigint from jsonb_array_elements(entries) with ordinality as t (e, n)
  where (e ->> 'cents')::bigint <> 0 order by n;
  get diagnostics posted = row_count;
  insert into ledger_counts as c (share, entries) values (pg_backend_pid() % 32, posted)
  on conflict (share) do update set entries = c.entries + excluded.entries;
  if of_lesson is not null then
    perform add_fee_month(of_lesson, transaction_id, at);
  end if;
  if of_kind <> 'payout' then
    insert into payables (entry, instructor, lesson, "amountCents", "payableFrom")
    select x.id, substr(x.account, 20), coalesce(of_lesson, ''), -x."amountCents", coalesce((
      select max((e ->> 'payableFrom')::timestamptz) from jsonb_array_elements(entries) e where e ->> 'account' = x.account), at)
    from ledger_entries x where x.transaction = transaction_id and x.account like 'instructor\_payable:%';
  end if;
  insert into ledger_unsealed (transaction) values (transaction_id);
  return true;
end $$;

-- What an account has.
create or replace function ledger_balance(a ledger_accounts) returns bigint language sql stable as $$
  select a."balanceCents" + coalesce((select sum(s."balanceCents")::bigint from ledger_shares s where s.account = a.id), 0)
$$;

-- What a transaction says, as the chain covers it.
create or replace function ledger_says(t ledger_transactions) returns jsonb language sql stable as $$
  select jsonb_build_array(t.id, t.kind, t.lesson, t.payment, t.cause, (extract(epoch from t.created) * 1000000)::bigint,
    (select jsonb_agg(jsonb_build_array(e.account, e."amountCents") order by e.id) from ledger_entries e where e.transaction = t.id))
$$;

-- Adds what waits to the end of the chain, at most so many, and answers how many. One at a time; nobody who posts waits for it.
create or replace function seal_ledger(at_most integer) returns integer language plpgsql as $$
declare
  place bigint;
  sum text;
  t ledger_transactions;
  sealed integer := 0;
begin
  perform pg_advisory_xact_lock(7261180050);
  select c.sequence, c.hash into place, sum from ledger_chain c order by c.sequence desc limit 1;
  for t in
    select x.* from ledger_unsealed u join ledger_transactions x on x.id = u.transaction order by u._seq limit at_most
  loop
    place := coalesce(place, 0) + 1;
    sum := chain_hash(coalesce(sum, ''), ledger_says(t));
    insert into ledger_chain (sequence, transaction, hash) values (place, t.id, sum);
    delete from ledger_unsealed where transaction = t.id;
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;

-- What is wrong with the chain between two places, in its order; no row when nothing is. Parts can be proved at the same time.
create or replace function ledger_chain_faults(first bigint, last bigint) returns table (place bigint, fault text) language sql stable as $$
  select c.sequence, case
    when c.sequence <> c.expected then 'a part of the chain is missing before it'
    else format('the transaction %s does not say what was written', c.transaction) end
  from (
    select x.sequence, x.transaction, x.hash, coalesce(lag(x.sequence) over (order by x.sequence), first - 1) + 1 as expected,
      coalesce(lag(x.hash) over (order by x.sequence), '') as previous
    from ledger_chain x where x.sequence between first - 1 and last) c join ledger_transactions t on t.id = c.transaction
  where c.sequence >= first and (c.sequence <> c.expected or c.hash <> chain_hash(c.previous, ledger_says(t)))
  order by c.sequence
$$;

-- Transactions that are not part of the chain and don't wait to be.
create or replace function ledger_unchained() returns table (place bigint, fault text) language sql stable as $$
  select null::bigint, format('the transaction %s is not part of the chain', t.id) from ledger_transactions t
  where not exists (select from ledger_chain c where c.transaction = t.id)
    and not exists (select from ledger_unsealed u where u.transaction = t.id)
$$;

-- Where money is that should be elsewhere: an ended lesson's money is not held, unless it can still be contested who was missing, that of a lesson ahead is, and what is payable is what the ledger
-- says. The states are those of src/rules/lessons/lesson-states.ts, given by the caller.
create or replace function money_faults(ended text[], ahead text[]) returns table (name text, fault text) language sql stable as $$
  select l.id, format('the lesson is %s and %s cents are still held for it', l.status, -a."balanceCents")
  from lessons l join ledger_accounts a on a.id = 'held:' || l.id where l.status = any (ended) and a."balanceCents" <> 0
    and not exists (select from no_shows n where n.lesson = l.id and n."_settleAt" is not null)
  union all
  select l.id, format('the lesson is %s, %s cents came in for it and %s are held', l.status, paid_cents(l.id), -coalesce(a."balanceCents", 0))
  from lessons l left join ledger_accounts a on a.id = 'held:' || l.id
  where l.status = any (ahead) and not exists (select from settlements s where s.lesson = l.id)
    and -coalesce(a."balanceCents", 0) <> paid_cents(l.id) + coalesce((
      select sum(c."amountCents" - c."coveredCents") from chargebacks c join payments p on p.id = c.payment
      where p._lesson = l.id and c.status <> 'won'), 0)
  union all
  select s.lesson, format('%s cents came in; %s went back, %s are kept', s."paidCents", s."refundCents", s."keptCents")
  from settlements s where s."refundCents" < 0 or s."keptCents" < 0 or s."feeCents" > s."keptCents" or s."keptCents" > s."paidCents"
  union all
  select o.instructor, format('%s cents are open for payouts, and the ledger says %s', o.cents, -coalesce(a."balanceCents", 0))
  from (
    select p.instructor, sum(p."amountCents") filter (
      where p.payout = '' or not exists (select from ledger_transactions t where t.cause = 'payout:' || p.payout)) as cents
    from payables p group by p.instructor) o left join ledger_accounts a on a.id = 'instructor_payable:' || o.instructor
  where coalesce(o.cents, 0) <> -coalesce(a."balanceCents", 0)
  union all
  select p.id, format('the payment of %s cents has %s cents of refunds', p."amountCents", r.cents)
  from payments p join (select payment, sum("amountCents") as cents from refunds group by payment) r on r.payment = p.id
  where r.cents > p."amountCents"
$$;

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
create or replace trigger append_only before update or delete on ledger_chain for each row execute function refuse_ledger_change();
create or replace trigger no_truncate before truncate on ledger_chain for each statement execute function refuse_ledger_change();
