-- Money on the operator's own bank account (PayNow without a provider). What nobody knows the reason of yet stands at unmatched_money.

-- A line of the bank's statement: the money is there, what it is for is not known yet. Answers the line, or null when it was known.
create or replace function add_bank_line(line bank_lines) returns bank_lines language plpgsql as $$
declare
  l bank_lines;
begin
  insert into bank_lines as x (id, date, "amountCents", text, status, "importedBy", "likeLine", _fingerprint, created, updated)
  values (line.id, line.date, line."amountCents", line.text, 'open', line."importedBy", line."likeLine", line._fingerprint, line.created, line.created)
  on conflict (_fingerprint) do nothing returning x.* into l;
  if not found then
    return null;
  end if;
  perform post_ledger_transaction('bank-line:' || l.id, 'bank_line', null, null, l.created, jsonb_build_array(
    jsonb_build_object('account', 'provider_clearing', 'cents', l."amountCents"),
    jsonb_build_object('account', 'unmatched_money', 'cents', -l."amountCents")));
  return l;
end $$;

-- A line is no longer unmatched: a payment takes its money, it went back to its sender, it is not the platform's, or it is a line that was imported
-- before. Answers the line, or null when it is in none of the states.
create or replace function take_bank_line(of_line text, states text[], new_status text, at timestamptz) returns bank_lines language plpgsql as $$
declare
  l bank_lines;
begin
  update bank_lines x set status = new_status, updated = at where x.id = of_line and x.status = any (states) returning x.* into l;
  if not found then
    return null;
  end if;
  perform post_ledger_transaction('bank-line-taken:' || l.id, 'bank_line', null, null, at, jsonb_build_array(
    jsonb_build_object('account', 'unmatched_money', 'cents', l."amountCents"),
    jsonb_build_object('account', 'provider_clearing', 'cents', -l."amountCents")));
  return l;
end $$;

-- A line brought back what a person had sent, by the bank's reference of it: the refund or payout is owed again. Answers the line, or null where either was
-- decided otherwise meanwhile. What the line has less is a fee that the bank kept: the receiver is owed the whole sum. Who calls this has locked the sum and
-- knows that no more came back than was sent, and that the rest may be such a fee.
create or replace function take_came_back(of_line text, compared text, at timestamptz) returns bank_lines language plpgsql as $$
declare
  l bank_lines := take_bank_line(of_line, array['open'], 'came_back', at);
  s sent_by_hand;
begin
  update sent_by_hand x set "cameBackAs" = l.id where x.compared_reference = compared and x."cameBackAs" = '' and x."amountCents" >= l."amountCents"
  returning x.* into s;
  if s.of_what = 'payouts' and exists (select from return_payout(s.record, 'came_back', at) p where p.id is not null)
    or s.of_what = 'refunds' and return_refund_by_hand(s.record, l.id, at) then
    if s."amountCents" > l."amountCents" then
      perform post_ledger_transaction('bank-fee:' || l.id, 'bank_fee', null, null, at, jsonb_build_array(
        jsonb_build_object('account', 'provider_costs', 'cents', s."amountCents" - l."amountCents"),
        jsonb_build_object('account', 'provider_clearing', 'cents', l."amountCents" - s."amountCents")));
    end if;
    return l;
  end if;
  return null;
end $$;

-- Money that came in on top of what was asked, or too little of it: a payment of its own that is over already, all of which is owed back.
create or replace function settle_stray(of_payment text, reference text, at timestamptz) returns void language plpgsql as $$
declare
  p payments := settle_payment(of_payment, reference, at);
begin
  if p.id is not null then
    perform owe_refund(p.id, 'stray:' || p.id, p."amountCents", at);
  end if;
end $$;

-- Compares lines that went out with what was noted as sent, the oldest first: by the references that they name, then by amounts. What contradicts a note, or
-- looks as if the bank took money back, is open for a person. What is the operator's own stays unknown. Answers how many changed.
create or replace function explain_bank_debits(at timestamptz) returns integer language plpgsql as $$
declare
  d bank_debits;
  s sent_by_hand;
  other text;
  bill text;
  changed integer := 0;
begin
  for d in select * from bank_debits x where x.status = 'unknown' and x.created > at - interval '60 days' order by x.date, x._seq limit 5000 for no key update loop
    select x.* into s from sent_by_hand x
    where length(x.compared_reference) >= 4 and strpos(d._squashed, x.compared_reference) > 0
      and x.created between d.date::date - interval '60 days' and d.date::date + interval '60 days'
    order by x."amountCents" = d."amountCents" desc, length(x.compared_reference) desc limit 1;
    continue when not found;
    -- A line that was taken for this sum by its amount alone is another one.
    update bank_debits x set status = 'unknown', sent = '', updated = at
    where x.sent = s.compared_reference and x.status = 'sent' and strpos(x._squashed, s.compared_reference) = 0;
    update bank_debits x set updated = at, sent = s.compared_reference, (status, why) = (
      select case when w.why = '' then 'sent' else 'open' end, w.why
      from (select case when exists (select from bank_debits y where y.sent = s.compared_reference and y.status = 'sent') then 'twice'
        when s."amountCents" <> d."amountCents" then 'other_amount' else '' end as why) w)
    where x.id = d.id;
    changed := changed + 1;
  end loop;
  for d in select * from bank_debits x where x.status = 'unknown' and x.created > at - interval '60 days' order by x.date, x._seq limit 5000 for no key update loop
    bill := (regexp_match(d._squashed, 'KB[2-9A-HJKMNP-Z]{10}'))[1];
    if not d."isReversal" and d.text !~* '\m(revers|recall|retn|rtn\M|return|dishono|charge ?back)' then
      select x.compared_reference into other from sent_by_hand x
      where x."amountCents" = d."amountCents" and x.created between d.date::date - interval '10 days' and d.date::date + interval '11 days'
        and not exists (select from bank_debits y where y.sent = x.compared_reference and y.status = 'sent')
      order by abs(extract(epoch from x.created - d.date::date)), x.compared_reference limit 1;
      if found then
        update bank_debits x set status = 'sent', sent = other, updated = at where x.id = d.id;
        changed := changed + 1;
        continue;
      end if;
      -- The same words and amount as one that is known: perhaps sent once more.
      select y.sent into other from bank_debits y
      where y.status = 'sent' and y."amountCents" = d."amountCents" and y.id <> d.id and abs(y.date::date - d.date::date) <= 14
        and regexp_replace(y._squashed, '[0-9]', '', 'g') = regexp_replace(d._squashed, '[0-9]', '', 'g') limit 1;
      if found then
        update bank_debits x set status = 'open', why = 'twice', sent = other, updated = at where x.id = d.id;
        changed := changed + 1;
        continue;
      end if;
      continue when bill is null or not exists (select from payments p where p."billReference" = bill);
    end if;
    -- The line whose money it was: by the reference of its payment, else the only one of the amount.
    other := null;
    if bill is not null then
      select min(l.id) into other from bank_lines l join payments p on p.id = l.payment and p."billReference" = bill
      where l.status = 'matched' and l.date <= d.date having count(*) = 1;
    else
      select min(l.id) into other from bank_lines l
      where l."amountCents" = d."amountCents" and l.status in ('open', 'returning', 'matched') and l.date between (d.date::date - 120)::text and d.date having count(*) = 1;
    end if;
    update bank_debits x set status = 'open', why = 'recall', line = coalesce(other, ''), updated = at where x.id = d.id;
    changed := changed + 1;
  end loop;
  return changed;
end $$;
