-- What the payment provider told that a person has to settle: what is not known here, was done at the provider itself, or came to another sum. The
-- provider's own name of it, its amount in the currency's smallest unit, and by when somebody looks.
create table provider_cases (
  id text primary key,
  kind text not null constraint provider_cases_kind check (kind in ('refund', 'dispute', 'intent', 'reversal', 'event')),
  reason text not null,
  reference text not null,
  payment text references payments (id) on delete restrict,
  payout text references payouts (id) on delete restrict,
  "amountCents" bigint not null,
  currency text not null,
  status text not null constraint provider_cases_status check (status in ('open', 'settled')),
  -- What was done about it, by whom.
  note text not null default '',
  "settledBy" text not null default '',
  "settledAt" timestamptz,
  "dueAt" timestamptz not null,
  created timestamptz not null,
  constraint "provider_cases_settledAt" check ((status = 'settled') = ("settledAt" is not null))
);
create index provider_cases_open on provider_cases ("dueAt", id) where status = 'open';
create index provider_cases_settled on provider_cases ("settledAt", id) where status = 'settled';
create index provider_cases_payment on provider_cases (payment);
create index provider_cases_payout on provider_cases (payout);

-- Refunds that people made at the provider itself, by its name of each: taken once, however often and in whichever order they are told.
create table provider_refunds (
  id text primary key,
  payment text not null references payments (id) on delete restrict,
  "amountCents" integer not null constraint "provider_refunds_amountCents" check ("amountCents" > 0),
  -- What of it is more than its payment had left: somebody had paid it by hand before.
  "excessCents" integer not null default 0
    constraint "provider_refunds_excessCents" check ("excessCents" between 0 and "amountCents"),
  status text not null constraint provider_refunds_status check (status in ('sent', 'paid', 'failed')),
  created timestamptz not null,
  updated timestamptz not null
);
create index provider_refunds_payment on provider_refunds (payment);

-- What of a refund that was made at the provider nothing was held for: the platform bears it, until what would go back covers it.
alter table refunds add "_borneCents" integer not null default 0;
alter table refunds add "_coveredCents" integer not null default 0;
alter table refunds add constraint "refunds_borneCents" check ("_coveredCents" between 0 and "_borneCents" and "_borneCents" <= "amountCents");
create index refunds_borne on refunds (payment) where "_borneCents" > "_coveredCents";
create index refunds_reference on refunds ("providerReference") where "providerReference" <> '';

-- What of a payout the provider took back, in all.
alter table payouts add "_reversedCents" integer not null default 0;
alter table payouts add constraint "payouts_reversedCents" check ("_reversedCents" between 0 and "amountCents");
