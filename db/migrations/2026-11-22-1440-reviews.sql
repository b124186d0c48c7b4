-- Reviews are written by both sides, published together, answered, reported and judged (rules 24 to 26).
alter table reviews
  -- When the time to write is over: then it is published, whoever wrote or did not.
  add column _publish_by timestamptz,
  add column "removedAt" timestamptz;
update reviews r set _publish_by = l."end" + make_interval(days => coalesce((
  select (p."values" ->> 'reviewDays')::integer from policies p where p.version = l."policyVersion"), 14))
from lessons l where l.id = r.lesson;
create index reviews_unpublished on reviews (_publish_by) where "publishedAt" is null;

create table review_replies (
  id text primary key,
  review text not null references reviews (id) on delete cascade,
  author text not null references users (id) on delete restrict,
  text text not null,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  constraint review_replies_review unique (review)
);
create index review_replies_author on review_replies (author);

create table review_reports (
  id text primary key,
  review text not null references reviews (id) on delete cascade,
  reporter text not null references users (id) on delete cascade,
  reason text not null,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  constraint review_reports_review unique (review, reporter)
);
create index review_reports_reporter on review_reports (reporter);

create table review_decisions (
  id text primary key,
  review text not null references reviews (id) on delete cascade,
  outcome text not null constraint review_decisions_outcome check (outcome in ('kept', 'removed')),
  reason text not null,
  moderator text not null default '',
  "moderatorName" text not null default '',
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity
);
create index review_decisions_review on review_decisions (review, created);

-- Which lessons were looked at for asking their people what they thought, and whether they were asked.
create table _review_asks (
  lesson text primary key references lessons (id) on delete cascade,
  asked boolean not null
);
create index lessons_taught_end on lessons ("end") where status in ('completed', 'closed');
