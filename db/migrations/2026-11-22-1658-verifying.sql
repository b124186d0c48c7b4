-- A suspension that nobody confirmed can be withdrawn; and those who work on a case see who else looks at it.
alter table verifications drop constraint verifications_status;
alter table verifications add constraint verifications_status check (status in ('waiting', 'done', 'withdrawn'));

-- Who of the staff has a case open: written every few seconds while its page is, and of no use afterwards.
create table case_visits (
  record text not null,
  "user" text not null references users (id) on delete cascade,
  seen timestamptz not null,
  primary key (record, "user")
);
create index case_visits_user on case_visits ("user");
create index instructor_documents_pending on instructor_documents (instructor) where status = 'pending';
