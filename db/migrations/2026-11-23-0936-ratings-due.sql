-- When an instructor's rating changes though nobody writes: a review becomes too old to count double, or a policy with other figures begins.
alter table instructors add column "_ratedAt" timestamptz, add column "_ratingDueAt" timestamptz;
-- Those that stand were last counted when the last review came out.
update instructors i set "_ratedAt" = to_timestamp(0), "_ratingDueAt" = to_timestamp(0)
where exists (select from reviews r where r.instructor = i.id and r.side = 'learner' and r."publishedAt" is not null and r."removedAt" is null);
