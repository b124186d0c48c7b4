-- A lesson's money is held until it can no longer be contested that its instructor was missing. Those of before were paid back at once.
alter table no_shows add column "_settleAt" timestamptz;
create index no_shows_settle on no_shows ("_settleAt") where "_settleAt" is not null;

-- What the instructor kept of a package that ended, and the platform's part of it: of lessons that are called off afterwards it goes back.
alter table package_purchases add column "_keptCents" integer not null default 0;
alter table package_purchases add column "_keptFeeCents" integer not null default 0;
