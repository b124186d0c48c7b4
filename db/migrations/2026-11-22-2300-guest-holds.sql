-- Times held by somebody who has not signed in: the hold has no learner until an account takes it, and is known by the digest of a secret that
-- their browser keeps. It blocks the calendar like any other, by the same constraint, and can't be paid before it has a learner.
alter table lessons
  add column _guest text not null default '',
  drop constraint lessons_learner,
  add constraint lessons_learner check (learner <> '' or "ownLearner" <> ''
    or _guest <> '' and status in ('held', 'expired', 'cancelled_by_learner', 'cancelled_by_instructor'));
create index lessons_guest on lessons (_guest) where _guest <> '';
create index lessons_guest_open on lessons ("holdExpiresAt") where _guest <> '' and learner = '' and status = 'held';

alter type booking
  -- The digest of a guest's secret, or empty.
  add attribute guest text,
  -- Since when whoever books has held this very start: notice was given then. Empty where they hold nothing.
  add attribute since timestamptz;
