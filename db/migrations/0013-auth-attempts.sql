-- Tries of codes and passwords, counted for all servers together; rows older than their window are dropped as they are met.
create table _attempts (
  key text not null,
  at timestamptz not null
);
create index _attempts_key on _attempts (key, at);
