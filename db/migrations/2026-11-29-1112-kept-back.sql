-- What of the discount that was kept as a package ended comes back with a lesson that is called off: it is said with the rest.
alter table cancellations add column "keptBackCents" integer not null default 0 constraint "cancellations_keptBackCents" check ("keptBackCents" >= 0);
