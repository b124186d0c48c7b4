-- What the product tells a person inside the product.
create table notifications (
  id text primary key,
  "user" text not null references users (id) on delete cascade,
  title text not null default '',
  message text not null default '',
  type text not null constraint notifications_type check (type in ('user', 'payment', 'system', 'security')),
  link text not null default '',
  read boolean not null default false,
  _key text constraint notifications_key unique,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create index notifications_user on notifications ("user", created desc);
