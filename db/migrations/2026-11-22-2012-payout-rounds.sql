-- How often staff sent a payout again after the provider refused it: a provider may answer an order it refused with the same refusal for a day.
alter table payouts add column _round integer not null default 0;
