-- Money that a person sent and the bank brought back (a closed account): the line of the statement that brought it; empty for most.
alter table sent_by_hand add column "cameBackAs" text not null default '';
alter table bank_lines
  drop constraint bank_lines_status,
  add constraint bank_lines_status check (status in ('open', 'matched', 'returning', 'returned', 'other', 'same', 'came_back'));
