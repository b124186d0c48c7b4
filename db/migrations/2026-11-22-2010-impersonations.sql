-- Who of the staff looked through whose account, why, and until when. `id` is the session's.
create table impersonations (
  id text primary key,
  actor text not null references users (id) on delete cascade,
  "user" text not null references users (id) on delete cascade,
  reason text not null,
  begun timestamptz not null,
  until timestamptz not null,
  ended timestamptz
);

create index impersonations_open on impersonations (until) where ended is null;
create index impersonations_actor on impersonations (actor) where ended is null;
create index impersonations_user on impersonations ("user");
