-- When a lesson was finished, as the instructor's device says that kept it without a network; of what was sent before, when it was sent.
alter table lesson_logs add column "finishedAt" timestamptz;
update lesson_logs set "finishedAt" = created;
