-- A learner says to be old enough for a provisional licence (rule 29): when, and under which version of the terms. No date of birth is kept.
alter table licence_roads
  add column "isAdult" boolean not null default false,
  add column "adultSaidAt" timestamptz,
  add column "adultTermsVersion" integer not null default 0;
