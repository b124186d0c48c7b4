-- Tries are counted by one row a key that is counted up in place: of guesses sent at the same moment none is overlooked.
drop table _attempts;
create table _attempts (
  key text primary key,
  count integer not null,
  -- The end of the window; from then on the row says nothing and is counted anew or swept away.
  until timestamptz not null
);
create index _attempts_until on _attempts (until);
