-- An instructor may leave time for the drive from one pick-up to the next; nobody does until they say so.
alter table instructors add column "considersTravel" boolean not null default false;
