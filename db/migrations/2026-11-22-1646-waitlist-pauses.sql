-- A learner who waits can rest for a while without giving up the place.
alter table waitlist_entries add column paused boolean not null default false;
