-- Reviews of completed paid lessons: one a side, blind until both wrote or 14 days passed (rule 24).
create table reviews (
  id text primary key,
  lesson text not null references lessons (id) on delete restrict,
  instructor text not null references instructors (id) on delete restrict,
  author text not null references users (id) on delete restrict,
  side text not null constraint reviews_side check (side in ('learner', 'instructor')),
  rating integer not null constraint reviews_rating check (rating between 1 and 5),
  text text not null default '',
  tags jsonb not null default '[]',
  "authorName" text not null default '',
  "publishedAt" timestamptz,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  constraint reviews_once unique (lesson, side)
);
create index reviews_instructor on reviews (instructor, "publishedAt");
