-- The policies decide: a version is a record with typed figures (src/rules/policies), which the rules and the booking functions read. The
-- sentences that people read are made from them. Version 1 is there from the first migration on, so that there always is one;
-- "created" stays empty until the first start has put in the other facts that every installation has.
alter table policies
  add column id text,
  add column "values" jsonb not null default '{}',
  add column created timestamptz,
  add column updated timestamptz,
  add column _seq bigint generated always as identity;

update policies set created = "effectiveFrom", updated = "effectiveFrom";

insert into policies (version, "effectiveFrom", rules)
select 1, '2010-01-01T00:00:00+08:00', '{}' where not exists (select from policies);

update policies set id = 'policy' || lpad(version::text, 9, '0'), "values" = '{
    "holdMinutes": 15, "requestLapseHours": 12, "requestLapseShortHours": 3, "requestShortBelowHours": 24, "noticeMinutes": 720,
    "horizonDays": 56, "gapMinutes": 15, "learnerWeekLessons": 3,
    "tiers": [{"hoursBefore":24,"refundPercent":100},{"hoursBefore":12,"refundPercent":50}], "badgeEarlierHours": 24,
    "refillKeepCents": 500, "mercyPasses": 1, "mercyMonths": 6, "mercyInstructorPercent": 50, "waiveDays": 30, "graceMinutes": 30,
    "graceBeyondHours": 24, "maxReschedules": 2, "rescheduleAnswerHours": 24, "noShowAfterMinutes": 15, "contestHours": 24,
    "goodwillCents": 1000, "goodwillBelowHours": 24, "goodwillByPlatform": 2, "reliabilityDays": 90, "instructorWarnAt": 3,
    "instructorHideAt": 5, "instructorHideDays": 14, "sameLearnerCancels": 3, "appealDays": 14, "learnerPrepayAt": 2,
    "learnerApprovalAt": 3, "firstLessonClaimHours": 48, "firstLessonClaims": 2, "claimHours": 72, "talkHours": 24, "evidenceDays": 3,
    "decisionWorkingDays": 3, "noSlotsDays": 28, "packageValidMonths": 12, "packageReminderDays": [90,30,7],
    "packageCoolingOffDays": 14, "packageSmallPercent": 3, "packageLargePercent": 5, "packageMaxMinutes": 600, "feeFirstPercent": 10,
    "feeFirstHours": 10, "feeLaterPercent": 5, "feeCapCents": 12000, "autoCloseHours": 24, "payoutAfterHours": 72, "payoutWeekday": 3,
    "payoutMinimumCents": 2000, "payoutMaxHoldDays": 90, "refundWorkingDays": 5, "paynowRefundDays": 60, "reviewDays": 14,
    "reviewEveryLessons": 5, "reviewReplyDays": 30, "reviewEditHours": 48, "ratingMinReviews": 3, "ratingPriorMean": 4.5,
    "ratingPriorWeight": 5, "ratingRecentMonths": 24, "ratingRecentWeight": 2, "moderationWorkingDays": 3,
    "documentReminderDays": [90,60,30,14,7], "learnerAgeYears": 18, "contactHours": 24, "waitlistEntries": 3, "waitlistOffers": 5,
    "waitlistMinutes": 20, "bookingYears": 7, "chatMonths": 12, "addressDays": 30, "imageDays": 30, "supportFromHour": 9,
    "supportToHour": 18, "supportAnswerHours": 2
  }'::jsonb;

alter table policies
  drop column rules,
  alter column "values" drop default,
  alter column id set not null,
  drop constraint policies_pkey,
  add primary key (id),
  add constraint policies_version unique (version),
  add constraint "policies_effectiveFrom" unique ("effectiveFrom"),
  add constraint policies_from_one check (version >= 1),
  add constraint policies_values check (jsonb_typeof("values") = 'object');
