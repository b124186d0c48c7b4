-- Payments of a lesson. At most one payment of a lesson is open or done at a time: one charge.
create table payments (
  id text primary key,
  learner text not null references users (id) on delete restrict,
  lesson text not null references lessons (id) on delete restrict,
  method text not null constraint payments_method check (method in ('card', 'paynow', 'credit', 'cash')),
  status text not null constraint payments_status check (status in (
    'requires_action', 'processing', 'succeeded', 'failed', 'expired', 'refunded', 'part_refunded')),
  "amountCents" integer not null constraint "payments_amountCents" check ("amountCents" >= 0),
  "refundedCents" integer not null default 0,
  provider text not null default '',
  "providerReference" text not null default '',
  "qrPayload" text not null default '',
  "failureCode" text not null default '',
  "expiresAt" timestamptz,
  "succeededAt" timestamptz,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity
);
create unique index payments_one_per_lesson on payments (lesson) where status in ('requires_action', 'processing', 'succeeded');
create index payments_learner on payments (learner);
create index payments_due on payments ("expiresAt") where status in ('requires_action', 'processing');
