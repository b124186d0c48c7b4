-- Double entry in integer cents.

-- Posts transactions [{cause, kind, lesson, payment, entries: [{account, cents, payableFrom}]}], in this order, each step of all of them as one
-- statement; answers the causes that were posted: a repeated one posts nothing. What one makes payable to an instructor is payable at once, or from
-- the entry's `payableFrom` on.
create or replace function post_ledger_transactions(postings jsonb, at timestamptz) returns text[] language plpgsql as $$
declare
  posted text[];
  said jsonb;
begin
  with given as (
    select p ->> 'cause' as cause, p ->> 'kind' as kind, p ->> 'lesson' as lesson, p ->> 'payment' as payment, n
    from jsonb_array_elements(postings) with ordinality as t (p, n)),
  done as (
    insert into ledger_transactions (id, kind, lesson, payment, cause, created)
    select md5(g.cause), g.kind, g.lesson, g.payment, g.cause, at from given g order by g.n
    on conflict (cause) do nothing returning cause)
  select coalesce(array_agg(cause), '{}') into posted from done;
  if posted = '{}' then
    return posted;
  end if;
  -- The entries of what was posted: transaction, account, cents, payable from when, in order.
  select jsonb_agg(jsonb_build_object('transaction', md5(p ->> 'cause'), 'kind', p ->> 'kind', 'lesson', p ->> 'lesson',
      'account', e ->> 'account', 'cents', e -> 'cents', 'from', e ->> 'payableFrom') order by n, m)
  into said
  from (select distinct on (p ->> 'cause') p, n from jsonb_array_elements(postings) with ordinality as t (p, n) order by p ->> 'cause', n) t,
    jsonb_array_elements(p -> 'entries') with ordinality as u (e, m)
  where p ->> 'cause' = any (posted);
  -- Accounts in the order of their ids, then shares, so that two transactions never wait for each other in a circle. An account of somebody
  -- or something has a colon in its name; those of the platform are in every transaction, and each connection has a share of theirs.
  insert into ledger_accounts (id, "balanceCents")
  select account, sum(cents) from jsonb_to_recordset(said) as s (account text, cents bigint) where account like '%:%' group by 1 order by 1
  on conflict (id) do update set "balanceCents" = ledger_accounts."balanceCents" + excluded."balanceCents";
  insert into ledger_accounts (id, "balanceCents")
  select distinct account, 0 from jsonb_to_recordset(said) as s (account text) where account not like '%:%' order by 1
  on conflict (id) do nothing;
  insert into ledger_shares as s (account, share, "balanceCents")
  select account, pg_backend_pid() % 32, sum(cents) from jsonb_to_recordset(said) as x (account text, cents bigint)
  where account not like '%:%' group by 1 order by 1
  on conflict (account, share) do update set "balanceCents" = s."balanceCents" + excluded."balanceCents";
  with written as (
    insert into ledger_entries (transaction, account, "amountCents")
    select transaction, account, cents from jsonb_to_recordset(said) as s (transaction text, account text, cents bigint) where cents <> 0
    returning id, account)
  insert into ledger_blocks as b (account, block, share, entries)
  select c.account, ledger_block(w.id), pg_backend_pid() % 32, count(*)
  from written w, lateral (select '' as account union all select w.account where w.account not like '%:%') c group by 1, 2 order by 1, 2
  on conflict (account, block, share) do update set entries = b.entries + excluded.entries;
  insert into ledger_days as d (day, account, kind, share, cents, entries)
  select (at at time zone 'Asia/Singapore')::date, account, kind, pg_backend_pid() % 32, sum(cents), count(*)
  from jsonb_to_recordset(said) as x (account text, kind text, cents bigint) where account not like '%:%' and cents <> 0 group by 2, 3 order by 2, 3
  on conflict (day, account, kind, share) do update set cents = d.cents + excluded.cents, entries = d.entries + excluded.entries;
  perform add_fee_months(said, at);
  insert into payables (entry, instructor, lesson, "amountCents", "payableFrom")
  select x.id, substr(x.account, 20), coalesce(s.lesson, ''), -x."amountCents", coalesce(s."from", at)
  from (select transaction, account, lesson, max("from") as "from" from jsonb_to_recordset(said) as s (
      transaction text, account text, lesson text, kind text, "from" timestamptz)
    where kind <> 'payout' and account like 'instructor\_payable:%' group by 1, 2, 3) s
    join ledger_entries x on x.transaction = s.transaction and x.account = s.account;
  insert into ledger_unsealed (transaction) select md5(c) from unnest(posted) with ordinality as t (c, n) order by n;
  if said @> '[{"account": "provider_clearing"}]' then
    perform note_outside(array(
      select distinct transaction from jsonb_to_recordset(said) as s (transaction text, account text) where account = 'provider_clearing'));
  end if;
  return posted;
end $$;

