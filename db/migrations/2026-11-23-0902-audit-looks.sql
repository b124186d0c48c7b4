-- Whether somebody's look at a record is written down already in this hour.
create index audit_entries_looks on audit_entries (actor, collection, record, created) where action = 'view';
