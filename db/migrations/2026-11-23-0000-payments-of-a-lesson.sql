-- Staff look up the payments of a lesson among everybody's.
create index payments_of_lesson on payments (lesson);
