-- How instructors are checked: they submit, staff verify, and what was checked changes by a request that staff answer.
create table instructor_submissions (
  id text primary key,
  instructor text not null references instructors (id) on delete cascade,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create index instructor_submissions_instructor on instructor_submissions (instructor, created);

create table verifications (
  id text primary key,
  instructor text not null references instructors (id) on delete cascade,
  outcome text not null
    constraint verifications_outcome check (outcome in ('accepted', 'refused', 'suspended', 'restored')),
  checks jsonb,
  reasons jsonb,
  -- A suspension waits for a second person.
  status text not null default 'done' constraint verifications_status check (status in ('waiting', 'done')),
  checker text not null default '',
  "checkerName" text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create index verifications_instructor on verifications (instructor, created);
create unique index verifications_waiting on verifications (instructor) where status = 'waiting';

create table verification_confirmations (
  id text primary key,
  verification text not null references verifications (id) on delete cascade,
  checker text not null default '',
  "checkerName" text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint verification_confirmations_verification unique (verification)
);

create table instructor_changes (
  id text primary key,
  instructor text not null references instructors (id) on delete cascade,
  changes jsonb,
  photo text not null default '',
  status text not null default 'waiting'
    constraint instructor_changes_status check (status in ('waiting', 'accepted', 'refused')),
  reason text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create index instructor_changes_instructor on instructor_changes (instructor, created);
create index instructor_changes_waiting on instructor_changes (created) where status = 'waiting';

-- Of which expiry an instructor was reminded last, and how many days before it.
alter table instructors
  add column _reminded_of text not null default '',
  add column _reminded_days integer not null default 0;
create index instructors_expiry on instructors ("licenceExpiresOn") where status in ('listed', 'paused');
