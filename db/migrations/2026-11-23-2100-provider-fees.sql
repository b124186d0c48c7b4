-- What the provider charges for a payment or a refund: asked for until it says so, then booked once (db/functions/provider-fees.sql).
create table provider_fees (
  -- What it is of: `payment:<id>` or `refund:<id>`.
  id text primary key,
  payment text not null references payments (id) on delete restrict,
  refund text references refunds (id) on delete restrict,
  status text not null constraint provider_fees_status check (status in ('due', 'booked', 'refused')),
  "amountCents" integer not null default 0 constraint "provider_fees_amountCents" check ("amountCents" >= 0),
  -- Why it was not booked, and what the provider said.
  "refusalCode" text not null default '',
  said text not null default '',
  attempts integer not null default 0,
  -- When it is asked for, or asked for again.
  "dueAt" timestamptz not null,
  created timestamptz not null,
  updated timestamptz not null
);
create index provider_fees_payment on provider_fees (payment);
create index provider_fees_refund on provider_fees (refund);
create index provider_fees_due on provider_fees ("dueAt", id) where status = 'due';
create index provider_fees_refused on provider_fees (created, id) where status = 'refused';

-- Of all that came in and went back so far it is asked for once the server runs.
insert into provider_fees (id, payment, status, "dueAt", created, updated)
select 'payment:' || p.id, p.id, 'due', now(), now(), now() from payments p
where p.provider = 'stripe' and p."providerReference" <> '' and p."chargedWith" = '' and p."succeededAt" is not null;
insert into provider_fees (id, payment, refund, status, "dueAt", created, updated)
select 'refund:' || r.id, r.payment, r.id, 'due', now(), now(), now() from refunds r join payments p on p.id = r.payment
where p.provider = 'stripe' and r."paidAt" is not null and r."providerReference" not in ('', 'credit', 'chargeback')
  and not exists (select from ledger_transactions t where t.cause = 'refund-paid:' || r._cause || ':by-hand');
