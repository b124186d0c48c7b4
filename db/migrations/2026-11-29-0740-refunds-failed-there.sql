-- What the provider called a refund of ours by and said that it failed: that is final, and what it said of it before is old when it arrives later.
alter table refunds add column "_failedReferences" text[] not null default '{}';
