-- What people ask the support, and what it answers.
create table support_requests (
  id text primary key,
  "user" text not null references users (id) on delete cascade,
  category text not null constraint support_requests_category
    check (category in ('account', 'booking', 'payment', 'lesson', 'safety', 'other')),
  subject text not null default '',
  status text not null constraint support_requests_status check (status in ('open', 'answered', 'closed')),
  "answerBy" timestamptz,
  "lastText" text not null default '',
  "lastMessageAt" timestamptz,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity
);
create index support_requests_user on support_requests ("user", "lastMessageAt" desc);
create index support_requests_open on support_requests ("answerBy") where status = 'open';

create table support_messages (
  id text primary key,
  request text not null references support_requests (id) on delete cascade,
  sender text not null references users (id) on delete cascade,
  "fromSupport" boolean not null default false,
  text text not null default '',
  attachments jsonb not null default '[]',
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity
);
create index support_messages_request on support_messages (request, created desc, id desc);
create index support_messages_sender on support_messages (sender);
