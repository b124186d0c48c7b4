-- A payment is for a lesson or for a package, and several may share one purpose: credit besides money. At most one of each kind is open or
-- done at a time: one charge.
alter table payments add column "packagePurchase" text not null default '';
alter table payments alter column lesson set default '';
alter table payments drop constraint payments_lesson_fkey;
alter table payments add column _lesson text generated always as (nullif(lesson, '')) stored
  constraint payments_lesson_fkey references lessons (id) on delete restrict;
alter table payments add constraint payments_lesson check ((lesson <> '') <> ("packagePurchase" <> ''));
drop index payments_one_per_lesson;
create unique index payments_one_per_purpose on payments (lesson, "packagePurchase", (method = 'credit'))
  where status in ('requires_action', 'processing', 'succeeded');
create index payments_lesson_id on payments (_lesson);

-- Money on its way back to where it came from: due, then sent, then paid or failed. What is due or sent stands at refunds_due:<user>.
create table refunds (
  id text primary key,
  payment text not null references payments (id) on delete restrict,
  learner text not null references users (id) on delete restrict,
  "amountCents" integer not null constraint "refunds_amountCents" check ("amountCents" > 0),
  status text not null constraint refunds_status check (status in ('due', 'sent', 'paid', 'failed')),
  "providerReference" text not null default '',
  "failureCode" text not null default '',
  attempts integer not null default 0,
  -- When it is sent, or asked for again.
  "dueAt" timestamptz,
  "sentAt" timestamptz,
  "paidAt" timestamptz,
  _cause text not null constraint refunds_cause unique,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create index refunds_payment on refunds (payment);
create index refunds_learner on refunds (learner);
create index refunds_due on refunds ("dueAt", id) where status in ('due', 'sent');
