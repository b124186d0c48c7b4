-- What staff write to many people at once. Whom one goes to is written down when it is sent: a row a person, so that nobody gets it twice.
create table broadcasts (
  id text primary key,
  title text not null,
  message text not null,
  audience text not null constraint broadcasts_audience check (audience in ('learners', 'instructors', 'everybody')),
  area text not null default '',
  language text not null default '',
  kind text not null constraint broadcasts_kind check (kind in ('necessary', 'news', 'offers')),
  status text not null default 'draft' constraint broadcasts_status check (status in ('draft', 'sending', 'sent', 'stopped')),
  recipients integer not null default 0,
  sent integer not null default 0,
  author text not null default '',
  "authorName" text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create index broadcasts_created on broadcasts (created desc, id);

create table broadcast_recipients (
  broadcast text not null references broadcasts (id) on delete cascade,
  "user" text not null references users (id) on delete cascade,
  told boolean not null default false,
  primary key (broadcast, "user")
);
create index broadcast_recipients_user on broadcast_recipients ("user");
create index broadcast_recipients_waiting on broadcast_recipients (broadcast, "user") where not told;
