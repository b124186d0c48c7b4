-- What an instructor says of themselves, only where they like to: learners can look for women who teach.
alter table instructors add column gender text not null default ''
  constraint instructors_gender check (gender in ('', 'woman', 'man'));
