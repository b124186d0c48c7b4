-- A line of a statement that may be an earlier one, or pays what an earlier one paid: it waits until a person decides.
alter table bank_lines
  add column "likeLine" text not null default '',
  drop constraint bank_lines_status,
  add constraint bank_lines_status check (status in ('open', 'matched', 'returning', 'returned', 'other', 'same'));
