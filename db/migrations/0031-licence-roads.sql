-- How far a learner is on the way to a licence, as far as the product can't know it by itself: local dates as text, empty when not yet.
create table licence_roads (
  id text primary key,
  "user" text not null references users (id) on delete cascade,
  "enrolledOn" text not null default '',
  "basicTheoryOn" text not null default '',
  "basicTheoryExpiresOn" text not null default '',
  "pdlExpiresOn" text not null default '',
  "lessonsElsewhere" integer not null default 0,
  "finalTheoryOn" text not null default '',
  "finalTheoryExpiresOn" text not null default '',
  "simulatorOn" text not null default '',
  "testCentre" text not null default '',
  "testBookedOn" text not null default '',
  "testOn" text not null default '',
  "testPassedOn" text not null default '',
  "licensedOn" text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint licence_roads_user unique ("user"),
  constraint "licence_roads_lessonsElsewhere" check ("lessonsElsewhere" between 0 and 200),
  constraint "licence_roads_testCentre" check ("testCentre" in ('', 'BBDC', 'CDC', 'SSDC'))
);

-- What the police and the centres charge, each amount from a date of booking on. Admins keep it, as they keep the holidays.
create table test_fees (
  id text primary key,
  kind text not null
    constraint test_fees_kind check (kind in ('basic_theory', 'provisional_licence', 'final_theory', 'simulator', 'practical_test', 'licence')),
  cents integer not null constraint test_fees_cents check (cents >= 0),
  "effectiveFrom" text not null,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint "test_fees_effectiveFrom" unique (kind, "effectiveFrom")
);
insert into test_fees (id, kind, cents, "effectiveFrom", created, updated)
select id, kind, cents, day, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'
from (values
  ('feebasictheory1', 'basic_theory', 720, '2026-01-01'),
  ('feebasictheory2', 'basic_theory', 800, '2027-03-13'),
  ('feeprovisional1', 'provisional_licence', 2500, '2026-01-01'),
  ('feefinaltheory1', 'final_theory', 720, '2026-01-01'),
  ('feefinaltheory2', 'final_theory', 800, '2027-03-13'),
  ('feesimulator001', 'simulator', 3052, '2026-01-01'),
  ('feepractical001', 'practical_test', 4000, '2026-01-01'),
  ('feepractical002', 'practical_test', 4500, '2027-03-13'),
  ('feepractical003', 'practical_test', 5000, '2028-03-13'),
  ('feelicence00001', 'licence', 5000, '2026-01-01')
) as fee (id, kind, cents, day);

-- As before, and: no lesson on a day after the learner's provisional licence ends, whoever books it.
create or replace function offer_refusal(i instructors, b booking, at timestamptz, overrides boolean) returns text language plpgsql stable as $$
declare
  day text := to_char((b.start at time zone i.timezone)::date, 'YYYY-MM-DD');
  horizon integer := case when i."horizonDays" > 0 then i."horizonDays" else 56 end;
begin
  if i.status <> 'listed' or (i."licenceExpiresOn" <> '' and day > i."licenceExpiresOn")
      or (i."retiresOn" <> '' and day > i."retiresOn") then
    return 'not_bookable';
  end if;
  if b.learner = i."user" then
    return 'own_lesson';
  end if;
  if not i."lessonMinutes" @> to_jsonb(b.minutes) then
    return 'length_not_offered';
  end if;
  if b.start < at or (not overrides and b.start < at + make_interval(mins => i."minNoticeMinutes")) then
    return 'too_soon';
  end if;
  if (b.start at time zone i.timezone)::date > (at at time zone i.timezone)::date + horizon then
    return 'too_far';
  end if;
  if exists (select 1 from licence_roads r where r."user" = b.learner and r."pdlExpiresOn" <> '' and r."pdlExpiresOn" < day) then
    return 'pdl_expired';
  end if;
  return null;
end $$;
