-- What finance does about a fee that was not booked: it is asked for again, for as long as at first, or left out.
alter table provider_fees drop constraint provider_fees_status;
alter table provider_fees add constraint provider_fees_status check (status in ('due', 'booked', 'refused', 'left'));
alter table provider_fees add "askedAgainAt" timestamptz;
-- Who left it out, and when.
alter table provider_fees add "leftBy" text not null default '';
alter table provider_fees add "leftAt" timestamptz;
