-- Money that a person sent and noted by the bank's reference: a reference is one transfer, so it is taken once, whatever it was noted for. The lines of the
-- bank's statement that went out are compared with it.
create table sent_by_hand (
  -- The reference as it is compared: letters and digits only, in capitals.
  compared_reference text not null,
  of_what text not null,
  record text not null,
  "amountCents" integer not null,
  reference text not null,
  created timestamptz not null,
  constraint sent_by_hand_pkey primary key (compared_reference),
  constraint sent_by_hand_of_what check (of_what in ('payouts', 'refunds', 'bank_lines')),
  constraint "sent_by_hand_amountCents" check ("amountCents" > 0)
);

-- What was noted before, by the audit trail; of a reference that was taken twice the first.
insert into sent_by_hand (compared_reference, of_what, record, "amountCents", reference, created)
select distinct on (k.key) k.key, a.collection, a.record, coalesce(nullif(a.after ->> 'amountCents', '')::integer, a."recordName"::integer), a.after ->> 'reference', a.created
from audit_entries a cross join lateral (
  select coalesce(nullif(upper(regexp_replace(a.after ->> 'reference', '[^A-Za-z0-9]', '', 'g')), ''), upper(trim(a.after ->> 'reference'))) as key) k
where a.action = 'paid_by_hand' and a.collection in ('payouts', 'refunds') and k.key <> '' and a."recordName" ~ '^[1-9][0-9]{0,8}$'
order by k.key, a.created;
insert into sent_by_hand (compared_reference, of_what, record, "amountCents", reference, created)
select k.key, 'bank_lines', l.id, l."amountCents", l."bankReference", l.updated
from bank_lines l cross join lateral (
  select coalesce(nullif(upper(regexp_replace(l."bankReference", '[^A-Za-z0-9]', '', 'g')), ''), upper(trim(l."bankReference"))) as key) k
where l.status = 'returned' and k.key <> '' on conflict do nothing;
