-- How reliable an instructor was of late: until when they are warned, and until when nobody finds them in the search.
alter table instructors add column "warnedUntil" timestamptz, add column "hiddenUntil" timestamptz;

-- Why an instructor could not come, where that is nobody's fault.
alter table cancellations add column excuse text not null default ''
  constraint cancellations_excuse check (excuse in ('', 'illness', 'breakdown', 'police'));

-- What an instructor did before it counts no more: staff decided so.
create table reliability_pardons (
  id text primary key,
  instructor text not null references instructors (id) on delete cascade,
  reason text not null,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create index reliability_pardons_instructor on reliability_pardons (instructor);
