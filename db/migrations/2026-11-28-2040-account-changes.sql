-- Who held which role of staff, and from when to when. No reference to the account: who was an administrator must be known when it is gone.
create table role_terms (
  id bigint generated always as identity primary key,
  "user" text not null,
  role text not null,
  since timestamptz not null,
  until timestamptz,
  constraint role_terms_order check (until is null or until >= since)
);
create unique index role_terms_held on role_terms ("user") where until is null;
create index role_terms_user on role_terms ("user");
create index role_terms_role on role_terms (role, since);
-- Those who have a role by now had it for as long as anybody knows.
insert into role_terms ("user", role, since)
  select id, role, coalesce(created, '2000-01-01Z') from users where role in ('moderator', 'finance', 'admin');

-- From when on the rights of a role hold again after staff changed the address of its account.
alter table users add column _rights_from timestamptz;

-- What staff ask to have changed of another person's account, of what opens it.
create table account_changes (
  id text primary key,
  "user" text not null references users (id) on delete cascade,
  field text not null constraint account_changes_field check (field in ('email', 'twoFactor', 'role')),
  value text not null default '',
  was text not null default '',
  reason text not null default '',
  status text not null default 'waiting'
    constraint account_changes_status check (status in ('waiting', 'done', 'refused', 'withdrawn', 'lapsed')),
  starter text not null default '',
  "starterName" text not null default '',
  "personName" text not null default '',
  expires timestamptz,
  -- Of a role that the only administrator gives: when it takes effect by itself.
  "takesEffectAt" timestamptz,
  -- Of the link that the old address was mailed.
  _token_hash text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create unique index account_changes_waiting on account_changes ("user", field) where status = 'waiting';
create index account_changes_user on account_changes ("user", created);
create index account_changes_created on account_changes (created);
create index account_changes_due on account_changes ("takesEffectAt") where status = 'waiting' and "takesEffectAt" is not null;
create index account_changes_expires on account_changes (expires) where status = 'waiting';

-- By whose second word a change took effect.
create table account_change_confirmations (
  id text primary key,
  change text not null references account_changes (id) on delete cascade,
  way text not null default 'administrator'
    constraint account_change_confirmations_way check (way in ('administrator', 'old_address', 'command_line', 'time')),
  confirmer text not null default '',
  "confirmerName" text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint account_change_confirmations_change unique (change)
);
