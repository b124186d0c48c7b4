-- The browsers that a person wants to be told in while no page is open, as their push services name them.
create table push_subscriptions (
  id text primary key,
  "user" text not null references users (id) on delete cascade,
  endpoint text not null,
  p256dh text not null default '',
  auth text not null default '',
  device text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint push_subscriptions_endpoint unique (endpoint)
);
create index push_subscriptions_user on push_subscriptions ("user");
