-- A look at several records is one entry that names them; the trail of a record finds it by this.
create index audit_entries_looked on audit_entries using gin ((after -> 'records')) where action = 'view' and record = '';
