-- Second factors that are not the mailbox. A column whose name begins with `_` is no field: no call answers it.

-- Apps that show a code which changes each half a minute (RFC 6238).
create table totp_devices (
  id text primary key,
  "user" text not null references users (id) on delete cascade,
  name text not null default '',
  "lastUsed" timestamptz,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  -- Sealed by the server's key; the digest refuses a second device of one enrolment, by which a code could be used twice. Records that were moved
  -- here from elsewhere have neither, and open nothing.
  _secret text not null default '',
  _digest text,
  -- The time step of the last code that was taken: no code of it or of one before is taken again.
  _step bigint not null default 0,
  constraint totp_devices_digest unique (_digest)
);
create index totp_devices_user on totp_devices ("user");

-- Keys that a device or a password manager holds (WebAuthn).
create table passkeys (
  id text primary key,
  "user" text not null references users (id) on delete cascade,
  name text not null default '',
  "lastUsed" timestamptz,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  _credential text,
  _key bytea,
  -- How often the key was used, as it says itself; 0 where it does not count.
  _counter bigint not null default 0,
  _transports text[] not null default '{}',
  constraint passkeys_credential unique (_credential)
);
create index passkeys_user on passkeys ("user");

-- What a passkey was asked to sign, until it has or the time is over. Empty `user`: whoever's key it will be.
create table _passkey_challenges (
  challenge text primary key,
  "user" text not null,
  purpose text not null check (purpose in ('enrol', 'sign_in')),
  expires timestamptz not null
);
create index _passkey_challenges_expires on _passkey_challenges (expires);
