-- Hours that a learner buys of one instructor in advance. The money of a package stands at held_package:<purchase> and moves to held:<lesson>
-- when a lesson is paid with its minutes.
create table package_offers (
  id text primary key,
  instructor text not null references instructors (id) on delete cascade,
  minutes integer not null constraint package_offers_minutes check (minutes in (300, 600)),
  "discountPercent" integer not null default 0
    constraint "package_offers_discountPercent" check ("discountPercent" between 0 and 50),
  active boolean not null default false,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint package_offers_once unique (instructor, minutes)
);

create table package_purchases (
  id text primary key,
  learner text not null references users (id) on delete restrict,
  instructor text not null references instructors (id) on delete restrict,
  minutes integer not null constraint package_purchases_minutes check (minutes in (300, 600)),
  "priceCents" integer not null constraint "package_purchases_priceCents" check ("priceCents" > 0),
  -- The price of a single hour when it was bought: used hours are counted at it when the rest goes back.
  "hourlyCents" integer not null,
  "discountPercent" integer not null,
  "minutesLeft" integer not null
    constraint "package_purchases_minutesLeft" check ("minutesLeft" between 0 and minutes),
  "expiresOn" text not null,
  status text not null
    constraint package_purchases_status check (status in ('pending', 'active', 'used', 'refunded', 'expired')),
  "policyVersion" integer not null,
  "boughtAt" timestamptz,
  -- The instant at which its last day ends, where people are.
  "_endsAt" timestamptz not null,
  -- When something about it is due next: the end of waiting for money, a reminder, the end.
  "_dueAt" timestamptz not null,
  "_remindedDays" integer,
  -- When its instructor was last seen with a time to book, and when that is looked up again.
  "_slotSeenAt" timestamptz,
  "_slotCheckAt" timestamptz,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity
);
create index package_purchases_learner on package_purchases (learner, instructor);
create index package_purchases_instructor on package_purchases (instructor);
create index package_purchases_due on package_purchases ("_dueAt", id) where status in ('pending', 'active');
create index package_purchases_slots on package_purchases ("_slotCheckAt", id) where status = 'active';

create table package_refunds (
  id text primary key,
  "packagePurchase" text not null references package_purchases (id) on delete restrict,
  reason text not null
    constraint package_refunds_reason check (reason in ('asked', 'no_slots', 'instructor_ends', 'expired')),
  "refundCents" integer not null constraint "package_refunds_refundCents" check ("refundCents" >= 0),
  "keptCents" integer not null constraint "package_refunds_keptCents" check ("keptCents" >= 0),
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  constraint package_refunds_once unique ("packagePurchase")
);

-- A payment with credit that took minutes of a package.
alter table payments
  add column "drawnFrom" text not null default '',
  add column "drawnMinutes" integer not null default 0;
create index payments_drawn on payments ("drawnFrom") where "drawnFrom" <> '';
create index payments_package on payments ("packagePurchase") where "packagePurchase" <> '';
