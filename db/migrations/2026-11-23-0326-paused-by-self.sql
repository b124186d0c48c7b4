-- Who pauses their own profile may list it again; whom staff paused may not.
alter table instructors add column "pausedBySelf" boolean not null default false;
