-- Through which channels a person wants to hear of what, and what is still to go out by them.
create table notification_preferences (
  id text primary key,
  "user" text not null references users (id) on delete cascade,
  email boolean not null default true,
  push boolean not null default false,
  sms boolean not null default false,
  sound boolean not null default false,
  account boolean not null default true,
  billing boolean not null default true,
  system boolean not null default true,
  marketing boolean not null default false,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint notification_preferences_user unique ("user")
);

-- Accounts are made in several ways; a row of preferences comes with each, under the account's own id.
create function add_notification_preferences() returns trigger language plpgsql as $$
begin
  insert into notification_preferences (id, "user", created, updated)
  values (new.id, new.id, new.created, new.created)
  on conflict do nothing;
  return null;
end
$$;
create trigger users_notification_preferences after insert on users
  for each row execute function add_notification_preferences();
insert into notification_preferences (id, "user", created, updated) select id, id, created, created from users;

create table _deliveries (
  id bigint generated always as identity primary key,
  notification text not null references notifications (id) on delete cascade,
  channel text not null constraint _deliveries_channel check (channel in ('email', 'push', 'sms')),
  category text not null
    constraint _deliveries_category check (category in ('account', 'billing', 'system', 'marketing')),
  required boolean not null,
  due timestamptz not null,
  status text not null default 'waiting'
    constraint _deliveries_status check (status in ('waiting', 'queued', 'sent', 'dropped')),
  constraint _deliveries_once unique (notification, channel)
);
create index _deliveries_due on _deliveries (due) where status = 'waiting';
create index _deliveries_queued on _deliveries (id) where status = 'queued';
