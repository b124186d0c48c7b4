-- A package also ends because of its instructor's safety (rule 16).
alter table package_refunds drop constraint package_refunds_reason;
alter table package_refunds add constraint package_refunds_reason
  check (reason in ('asked', 'no_slots', 'instructor_ends', 'expired', 'safety'));
