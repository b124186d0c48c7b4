-- People who sign in: learners, instructors and the platform's own staff share one kind of account.
create table users (
  id text primary key,
  password text not null default '',
  "tokenKey" text not null constraint "users_tokenKey" unique,
  email text not null default '',
  "emailVisibility" boolean not null default false,
  verified boolean not null default false,
  name text not null default '',
  "firstName" text not null default '',
  "lastName" text not null default '',
  avatar text not null default '',
  phone text not null default '',
  location text not null default '',
  bio text not null default '',
  role text not null default 'user' constraint users_role check (role in ('user', 'premium', 'moderator', 'admin')),
  language text not null default '',
  timezone text not null default '',
  "twoFactor" boolean not null default false,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create unique index users_email on users (lower(email)) where email <> '';