-- The block of an entry. So many entries of each block there are, of all accounts (an empty name) and of each of the platform's, stands in
-- `ledger_blocks`, in shares: a page in the middle of millions of entries is found without counting those before it.
create or replace function ledger_block(entry bigint) returns bigint language sql immutable parallel safe as $$ select entry / 20000 $$;

-- The lowest id of a block.
create or replace function ledger_block_start(block bigint) returns bigint language sql immutable parallel safe as $$ select block * 20000 $$;

-- What was posted to the platform's accounts from one instant until another, by day of Singapore and kind: whole days as they were added up, the rest
-- of the first and the last from the entries.
create or replace function platform_money(from_at timestamptz, to_at timestamptz)
returns table (day date, account text, kind text, cents bigint, entries bigint) language sql stable as $$
  with days as (
    select ((from_at at time zone 'Asia/Singapore') + interval '1 day' - interval '1 microsecond')::date as first,
      (to_at at time zone 'Asia/Singapore')::date as after),
  span as (select d.*, d.first::timestamp at time zone 'Asia/Singapore' as first_at, d.after::timestamp at time zone 'Asia/Singapore' as after_at from days d),
  parts as (
    select from_at as begins, least(to_at, first_at) as ends from span
    union all select greatest(after_at, least(to_at, first_at)), to_at from span)
  select d.day, d.account, d.kind, sum(d.cents)::bigint, sum(d.entries)::bigint
  from span s join ledger_days d on d.day >= s.first and d.day < s.after group by 1, 2, 3
  union all
  -- Each part by its time, and an empty one not at all: left to itself the planner reads the whole books for two parts that are mostly empty, or all
  -- entries of the account that is asked for (which `offset 0` keeps from it).
  select x.day, x.account, x.kind, x.cents, x.entries
  from parts p cross join lateral (
    select (t.created at time zone 'Asia/Singapore')::date as day, e.account, t.kind, sum(e."amountCents")::bigint as cents, count(*) as entries
    from ledger_transactions t join ledger_entries e on e.transaction = t.id
    where t.created >= p.begins and t.created < p.ends and e.account not like '%:%' group by 1, 2, 3 offset 0) x
  where p.begins < p.ends
$$;

-- Adds the fees of lessons to those of their instructors' months; a lesson counts once in a month. The calendar's lock, under which the money of a
-- lesson moves, keeps two of an instructor apart.
create or replace function add_fee_months(said jsonb, at timestamptz) returns void language sql as $$
  with month as (select date_trunc('month', at at time zone 'Asia/Singapore')::date as first),
  fees as (
    select lesson, -sum(cents) as cents, array_agg(distinct transaction) as transactions
    from jsonb_to_recordset(said) as s (transaction text, lesson text, account text, cents bigint)
    where account = 'platform_fees' and lesson is not null and cents <> 0 group by 1)
  insert into fee_months as f (instructor, month, lessons, "amountCents")
  select l.instructor, m.first, count(*) filter (where not exists (
      select from ledger_transactions t join ledger_entries x on x.transaction = t.id
      where t.lesson = fees.lesson and t.id <> all (fees.transactions) and x.account = 'platform_fees'
        and date_trunc('month', t.created at time zone 'Asia/Singapore')::date = m.first)), sum(fees.cents)
  from fees join lessons l on l.id = fees.lesson, month m group by 1, 2 order by 1
  on conflict (instructor, month) do update set lessons = f.lessons + excluded.lessons, "amountCents" = f."amountCents" + excluded."amountCents"
$$;

-- Posts one; answers whether it was posted.
create or replace function post_ledger_transaction(
  of_cause text, of_kind text, of_lesson text, of_payment text, at timestamptz, entries jsonb
) returns boolean language sql as $$
  select post_ledger_transactions(jsonb_build_array(jsonb_build_object(
    'cause', of_cause, 'kind', of_kind, 'lesson', of_lesson, 'payment', of_payment, 'entries', entries)), at) <> '{}'
$$;

-- What an account has.
create or replace function ledger_balance(a ledger_accounts) returns bigint language sql stable as $$
  select a."balanceCents" + coalesce((select sum(s."balanceCents")::bigint from ledger_shares s where s.account = a.id), 0)
$$;

-- What a transaction says with its entries, as the chain covers it.
create or replace function ledger_says(t ledger_transactions, entries jsonb) returns jsonb language sql stable as $$
  select jsonb_build_array(t.id, t.kind, t.lesson, t.payment, t.cause, (extract(epoch from t.created) * 1000000)::bigint, entries)
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
    sum := chain_hash(coalesce(sum, ''), ledger_says(t,
      (select jsonb_agg(jsonb_build_array(e.account, e."amountCents") order by e.id) from ledger_entries e where e.transaction = t.id)));
    insert into ledger_chain (sequence, transaction, hash) values (place, t.id, sum);
    delete from ledger_unsealed where transaction = t.id;
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;

