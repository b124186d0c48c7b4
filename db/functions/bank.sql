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

-- Money that came in on top of what was asked, or too little of it: a payment of its own that is over already, all of which is owed back.
create or replace function settle_stray(of_payment text, reference text, at timestamptz) returns void language plpgsql as $$
declare
  p payments := settle_payment(of_payment, reference, at);
begin
  if p.id is not null then
    perform owe_refund(p.id, 'stray:' || p.id, p."amountCents", at);
  end if;
end $$;
