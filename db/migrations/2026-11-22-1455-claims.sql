-- Claims about lessons: the first-lesson guarantee, quality, safety and identity (rules 14 to 16).
create table claims (
  id text primary key,
  lesson text not null references lessons (id) on delete restrict,
  learner text not null references users (id) on delete restrict,
  instructor text not null references instructors (id) on delete restrict,
  kind text not null constraint claims_kind check (kind in ('first_lesson', 'quality', 'safety', 'identity')),
  text text not null default '',
  wish text not null default '' constraint claims_wish check (wish in ('', 'refund', 'replacement')),
  evidence jsonb not null default '[]',
  status text not null constraint claims_status check (status in ('open', 'talking', 'deciding', 'decided', 'withdrawn')),
  outcome text not null default '' constraint claims_outcome check (outcome in ('', 'none', 'part', 'full', 'credit', 'replacement')),
  "refundCents" integer not null default 0 constraint "claims_refundCents" check ("refundCents" >= 0),
  "creditCents" integer not null default 0 constraint "claims_creditCents" check ("creditCents" >= 0),
  "talkUntil" timestamptz,
  "evidenceUntil" timestamptz,
  "decideBy" timestamptz,
  "decidedAt" timestamptz,
  -- Where the lesson, and the instructor's listing, were before the claim.
  _lesson_was text not null default '',
  _listing_was text not null default '',
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity
);
create unique index claims_one_open on claims (lesson) where status in ('open', 'talking', 'deciding');
create index claims_lesson on claims (lesson);
create index claims_learner on claims (learner);
create index claims_instructor on claims (instructor);
create index claims_waiting on claims (status, "talkUntil", "evidenceUntil") where status in ('talking', 'open');

-- What a side says of a claim besides, with what shows it.
create table claim_statements (
  id text primary key,
  claim text not null references claims (id) on delete cascade,
  author text not null references users (id) on delete restrict,
  text text not null default '',
  evidence jsonb not null default '[]',
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity
);
create index claim_statements_claim on claim_statements (claim, created);
create index claim_statements_author on claim_statements (author);

create table claim_decisions (
  id text primary key,
  claim text not null references claims (id) on delete cascade,
  outcome text not null constraint claim_decisions_outcome check (outcome in ('none', 'part', 'full', 'credit', 'replacement')),
  "refundCents" integer not null default 0 constraint "claim_decisions_refundCents" check ("refundCents" >= 0),
  "instructorAtFault" boolean not null default false,
  reason text not null,
  admin text not null default '',
  "adminName" text not null default '',
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  constraint claim_decisions_claim unique (claim)
);
