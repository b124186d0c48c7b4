-- What a payer's browser needs to pay at the provider.
alter table payments add column "clientSecret" text not null default '';
create index payments_reference on payments ("providerReference") where "providerReference" <> '';

-- What the provider told of and was taken: repeats have no effect.
create table provider_events (
  id text primary key,
  type text not null,
  created timestamptz not null,
  taken timestamptz not null
);

-- By which name a provider knows whom it pays out to.
create table payees (
  instructor text not null references instructors (id) on delete restrict,
  provider text not null,
  account text not null,
  "isReady" boolean not null default false,
  created timestamptz not null,
  updated timestamptz not null,
  primary key (instructor, provider)
);

-- Payments that the learner's bank took back.
create table chargebacks (
  id text primary key,
  payment text not null references payments (id) on delete restrict,
  "amountCents" integer not null constraint "chargebacks_amountCents" check ("amountCents" > 0),
  "feeCents" integer not null default 0 constraint "chargebacks_feeCents" check ("feeCents" >= 0),
  -- Of it what was still held for the lesson or package.
  "coveredCents" integer not null default 0,
  status text not null constraint chargebacks_status check (status in ('open', 'won', 'lost')),
  -- Where the lesson was that waits for the bank's decision.
  "_lessonWas" text not null default '',
  created timestamptz not null,
  updated timestamptz not null,
  _seq bigint generated always as identity
);
create index chargebacks_payment on chargebacks (payment);
