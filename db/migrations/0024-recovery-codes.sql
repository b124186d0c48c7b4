-- Codes that stand in for a mailed one when its mailbox can't be reached: each once, kept as a hash.
create table recovery_codes (
  "user" text not null references users (id) on delete cascade,
  hash text not null,
  created timestamptz not null,
  primary key ("user", hash)
);
