-- The audit trail is searched by words: who, what, and what was before and after.
create index audit_entries_words on audit_entries using gin (to_tsvector('simple',
  "actorName" || ' ' || actor || ' ' || action || ' ' || collection || ' ' || record || ' ' || "recordName" || ' ' || changes::text || ' ' ||
  coalesce(before::text, '')));
