-- What the provider took off its balance for itself that is the fee of no payment or refund, by its own name of it (db/functions/provider-charges.sql).
create table provider_charges (
  id text primary key,
  description text not null,
  -- Below zero: it gave some of it back.
  "amountCents" integer not null,
  "chargedAt" timestamptz not null,
  created timestamptz not null
);
create index provider_charges_charged on provider_charges ("chargedAt" desc, id);
