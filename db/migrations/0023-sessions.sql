-- The devices that are signed in: a token names its session, and ends with it. Codes, challenges and known origins are of 0001.
create table _sessions (
  id text primary key,
  "collectionRef" text not null,
  "recordRef" text not null,
  method text not null default '',
  "userAgent" text not null default '',
  ip text not null default '',
  created timestamptz not null,
  "lastUsed" timestamptz not null,
  expires timestamptz not null
);
create index _sessions_record on _sessions ("collectionRef", "recordRef", "lastUsed" desc);
create index _sessions_expires on _sessions (expires);

-- On which local days an account was used, and how often it was signed in to.
create table account_activity (
  "user" text not null references users (id) on delete cascade,
  day date not null,
  logins integer not null default 0,
  primary key ("user", day)
);
