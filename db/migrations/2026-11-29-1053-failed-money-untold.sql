-- Refunds and payouts that failed or came back, of which nobody told who they are for yet (`note_failed_money`).
alter table refunds add column "_isUntold" boolean not null default false;
alter table payouts add column "_isUntold" boolean not null default false;
create index refunds_untold on refunds (id) where "_isUntold";
create index payouts_untold on payouts (id) where "_isUntold";
