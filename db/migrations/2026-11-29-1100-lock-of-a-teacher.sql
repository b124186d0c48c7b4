-- What a profile was before its account was suspended: a lock that ends without a second word puts it back. Empty: nothing is put back.
alter table instructors add column _before_lock text not null default '';
-- Until when a pause that one of the staff made holds without the instructor being able to end it.
alter table instructors add column "pausedUntil" timestamptz;
