-- Whose tokens may have ended, written in the transaction that ended them. A server that was told of it by nobody reads it here. Kept for
-- an hour, and lost with a crash of the database, which every server notices.
create unlogged table _revocations (
  xid xid8 not null default pg_current_xact_id(),
  "collectionRef" text not null,
  "recordRef" text not null,
  at timestamptz not null default now()
);
create index _revocations_xid on _revocations (xid);
