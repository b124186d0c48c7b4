-- What learners and instructors write to each other.
create table conversations (
  id text primary key,
  learner text not null references users (id) on delete cascade,
  instructor text not null references instructors (id) on delete cascade,
  "learnerName" text not null default '',
  "instructorName" text not null default '',
  "lastText" text not null default '',
  "lastSender" text not null default '',
  "lastMessageAt" timestamptz,
  "learnerUnread" integer not null default 0,
  "instructorUnread" integer not null default 0,
  "learnerReadAt" timestamptz,
  "instructorReadAt" timestamptz,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint conversations_pair unique (learner, instructor)
);
create index conversations_learner on conversations (learner, "lastMessageAt" desc);
create index conversations_instructor on conversations (instructor, "lastMessageAt" desc);

create table messages (
  id text primary key,
  conversation text not null references conversations (id) on delete cascade,
  sender text not null references users (id) on delete cascade,
  text text not null default '',
  attachments jsonb not null default '[]',
  "contactsHidden" boolean not null default false,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity
);
create index messages_conversation on messages (conversation, created desc, id desc);
create index messages_sender on messages (sender);
create index messages_created on messages (created);
