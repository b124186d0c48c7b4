-- Lessons that were held together, one a week, name the first of them; their payments are charged with the first payment, whose payer is asked for
-- the sum.
alter table lessons add column series text not null default '';
create index lessons_of_series on lessons (series) where series <> '';
alter table payments
  add column "lessonSeries" text not null default '',
  add column "chargedWith" text not null default '',
  add column "chargedCents" integer not null default 0,
  add constraint "payments_chargedCents" check ("chargedCents" >= 0),
  add constraint "payments_chargedWith" check ("chargedWith" = '' or "chargedCents" = 0);
create index payments_charged_with on payments ("chargedWith") where "chargedWith" <> '';
create index payments_of_series on payments ("lessonSeries") where "lessonSeries" <> '';
