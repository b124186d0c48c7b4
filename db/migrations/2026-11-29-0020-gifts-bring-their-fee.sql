-- What the platform gives of its own because of a learner (the instructor's half of a mercy pass, the credit of a late cancellation) is owed by that
-- learner's credit: the fee of a lesson that it pays is at least this much of what is owed. Gifts of before owe nothing.
alter table settlements add column "giftFeeCents" integer not null default 0,
  add constraint "settlements_giftFeeCents" check ("giftFeeCents" between 0 and "feeCents");
create index settlements_gifts on settlements (learner) where gives @> '[{"isGift": true}]' or "giftFeeCents" > 0;
