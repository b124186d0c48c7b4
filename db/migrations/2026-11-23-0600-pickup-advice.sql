-- What the operator knows of pick-ups in a planning area: where to meet, or where one may not stop, and when that holds.
create table pickup_advice (
  id text primary key,
  area text not null,
  kind text not null constraint pickup_advice_kind check (kind in ('meet', 'avoid')),
  text text not null,
  weekdays jsonb not null default '[]'::jsonb,
  "startMinute" integer not null default 0 constraint "pickup_advice_startMinute" check ("startMinute" between 0 and 1439),
  "endMinute" integer not null default 1440 constraint "pickup_advice_endMinute" check ("endMinute" between 1 and 1440),
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint pickup_advice_hours check ("endMinute" > "startMinute")
);
create index pickup_advice_area on pickup_advice (area);
-- The two areas that are commonly named to learners; staff keep the list from here on.
insert into pickup_advice (id, area, kind, text, created, updated) values
  ('adviceorchard00', 'Orchard', 'avoid', 'Learners may not drive in some busy areas, such as Orchard Road. Choose a place to meet away from it.', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
  ('adviceoutram000', 'Outram', 'avoid', 'Learners may not drive in some busy areas, such as Chinatown. Choose a place to meet outside it.', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z');
-- Where a first-time pass rate was published, beside of which time and how many tests it is.
alter table instructors add column "passRateSource" text not null default '';