-- What is wrong with some transactions and their links of the chain: a sum that is not zero (`unbalanced`, with the cents), entries of no transaction,
-- or a link that is missing, has none before it, or says something else. Which ones to ask about is found by src/marketplace/money/ledger/follow-chain.ts,
-- which reads all of them.
create or replace function ledger_faults_of(ids text[])
returns table (id text, place bigint, unbalanced bigint, fault text) language sql stable as $$
  select f.id, f.place, f.cents, f.fault from (
    select i.id, c.sequence as place, case when t.id is not null and e.cents is distinct from 0 then coalesce(e.cents, 0) end as cents,
      case
        when t.id is null and c.sequence is null then case when e.said is not null then format('entries of %s belong to no transaction', i.id) end
        when c.sequence is null then case when not exists (select from ledger_unsealed u where u.transaction = t.id)
          then format('the transaction %s is not part of the chain', t.id) end
        when c.sequence > 1 and p.sequence is null then 'a part of the chain is missing before it'
        when t.id is null then format('the transaction %s is gone', c.transaction)
        when c.hash <> chain_hash(coalesce(p.hash, ''), ledger_says(t, e.said)) then format('the transaction %s does not say what was written', t.id)
        end as fault
    from unnest(ids) i (id)
      left join ledger_transactions t on t.id = i.id
      left join ledger_chain c on c.transaction = i.id
      left join ledger_chain p on p.sequence = c.sequence - 1
      left join lateral (
        select sum(x."amountCents")::bigint as cents, jsonb_agg(jsonb_build_array(x.account, x."amountCents") order by x.id) as said
        from ledger_entries x where x.transaction = i.id) e on true) f
  where f.cents is not null or f.fault is not null
$$;

-- Where money is that should be elsewhere: an ended lesson's money is not held, unless it can still be contested who was missing, that of a lesson ahead is, what is payable is what the ledger
-- says, what is owed back is what refunds say, and nobody who left has credit. The states are those of src/rules/lessons/lesson-states.ts, given by the caller.
create or replace function money_faults(ended text[], ahead text[]) returns table (name text, fault text) language sql stable set work_mem = '64MB' as $$
  select l.id, format('the lesson is %s and %s cents are still held for it', l.status, -a."balanceCents")
  from lessons l join ledger_accounts a on a.id = 'held:' || l.id where l.status = any (ended) and a."balanceCents" <> 0
    and not exists (select from no_shows n where n.lesson = l.id and n."_settleAt" is not null)
  union all
  select l.id, format('the lesson is %s, %s cents came in for it and %s are held', l.status, paid_cents(l.id), -coalesce(a."balanceCents", 0))
  from lessons l left join ledger_accounts a on a.id = 'held:' || l.id
  where l.status = any (ahead) and not exists (select from settlements s where s.lesson = l.id)
    and -coalesce(a."balanceCents", 0) <> paid_cents(l.id) + coalesce((
      select sum(greatest(0, least(c."amountCents", p."amountCents" - coalesce((
        select sum(r."amountCents") from refunds r where r.payment = p.id), 0)) - c."coveredCents"))
      from chargebacks c join payments p on p.id = c.payment
      where p._lesson = l.id and c.status <> 'won'), 0)
  union all
  select s.lesson, format('%s cents came in; %s went back, %s are kept', s."paidCents", s."refundCents", s."keptCents")
  from settlements s where s."refundCents" < 0 or s."keptCents" < 0 or s."feeCents" > s."keptCents" or s."keptCents" > s."paidCents"
  union all
  select o.instructor, format('%s cents are open for payouts, and the ledger says %s', o.cents, -coalesce(a."balanceCents", 0))
  from (
    -- Payouts first: each is looked up once, not for each lesson that it paid.
    select p.instructor, sum(p.cents) filter (
      where p.payout = '' or not exists (select from ledger_transactions t where t.cause = 'payout:' || p.payout)) as cents
    from (select instructor, payout, sum("amountCents") as cents from payables group by 1, 2) p group by p.instructor) o left join ledger_accounts a on a.id = 'instructor_payable:' || o.instructor
  where coalesce(o.cents, 0) <> -coalesce(a."balanceCents", 0)
  union all
  select p.id, format('the payment of %s cents has %s cents of refunds', p."amountCents", r.cents)
  from payments p join (select payment, sum("amountCents") as cents from refunds group by payment) r on r.payment = p.id
  where r.cents > p."amountCents"
  union all
  select u.id, format('the account is closed and has %s cents of credit', -a."balanceCents")
  from users u join ledger_accounts a on a.id = 'learner_credit:' || u.id where u._closed is not null and a."balanceCents" <> 0
  union all
  select a.id, format('%s cents of refunds are not paid, and the ledger says %s', coalesce(r.cents, 0), -a."balanceCents")
  from ledger_accounts a left join (select learner, sum("amountCents") as cents from refunds where status <> 'paid' group by 1) r
    on a.id = 'refunds_due:' || r.learner
  where a.id like 'refunds\_due:%' and -a."balanceCents" <> coalesce(r.cents, 0)
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
