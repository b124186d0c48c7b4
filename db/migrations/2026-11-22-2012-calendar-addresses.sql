-- The address under which a calendar program reads somebody's lessons; whoever has it can read them, so it can be renewed and ended.
create table calendar_addresses (
  "user" text primary key references users (id) on delete cascade,
  token text not null,
  created timestamptz not null,
  constraint calendar_addresses_token unique (token)
);
