-- The audit trail is read newest first.
create index audit_entries_newest on audit_entries (sequence desc nulls last);
