-- Which histories the database continues: its own until infinity, under the name that its backups carry, and those of others whose backups it went on
-- from, until the time of that backup. It is in no backup. A backup of one of them is of the past: what was ended since stays ended.
create table _histories (
  id text primary key,
  until timestamptz not null
);
