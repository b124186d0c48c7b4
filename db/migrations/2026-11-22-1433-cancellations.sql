-- A lesson that was called off, with what that came to; and what an instructor let a learner off afterwards.
create table cancellations (
  id text primary key,
  lesson text not null references lessons (id) on delete restrict,
  reason text not null default '',
  "cancelledBy" text not null constraint "cancellations_cancelledBy" check ("cancelledBy" in ('learner', 'instructor', 'admin')),
  "refundPercent" integer not null default 0,
  "refundCents" integer not null default 0 constraint "cancellations_refundCents" check ("refundCents" >= 0),
  "creditCents" integer not null default 0 constraint "cancellations_creditCents" check ("creditCents" >= 0),
  "feeCents" integer not null default 0 constraint "cancellations_feeCents" check ("feeCents" >= 0),
  -- Given back of the fee afterwards: because somebody else took the time, or the instructor waived it.
  "returnedCents" integer not null default 0
    constraint "cancellations_returnedCents" check ("returnedCents" between 0 and "feeCents"),
  "isLate" boolean not null default false,
  "usesMercyPass" boolean not null default false,
  "isRefilled" boolean not null default false,
  "isWaived" boolean not null default false,
  -- What had been paid through the product: without that, nothing was charged.
  "_paidCents" integer not null default 0,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  constraint cancellations_once unique (lesson)
);

create table waivers (
  id text primary key,
  lesson text not null references lessons (id) on delete restrict,
  reason text not null default '',
  "refundCents" integer not null default 0,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  constraint waivers_once unique (lesson)
);
