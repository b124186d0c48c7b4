-- Which session had a browser told by push: it ends with it. Of those before, nobody knows; they end with all others.
alter table push_subscriptions add column _session text not null default '';
