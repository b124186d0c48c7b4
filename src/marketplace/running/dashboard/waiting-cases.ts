/*
 * What waits for the platform's people, as SQL that answers a row a case with the time since which it waits. Said once: staff of every role are told
 * the same number.
 */

/**
 * Profiles and papers that were sent in, changes, and suspensions that wait for a second person. A profile waits since it was sent in last, whatever
 * of it changed afterwards; one that a superuser put there was not sent in.
 */
export const papersToCheck = `
  select coalesce((select max(s.created) from instructor_submissions s where s.instructor = i.id), i.updated) as since
    from instructors i where i.status = 'submitted'
  union all
  select min(d.created) from instructor_documents d join instructors i on i.id = d.instructor
    where d.status = 'pending' and i.status in ('listed', 'paused') group by d.instructor
  union all select created from instructor_changes where status = 'waiting'
  union all select created from verifications where status = 'waiting'`;

/** Reviews that were reported and not judged since. */
export const reviewsToJudge = `
  select min(r.created) as since from review_reports r
  where not exists (select from review_decisions d where d.review = r.review and d.created > r.created) group by r.review`;
