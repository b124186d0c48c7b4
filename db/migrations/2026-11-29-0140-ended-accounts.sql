-- Which accounts were deleted or erased, and when. A restored backup of before brings them back, and ends them again by this. People choose the id of an account,
-- so the moment at which it was created tells it from another one of the same id.
create table _ended_accounts (
  account text not null,
  created timestamptz not null,
  outcome text not null,
  at timestamptz not null,
  constraint _ended_accounts_pkey primary key (account, created),
  constraint _ended_accounts_outcome check (outcome in ('deleted', 'erased'))
);

insert into _ended_accounts (account, created, outcome, at)
select id, coalesce(created, 'epoch'), 'erased', _closed from users where _closed is not null;
