-- For which postal sectors an account asked when it could be picked up, for a week. Counted, never shown.
create table _asked_places (
  account text not null,
  sector text not null,
  until timestamptz not null,
  primary key (account, sector)
);
create index _asked_places_until on _asked_places (until);
