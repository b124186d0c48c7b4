-- The suspension of somebody of the staff is asked for as their role is. It may lock the account at once, for a day at most.
alter table account_changes drop constraint account_changes_field;
alter table account_changes add constraint account_changes_field check (field in ('email', 'twoFactor', 'role', 'suspended'));
alter table account_changes add column "lockedUntil" timestamptz;
alter table account_changes add constraint account_changes_lock
  check ("lockedUntil" is null or (field = 'suspended' and value = 'true' and "lockedUntil" <= created + interval '24 hours'));
-- The account is suspended by this change alone, which nobody confirmed yet.
alter table account_changes add column _locked boolean not null default false;
create index account_changes_locked on account_changes ("lockedUntil") where status = 'waiting' and _locked;
create index account_changes_lockers on account_changes (starter, created) where "lockedUntil" is not null;
