-- What the records engine keeps for itself: descriptions of collections, settings, its own accounts and codes, and mails.


create table _collections (
  id text primary key,
  name text not null,
  definition jsonb not null,
  _seq bigint generated always as identity
);
create unique index _collections_name on _collections (lower(name));

create table _params (
  id text primary key,
  value jsonb not null,
  updated timestamptz not null
);

create table _superusers (
  id text primary key,
  password text not null default '',
  "tokenKey" text not null constraint "_superusers_tokenKey" unique,
  email text not null default '',
  "emailVisibility" boolean not null default false,
  verified boolean not null default false,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create unique index _superusers_email on _superusers (email) where email <> '';

create table _otps (
  id text primary key,
  "collectionRef" text not null default '',
  "recordRef" text not null default '',
  password text not null default '',
  "sentTo" text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create index _otps_record on _otps ("collectionRef", "recordRef");

create table _mfas (
  id text primary key,
  "collectionRef" text not null default '',
  "recordRef" text not null default '',
  method text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create index _mfas_record on _mfas ("collectionRef", "recordRef");

create table "_externalAuths" (
  id text primary key,
  "collectionRef" text not null default '',
  "recordRef" text not null default '',
  provider text not null default '',
  "providerId" text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint "_externalAuths_record_provider" unique ("collectionRef", "recordRef", provider),
  constraint "_externalAuths_provider_id" unique ("collectionRef", provider, "providerId")
);

create table "_authOrigins" (
  id text primary key,
  "collectionRef" text not null default '',
  "recordRef" text not null default '',
  fingerprint text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint "_authOrigins_fingerprint" unique ("collectionRef", "recordRef", fingerprint)
);

-- Every mail is a row first, written in the transaction that causes it, so none is sent for a change that did not happen.
create table _mails (
  id bigint generated always as identity primary key,
  key text constraint _mails_key unique,
  "to" text not null,
  subject text not null,
  message jsonb not null,
  status text not null default 'queued' constraint _mails_status check (status in ('queued', 'sent', 'kept', 'failed')),
  attempts integer not null default 0,
  error text not null default '',
  created timestamptz not null,
  sent timestamptz
);
create index _mails_to on _mails ("to", id desc);
