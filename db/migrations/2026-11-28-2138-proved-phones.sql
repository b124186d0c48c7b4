-- When somebody showed that a number is theirs: a code that was sent to it came back. Numbers of before are not proved.
alter table users add column "phoneProved" timestamptz;
-- The number to which the account's owner said that money is to go which a person sends.
alter table users add column "_moneyPhone" text not null default '';

-- The code that was sent to an account's number last.
create table phone_codes (
  "user" text primary key references users (id) on delete cascade,
  number text not null,
  hash text not null,
  tries integer not null default 0,
  created timestamptz not null
);
