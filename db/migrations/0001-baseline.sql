-- The database as the first release makes it: every table with its constraints and indexes, and the rows that every installation begins with.
-- Functions and triggers are in db/functions. What changes later is a migration of its own, in the order of the names.
create extension if not exists btree_gist;
create extension if not exists pg_trgm;

create type booking as (
  id text,
  author text,
  request_hash text,
  learner text,
  instructor text,
  start timestamptz,
  minutes integer,
  pickup text,
  postal_code text,
  note text,
  guest text,
  since timestamptz,
  network text,
  licence_class text
);

create type lesson_move as (
  event text,
  to_status text,
  actor text,
  actor_role text,
  reason text
);

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
  _seq bigint generated always as identity,
  -- From which network address a code was asked for: a stranger who asks for many must not use up those of the owner.
  _place text not null default ''
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
  constraint "_externalAuths_provider_id" unique ("collectionRef", provider, "providerId"),
  constraint "_externalAuths_record_provider" unique ("collectionRef", "recordRef", provider)
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
  status text not null default 'queued' constraint _mails_status check (status in ('queued', 'sent', 'kept', 'failed', 'nobody')),
  attempts integer not null default 0,
  error text not null default '',
  created timestamptz not null,
  sent timestamptz,
  -- What somebody of the staff did about a mail that could not be delivered.
  "handledAs" text not null default '' constraint "_mails_handledAs" check ("handledAs" in ('', 'again', 'told')),
  "handledBy" text not null default '',
  "handledAt" timestamptz
);
create index _mails_to on _mails ("to", id desc);
create index _mails_undelivered on _mails (id desc) where status = 'failed';

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
  role text not null default 'user' constraint users_role check (role in ('user', 'premium', 'moderator', 'finance', 'admin')),
  language text not null default '',
  timezone text not null default '',
  "twoFactor" boolean not null default false,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  -- An account that its owner closed keeps its row for the lessons, payments and reviews that the law wants kept; all that
  -- names the person is gone.
  _closed timestamptz,
  -- An account that the platform's people have closed for a while, or for good: nobody signs in to it.
  suspended boolean not null default false,
  -- From when on the rights of a role hold again after staff changed the address of its account.
  _rights_from timestamptz,
  -- An account that somebody registered, and whose address nobody has proved since: the hash of a secret that the
  -- registering browser keeps, or empty. Null once the address was proved, and for accounts that the operator made: there is
  -- nobody to doubt.
  "_registeredBy" text default '',
  -- When somebody showed that a number is theirs: a code that was sent to it came back. Numbers of before are not proved.
  "phoneProved" timestamptz,
  -- The number to which the account's owner said that money is to go which a person sends.
  "_moneyPhone" text not null default '',
  -- When an account was cleaned: somebody proved its address who was not shown to have registered it. A restored backup of
  -- before then must not bring back what the one who registered it had written.
  "_cleanedAt" timestamptz,
  -- The version of the terms that was ticked while the account was registered; 0 where none was. It becomes an acceptance
  -- with the first sign-in.
  "_agreedTerms" integer not null default 0
);
create index users_closed on users (_closed) where _closed is not null;
create index users_created on users (created desc nulls last, id) include (_closed);
create unique index users_email on users (lower(email)) where email <> '';
create index users_email_order on users (lower(email), id) where _closed is null;
create index users_name on users (lower(name), id) where _closed is null;
-- Who has the same proved number is one person: found where a mercy pass is counted, or an own learner joins.
create index users_proved_phone on users (phone) where "phoneProved" is not null;
create index users_role on users (role, lower(name), id) where _closed is null;
create index users_words on users using gin (name gin_trgm_ops, email gin_trgm_ops);

-- Instructors, what they offer, and the papers that prove it. Caps of 0 mean none (api.md, People).
create table instructors (
  id text primary key,
  "user" text not null default '' references users (id) on delete restrict,
  name text not null default '',
  photo text not null default '',
  "carPhoto" text not null default '',
  bio text not null default '',
  status text not null default 'draft'
    constraint instructors_status check (status in ('draft', 'submitted', 'listed', 'paused', 'suspended', 'retired')),
  "licenceClasses" jsonb not null default '[]',
  languages jsonb not null default '[]',
  areas jsonb not null default '[]',
  "testCentre" text not null default '',
  "postalSector" text not null default '',
  "hourlyCents" integer not null default 0 constraint "instructors_hourlyCents" check ("hourlyCents" >= 0),
  "eveningSurchargePercent" integer not null default 0
    constraint "instructors_eveningSurchargePercent" check ("eveningSurchargePercent" between 0 and 100),
  "weekendSurchargePercent" integer not null default 0
    constraint "instructors_weekendSurchargePercent" check ("weekendSurchargePercent" between 0 and 100),
  timezone text not null default 'Asia/Singapore',
  "lessonMinutes" jsonb not null default '[60, 90, 120]'::jsonb,
  "slotStepMinutes" integer not null default 30 constraint "instructors_slotStepMinutes" check ("slotStepMinutes" between 0 and 1440),
  "minNoticeMinutes" integer not null default 720 constraint "instructors_minNoticeMinutes" check ("minNoticeMinutes" >= 0),
  "horizonDays" integer not null default 56 constraint "instructors_horizonDays" check ("horizonDays" between 0 and 730),
  "gapMinutes" integer not null default 15 constraint "instructors_gapMinutes" check ("gapMinutes" between 0 and 720),
  "maxLessonsPerDay" integer not null default 0 constraint "instructors_maxLessonsPerDay" check ("maxLessonsPerDay" >= 0),
  "maxLessonsPerWeek" integer not null default 0 constraint "instructors_maxLessonsPerWeek" check ("maxLessonsPerWeek" >= 0),
  "maxPerLearnerPerWeek" integer not null default 3 constraint "instructors_maxPerLearnerPerWeek" check ("maxPerLearnerPerWeek" >= 0),
  "instantBooking" boolean not null default true,
  "worksHolidays" boolean not null default false,
  "cancellationHours" integer not null default 24 constraint "instructors_cancellationHours" check ("cancellationHours" in (24, 48)),
  "ratingAverage" double precision not null default 0,
  "ratingCount" integer not null default 0,
  "ratingShown" jsonb,
  "passRatePercent" integer not null default 0,
  "passRatePeriod" text not null default '',
  "passRateSample" integer not null default 0,
  "vehiclePlate" text not null default '',
  "vehicleModel" text not null default '',
  "licenceExpiresOn" text not null default '',
  "retiresOn" text not null default '',
  "verifiedAt" timestamptz,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  -- Of which expiry an instructor was reminded last, and how many days before it.
  _reminded_of text not null default '',
  _reminded_days integer not null default 0,
  -- How reliable an instructor was of late: until when they are warned, and until when nobody finds them in the search.
  "warnedUntil" timestamptz,
  "hiddenUntil" timestamptz,
  -- What an instructor says of themselves, only where they like to: learners can look for women who teach.
  gender text not null default '' constraint instructors_gender check (gender in ('', 'woman', 'man')),
  -- An instructor may leave time for the drive from one pick-up to the next; nobody does until they say so.
  "considersTravel" boolean not null default false,
  -- Who pauses their own profile may list it again; whom staff paused may not.
  "pausedBySelf" boolean not null default false,
  -- Where a first-time pass rate was published, beside of which time and how many tests it is.
  "passRateSource" text not null default '',
  -- When an instructor's rating changes though nobody writes: a review becomes too old to count double, or a policy with
  -- other figures begins.
  "_ratedAt" timestamptz,
  "_ratingDueAt" timestamptz,
  -- When each instructor was compared with the Police's list last, and whether they were not found then: kept by triggers
  -- (db/functions/police-checks.sql), so that those who are due are read in the order of an index.
  "_comparedOn" text,
  "_isUnlisted" boolean not null default false,
  -- What a profile was before its account was suspended: a lock that ends without a second word puts it back. Empty: nothing is put back.
  _before_lock text not null default '',
  -- Until when a pause that one of the staff made holds without the instructor being able to end it.
  "pausedUntil" timestamptz
);
create index instructors_compared on instructors ("_comparedOn" nulls first, lower(name), id) include ("_isUnlisted") where status in ('listed',
    'paused');
create index instructors_expiry on instructors ("licenceExpiresOn") where status in ('listed', 'paused');
create index instructors_status on instructors (status);
create unique index instructors_user on instructors ("user");
-- Instructors are searched by a part of their name, and listed by their status: the queue of papers, and how many can be booked.
create index instructors_words on instructors using gin (name gin_trgm_ops);

create table instructor_documents (
  id text primary key,
  instructor text not null references instructors (id) on delete cascade,
  kind text not null constraint instructor_documents_kind check (kind in ('licence', 'vehicle', 'insurance', 'medical', 'photo')),
  file text not null default '',
  "expiresOn" text not null default '',
  status text not null default 'pending' constraint instructor_documents_status check (status in ('pending', 'accepted', 'refused')),
  reason text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create index instructor_documents_instructor on instructor_documents (instructor);
create index instructor_documents_pending on instructor_documents (instructor) where status = 'pending';

-- When instructors work. Rules are wall time in the instructor's zone; instants are UTC.
-- Whoever books or edits availability of an instructor first locks that instructor's row of instructor_calendars (booking-model.md 9).
create table instructor_calendars (
  instructor text primary key references instructors (id) on delete cascade,
  version bigint not null default 1,
  -- Search keeps the offers of all listed instructors in memory and asks, in each search, only for what changed since the last one.
  -- Whatever changes what can be booked touches the instructor's calendar row; it now also carries the id of the transaction that did.
  -- A reader remembers the snapshot of its last look and takes the rows that this snapshot could not see, so changes that commit out
  -- of order are never missed.
  xid xid8 not null default pg_current_xact_id()
);
create index instructor_calendars_xid on instructor_calendars (xid);

create table availability_rules (
  id text primary key,
  instructor text not null references instructors (id) on delete cascade,
  weekday integer not null constraint availability_rules_weekday check (weekday between 0 and 6),
  "startMinute" integer not null constraint "availability_rules_startMinute" check ("startMinute" between 0 and 1439),
  "endMinute" integer not null constraint "availability_rules_endMinute" check ("endMinute" between 1 and 1440),
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint availability_rules_order check ("startMinute" < "endMinute")
);
create index availability_rules_instructor on availability_rules (instructor);

create table availability_overrides (
  id text primary key,
  instructor text not null references instructors (id) on delete cascade,
  date text not null constraint availability_overrides_date check (date ~ '^\d{4}-\d{2}-\d{2}$'),
  windows jsonb not null default '[]',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint availability_overrides_once unique (instructor, date)
);

create table time_off (
  id text primary key,
  instructor text not null references instructors (id) on delete cascade,
  start timestamptz not null,
  "end" timestamptz not null,
  reason text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint time_off_order check (start < "end")
);
create index time_off_instructor on time_off (instructor, "end");

create table holidays (
  id text primary key,
  date text not null constraint holidays_date check (date ~ '^\d{4}-\d{2}-\d{2}$') constraint holidays_once unique,
  name text not null default '',
  closes boolean not null default false,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);

create table policies (
  version integer not null constraint policies_version unique,
  "effectiveFrom" timestamptz not null constraint "policies_effectiveFrom" unique,
  -- The policies decide: a version is a record with typed figures (src/rules/policies), which the rules and the booking functions read. The
  -- sentences that people read are made from them. Version 1 is there from the first migration on, so that there always is one;
  -- "created" stays empty until the first start has put in the other facts that every installation has.
  id text primary key,
  "values" jsonb not null constraint policies_values check (jsonb_typeof("values") = 'object'),
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint policies_from_one check (version >= 1)
);

-- No two occupying lessons of one instructor, nor of one learner, can overlap, whatever code writes them.
create table lessons (
  id text primary key,
  instructor text not null references instructors (id) on delete restrict,
  learner text not null
    constraint lessons_learner check (learner <> '' or "ownLearner" <> '' or (_guest <> '' and status in ('held', 'expired',
      'cancelled_by_learner', 'cancelled_by_instructor'))),
  start timestamptz not null,
  "end" timestamptz not null,
  "durationMinutes" integer not null constraint "lessons_durationMinutes" check ("durationMinutes" between 5 and 2880),
  pickup text not null default '',
  "postalCode" text not null default '',
  note text not null default '',
  status text not null
    constraint lessons_status check (status in ('held', 'requested', 'confirmed', 'in_progress', 'completed', 'closed', 'expired', 'declined',
      'cancelled_by_learner', 'cancelled_by_instructor', 'no_show_learner', 'no_show_instructor', 'disputed')),
  "priceCents" integer not null constraint "lessons_priceCents" check ("priceCents" >= 0),
  lines jsonb not null default '[]',
  "holdExpiresAt" timestamptz,
  "requestExpiresAt" timestamptz,
  "confirmedAt" timestamptz,
  "policyVersion" integer not null default 1,
  "cancellationHours" integer not null default 24,
  "startCode" text not null default '',
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  occupied tstzrange generated always as (tstzrange(start, "end", '[)')) stored,
  -- The history of a lesson: one row a move, from its hold on. The lesson's `sequence` counts its moves; calendars go by it.
  sequence integer not null default 0,
  -- Until when the parties of a lesson see each other's phone and the pick-up: kept by share_contacts from here on.
  "contactsUntil" timestamptz,
  -- Who brought a lesson's learner: an own learner of its instructor, or '' for the market.
  "ownLearner" text not null default '',
  -- Lessons of learners without an account: they name an own learner of their instructor instead. The calendar's constraint
  -- holds for them as for all; the learner's binds accounts only. What was paid for them in the car is written down by the
  -- instructor and is no money of the books.
  _learner text generated always as (nullif(learner, '')) stored constraint lessons_learner_fkey references users (id) on delete restrict,
  "_ownLearner" text generated always as (nullif("ownLearner", '')) stored,
  -- Times held by somebody who has not signed in: the hold has no learner until an account takes it, and is known by the
  -- digest of a secret that their browser keeps. It blocks the calendar like any other, by the same constraint, and can't be
  -- paid before it has a learner.
  _guest text not null default '',
  -- Lessons that were held together, one a week, name the first of them; their payments are charged with the first payment,
  -- whose payer is asked for the sum.
  series text not null default '',
  "licenceClass" text not null default ''
    constraint "lessons_licenceClass" check ("licenceClass" in ('', '3', '3A', '3C', '3CA', '4', '4P', '2B', '2A', '2')),
  constraint lessons_instructor_overlap exclude using gist (instructor with =, occupied with &&) where (status in ('held', 'requested',
      'confirmed', 'in_progress', 'completed', 'closed', 'disputed', 'no_show_learner', 'no_show_instructor')),
  constraint lessons_learner_overlap exclude using gist (learner with =, occupied with &&) where (learner <> '' and status in ('held',
      'requested', 'confirmed', 'in_progress', 'completed', 'closed', 'disputed', 'no_show_learner', 'no_show_instructor')),
  constraint lessons_length check ("end" = (start + make_interval(mins => "durationMinutes"))),
  constraint lessons_order check (start < "end")
);
-- What is to be closed is looked up by its end.
create index lessons_closing on lessons ("end", id) where status in ('confirmed', 'in_progress', 'completed');
create index lessons_created on lessons (created desc nulls last, id collate "C" desc);
create index lessons_guest on lessons (_guest) where _guest <> '';
create index lessons_guest_open on lessons ("holdExpiresAt") where _guest <> '' and learner = '' and status = 'held';
create index lessons_hold on lessons ("holdExpiresAt") where status = 'held';
create index lessons_instructor_start on lessons (instructor, start);
create index lessons_learner_account on lessons (_learner) where _learner is not null;
create index lessons_learner_start on lessons (learner, start);
create index lessons_of_series on lessons (series) where series <> '';
create index lessons_own_learner on lessons ("_ownLearner", start) where "_ownLearner" is not null;
-- The staff's list of lessons is searched by a part of the place. What is booked is only put aside, and sorted in by a
-- sweeper: a booking never does it.
create index lessons_places on lessons using gin (pickup gin_trgm_ops, "postalCode" gin_trgm_ops) with (gin_pending_list_limit='65536');
create index lessons_price on lessons ("priceCents", id collate "C");
-- Whether an instructor gives a lesson at this moment is asked at each start.
create index lessons_running on lessons (instructor) where status = 'in_progress';
-- What the analytics count by the time a lesson starts, without reading the lessons themselves.
create index lessons_start on lessons (start desc nulls last, id collate "C" desc) include (learner, instructor, status, "durationMinutes");
create index lessons_status_start on lessons (status, start desc nulls last, id collate "C" desc);
create index lessons_taught_end on lessons ("end") where status in ('completed', 'closed');

-- Double-entry ledger in integer cents. Each transaction sums to zero; nothing is ever changed or removed, for nobody.
create table ledger_accounts (
  id text primary key,
  "balanceCents" bigint not null default 0
);

create table ledger_transactions (
  id text primary key,
  kind text not null,
  lesson text references lessons (id) on delete restrict,
  payment text,
  -- What caused it; a second transaction of the same cause is refused, so money moves once.
  cause text not null constraint ledger_transactions_cause unique,
  created timestamptz not null
);
-- The figures of a span, and the entries that they open to, are looked up by when they were posted.
create index ledger_transactions_created on ledger_transactions (created, id);
create index ledger_transactions_lesson on ledger_transactions (lesson);

create table ledger_entries (
  id bigint generated always as identity primary key,
  transaction text not null references ledger_transactions (id),
  account text not null references ledger_accounts (id),
  "amountCents" bigint not null constraint "ledger_entries_amountCents" check ("amountCents" <> 0)
);
create index ledger_entries_account on ledger_entries (account, id);
create index ledger_entries_transaction on ledger_entries (transaction);

-- Payments of a lesson. At most one payment of a lesson is open or done at a time: one charge.
create table payments (
  id text primary key,
  learner text not null references users (id) on delete restrict,
  lesson text not null default '' constraint payments_lesson check ((lesson <> '') <> ("packagePurchase" <> '')),
  method text not null constraint payments_method check (method in ('card', 'paynow', 'credit', 'cash')),
  status text not null
    constraint payments_status check (status in ('requires_action', 'processing', 'succeeded', 'failed', 'expired', 'refunded', 'part_refunded')),
  "amountCents" integer not null constraint "payments_amountCents" check ("amountCents" >= 0),
  "refundedCents" integer not null default 0,
  provider text not null default '',
  "providerReference" text not null default '',
  "qrPayload" text not null default '',
  "failureCode" text not null default '',
  "expiresAt" timestamptz,
  "succeededAt" timestamptz,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  -- A payment is for a lesson or for a package, and several may share one purpose: credit besides money. At most one of each kind is open or
  -- done at a time: one charge.
  "packagePurchase" text not null default '',
  _lesson text generated always as (nullif(lesson, '')) stored constraint payments_lesson_fkey references lessons (id) on delete restrict,
  -- A payment with credit that took minutes of a package.
  "drawnFrom" text not null default '',
  "drawnMinutes" integer not null default 0,
  -- What a payer's browser needs to pay at the provider.
  "clientSecret" text not null default '',
  -- The number of a payment's receipt: one after the other without a gap, given after the payment so that no two payments
  -- wait for each other.
  "_receiptNumber" integer constraint "payments_receiptNumber" unique,
  -- By what a PayNow payment to the operator's own account is known in the bank's statement, and when its payer said to have paid.
  "billReference" text not null default '',
  "declaredAt" timestamptz,
  "lessonSeries" text not null default '',
  "chargedWith" text not null default '' constraint "payments_chargedWith" check ("chargedWith" = '' or "chargedCents" = 0),
  "chargedCents" integer not null default 0 constraint "payments_chargedCents" check ("chargedCents" >= 0),
  -- The last four digits of the card that paid, as receipts have them; empty where the provider did not say, and for other ways.
  "cardLast4" text not null default '' constraint "payments_cardLast4" check ("cardLast4" ~ '^(\d{4})?$')
);
create unique index payments_bill_reference on payments ("billReference") where "billReference" <> '';
create index payments_charged_with on payments ("chargedWith") where "chargedWith" <> '';
create index payments_drawn on payments ("drawnFrom") where "drawnFrom" <> '';
create index payments_due on payments ("expiresAt") where status in ('requires_action', 'processing');
create index payments_learner on payments (learner, created desc nulls last, _seq);
create index payments_lesson_id on payments (_lesson);
-- Staff look up the payments of a lesson among everybody's.
create index payments_of_lesson on payments (lesson);
create index payments_of_series on payments ("lessonSeries") where "lessonSeries" <> '';
create unique index payments_one_per_purpose on payments (lesson, "packagePurchase", ((method = 'credit'))) where status in ('requires_action',
    'processing', 'succeeded');
create index payments_package on payments ("packagePurchase") where "packagePurchase" <> '';
create index payments_reference on payments ("providerReference") where "providerReference" <> '';
create index payments_without_receipt on payments ("succeededAt", _seq) where "_receiptNumber" is null and "succeededAt" is not null
    and method <> 'credit' and "amountCents" > 0;

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
  -- When the time to write is over: then it is published, whoever wrote or did not.
  _publish_by timestamptz,
  "removedAt" timestamptz,
  constraint reviews_once unique (lesson, side)
);
create index reviews_instructor on reviews (instructor, "publishedAt");
create index reviews_unpublished on reviews (_publish_by) where "publishedAt" is null;

-- What the product tells a person inside the product.
create table notifications (
  id text primary key,
  "user" text not null references users (id) on delete cascade,
  title text not null default '',
  message text not null default '',
  type text not null constraint notifications_type check (type in ('user', 'payment', 'system', 'security')),
  link text not null default '',
  read boolean not null default false,
  _key text constraint notifications_key unique,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create index notifications_user on notifications ("user", created desc);

-- An instructor's answer to a request.
create table approvals (
  id text primary key,
  lesson text not null references lessons (id) on delete restrict constraint approvals_once unique,
  decision text not null constraint approvals_decision check (decision in ('accept', 'decline')),
  reason text not null default '',
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity
);

-- Tries of codes and passwords, counted for all servers together; rows older than their window are dropped as they are met.
create table _attempts (
  key text primary key,
  count integer not null,
  -- The end of the window; from then on the row says nothing and is counted anew or swept away.
  until timestamptz not null
);
create index _attempts_until on _attempts (until);

-- What concerns every instructor at once: holidays, and a profile that is gone with its calendar.
create table search_epochs (
  cause text primary key,
  xid xid8 not null
);

-- Deleted records for as long as other servers need to work out whom to tell. Nothing is lost with it: clients that were
-- not told read anew.
create unlogged table _gone_records (
  id bigint generated always as identity primary key,
  record jsonb not null,
  at timestamptz not null
);

-- What was asked of the server and how it was answered, for the operator; kept for as many days as the settings say.
create table _logs (
  _seq bigint generated always as identity,
  id text primary key,
  created timestamptz not null,
  level integer not null,
  message text not null,
  data jsonb not null
);
create index _logs_created on _logs (created, _seq);

-- When each scheduled piece of work was last begun, so that of several servers one begins it.
create table _cron_runs (
  id text primary key,
  begun timestamptz not null
);

-- What happened in the car: that a lesson began, with the learner's code, and what was practised in it.
create table lesson_starts (
  id text primary key,
  lesson text not null references lessons (id) on delete restrict constraint lesson_starts_once unique,
  "pdlSeen" boolean not null default false,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity
);

create table lesson_logs (
  id text primary key,
  lesson text not null references lessons (id) on delete restrict constraint lesson_logs_once unique,
  skills jsonb not null default '[]',
  notes text not null default '',
  "mockTest" jsonb,
  odometer integer not null default 0 constraint lesson_logs_odometer check (odometer >= 0),
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  -- When a lesson was finished, as the instructor's device says that kept it without a network; of what was sent before, when it was sent.
  "finishedAt" timestamptz
);

-- The devices that are signed in: a token names its session, and ends with it. Codes, challenges and known origins are of 0001.
create table _sessions (
  id text primary key,
  "collectionRef" text not null,
  "recordRef" text not null,
  method text not null default '',
  "userAgent" text not null default '',
  ip text not null default '',
  created timestamptz not null,
  "lastUsed" timestamptz not null,
  expires timestamptz not null
);
create index _sessions_expires on _sessions (expires);
create index _sessions_record on _sessions ("collectionRef", "recordRef", "lastUsed" desc);

-- On which local days an account was used, and how often it was signed in to.
create table account_activity (
  "user" text not null references users (id) on delete cascade,
  day date not null,
  logins integer not null default 0,
  primary key ("user", day)
);

-- Codes that stand in for a mailed one when its mailbox can't be reached: each once, kept as a hash.
create table recovery_codes (
  "user" text not null references users (id) on delete cascade,
  hash text not null,
  created timestamptz not null,
  primary key ("user", hash)
);

-- Through which channels a person wants to hear of what, and what is still to go out by them.
create table notification_preferences (
  id text primary key,
  "user" text not null constraint notification_preferences_user unique references users (id) on delete cascade,
  email boolean not null default true,
  push boolean not null default false,
  sms boolean not null default false,
  sound boolean not null default false,
  account boolean not null default true,
  billing boolean not null default true,
  system boolean not null default true,
  marketing boolean not null default false,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);

create table _deliveries (
  id bigint generated always as identity primary key,
  notification text not null references notifications (id) on delete cascade,
  channel text not null constraint _deliveries_channel check (channel in ('email', 'push', 'sms')),
  category text not null constraint _deliveries_category check (category in ('account', 'billing', 'system', 'marketing')),
  required boolean not null,
  due timestamptz not null,
  status text not null default 'waiting' constraint _deliveries_status check (status in ('waiting', 'queued', 'sent', 'dropped')),
  constraint _deliveries_once unique (notification, channel)
);
create index _deliveries_due on _deliveries (due) where status = 'waiting';
create index _deliveries_queued on _deliveries (id) where status = 'queued';

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
create index conversations_instructor on conversations (instructor, "lastMessageAt" desc);
create index conversations_learner on conversations (learner, "lastMessageAt" desc);

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
create index messages_created on messages (created);
create index messages_sender on messages (sender);

-- The browsers that a person wants to be told in while no page is open, as their push services name them.
create table push_subscriptions (
  id text primary key,
  "user" text not null references users (id) on delete cascade,
  endpoint text not null constraint push_subscriptions_endpoint unique,
  p256dh text not null default '',
  auth text not null default '',
  device text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  -- Which session had a browser told by push: it ends with it. Of those before, nobody knows; they end with all others.
  _session text not null default ''
);
create index push_subscriptions_user on push_subscriptions ("user");

-- What people ask the support, and what it answers.
create table support_requests (
  id text primary key,
  "user" text not null references users (id) on delete cascade,
  category text not null constraint support_requests_category check (category in ('account', 'booking', 'payment', 'lesson', 'safety', 'other')),
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
-- Requests, the latest first.
create index support_requests_latest on support_requests ("lastMessageAt" desc nulls last, _seq);
create index support_requests_open on support_requests ("answerBy") where status = 'open';
create index support_requests_user on support_requests ("user", "lastMessageAt" desc);

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
  _seq bigint generated always as identity,
  -- Who of the staff wrote an answer, for the staff: those who asked are answered by the support.
  "senderName" text not null default ''
);
create index support_messages_request on support_messages (request, created desc, id desc);
create index support_messages_sender on support_messages (sender);

-- Who of the platform's own people did what to whose record. Written in the transaction of the deed; never changed, for nobody.
create table audit_entries (
  id bigint generated always as identity primary key,
  created timestamptz not null,
  -- Texts, not references: an entry outlives the accounts and records that it tells of.
  actor text not null,
  "actorName" text not null default '',
  "actorCollection" text not null default '',
  action text not null constraint audit_entries_action check (action ~ '^[a-z_]{1,40}$'),
  collection text not null,
  record text not null,
  "recordName" text not null default '',
  changes jsonb not null default '[]',
  -- Each entry of the audit trail covers the one before it by a hash, so that none can be changed, left out or put in between unseen.
  "actorRole" text not null default '',
  before jsonb,
  after jsonb,
  -- The place in the chain, from 1 on, and the hash up to there (db/functions/audit.sql).
  sequence bigint constraint audit_entries_sequence unique,
  hash text not null default ''
);
create index audit_entries_actor on audit_entries (actor, id desc);
-- A look at several records is one entry that names them; the trail of a record finds it by this.
create index audit_entries_looked on audit_entries using gin (((after -> 'records'))) where action = 'view' and record = '';
-- Whether somebody's look at a record is written down already in this hour.
create index audit_entries_looks on audit_entries (actor, collection, record, created) where action = 'view';
-- The audit trail is read newest first.
create index audit_entries_newest on audit_entries (sequence desc nulls last);
create index audit_entries_record on audit_entries (record, id desc);
-- The audit trail is searched by words: who, what, and what was before and after.
create index audit_entries_words on audit_entries using gin (to_tsvector('simple'::regconfig, (((((((((((((("actorName" || ' ') || actor)
    || ' ') || action) || ' ') || collection) || ' ') || record) || ' ') || "recordName") || ' ') || (changes)::text) || ' ')
    || coalesce((before)::text, ''))));

-- Reports that admins ask for; the job queue makes the file. Whoever asked is a text: a report outlives the account.
create table reports (
  id text primary key,
  name text not null,
  type text not null constraint reports_type check (type in ('analytics', 'financial', 'performance', 'security')),
  "from" text not null,
  "to" text not null,
  status text not null default 'processing' constraint reports_status check (status in ('ready', 'processing', 'failed')),
  size bigint not null default 0,
  file text not null default '',
  problem text not null default '',
  author text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  format text not null default 'csv' constraint reports_format check (format in ('csv', 'xlsx', 'pdf')),
  schedule text not null default '',
  -- Which accounts a report's file names, so that closing one of them deletes it and no other. Of older ones it is not
  -- known: `*` stands for anybody.
  _names text[] not null default '{}'::text[]
);
create index reports_created on reports (created desc, id);
-- Of a schedule one report a period, however often it is looked up.
create unique index reports_schedule on reports (schedule, "from") where schedule <> '';
create index reports_waiting on reports (id) where status = 'processing';

-- How far a learner is on the way to a licence, as far as the product can't know it by itself: local dates as text, empty when not yet.
create table licence_roads (
  id text primary key,
  "user" text not null constraint licence_roads_user unique references users (id) on delete cascade,
  "enrolledOn" text not null default '',
  "basicTheoryOn" text not null default '',
  "basicTheoryExpiresOn" text not null default '',
  "pdlExpiresOn" text not null default '',
  "lessonsElsewhere" integer not null default 0 constraint "licence_roads_lessonsElsewhere" check ("lessonsElsewhere" between 0 and 200),
  "finalTheoryOn" text not null default '',
  "finalTheoryExpiresOn" text not null default '',
  "simulatorOn" text not null default '',
  "testCentre" text not null default '' constraint "licence_roads_testCentre" check ("testCentre" in ('', 'BBDC', 'CDC', 'SSDC')),
  "testBookedOn" text not null default '',
  "testOn" text not null default '',
  "testPassedOn" text not null default '',
  "licensedOn" text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  -- A learner says to be old enough for a provisional licence (rule 29): when, and under which version of the terms. No date
  -- of birth is kept.
  "isAdult" boolean not null default false,
  "adultSaidAt" timestamptz,
  "adultTermsVersion" integer not null default 0
);

-- What the police and the centres charge, each amount from a date of booking on. Admins keep it, as they keep the holidays.
create table test_fees (
  id text primary key,
  kind text not null
    constraint test_fees_kind check (kind in ('basic_theory', 'provisional_licence', 'final_theory', 'simulator', 'practical_test', 'licence')),
  cents integer not null constraint test_fees_cents check (cents >= 0),
  "effectiveFrom" text not null,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint "test_fees_effectiveFrom" unique (kind, "effectiveFrom")
);

-- The instructors that somebody wants to find again.
create table saved_instructors (
  id text primary key,
  "user" text not null references users (id) on delete cascade,
  instructor text not null references instructors (id) on delete cascade,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint saved_instructors_instructor unique ("user", instructor)
);
create index saved_instructors_by_instructor on saved_instructors (instructor);

-- Who agreed to which version of the terms and the privacy policy, when and how. Written once, never changed; an entry
-- goes only with its account.
create table terms_acceptances (
  id bigint generated always as identity primary key,
  "user" text not null references users (id) on delete cascade,
  version integer not null,
  accepted timestamptz not null,
  how text not null constraint terms_acceptances_how check (how in ('registration', 'asked', 'booking')),
  constraint terms_acceptances_once unique ("user", version)
);

create table lesson_moves (
  id text primary key,
  -- Deferrable: an import may write the history before the lesson.
  lesson text not null references lessons (id) on delete cascade deferrable,
  "from" text not null default '',
  "to" text not null,
  event text not null,
  actor text not null default '',
  "actorRole" text not null constraint "lesson_moves_actorRole" check ("actorRole" in ('learner', 'instructor', 'admin', 'superuser', 'system')),
  reason text not null default '',
  "policyVersion" integer not null default 1,
  sequence integer not null,
  created timestamptz,
  _seq bigint generated always as identity,
  constraint lesson_moves_sequence unique (lesson, sequence)
);

-- Whose tokens may have ended, written in the transaction that ended them. A server that was told of it by nobody reads it here. Kept for
-- an hour, and lost with a crash of the database, which every server notices.
create unlogged table _revocations (
  xid xid8 not null default pg_current_xact_id(),
  "collectionRef" text not null,
  "recordRef" text not null,
  at timestamptz not null default now()
);
create index _revocations_xid on _revocations (xid);

-- What came of each restoring of a backup. It is in no backup, so a restoring does not take the word of itself away.
create table _restores (
  id bigint generated always as identity primary key,
  backup text not null,
  "by" text not null default '',
  started timestamptz not null,
  finished timestamptz,
  state text not null constraint _restores_state check (state in ('checking', 'restoring', 'done', 'refused', 'failed')),
  message text not null default ''
);

-- Money on its way back to where it came from: due, then sent, then paid or failed. What is due or sent stands at refunds_due:<user>.
create table refunds (
  id text primary key,
  payment text not null references payments (id) on delete restrict,
  learner text not null references users (id) on delete restrict,
  "amountCents" integer not null constraint "refunds_amountCents" check ("amountCents" > 0),
  status text not null constraint refunds_status check (status in ('due', 'sent', 'paid', 'failed')),
  "providerReference" text not null default '',
  "failureCode" text not null default '',
  attempts integer not null default 0,
  -- When it is sent, or asked for again.
  "dueAt" timestamptz,
  "sentAt" timestamptz,
  "paidAt" timestamptz,
  _cause text not null constraint refunds_cause unique,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  -- Who money goes to that a person has still to send when its learner's account is closed: name, telephone number and
  -- address, until it is sent.
  _payee jsonb,
  -- What of a refund that was made at the provider nothing was held for: the platform bears it, until what would go back covers it.
  "_borneCents" integer not null default 0,
  "_coveredCents" integer not null default 0,
  -- What the provider called a refund of ours by and said that it failed: that is final, and what it said of it before is
  -- old when it arrives later.
  "_failedReferences" text[] not null default '{}'::text[],
  -- Refunds and payouts that failed or came back, of which nobody told who they are for yet (`note_failed_money`).
  "_isUntold" boolean not null default false,
  constraint "refunds_borneCents" check ("_coveredCents" >= 0 and "_coveredCents" <= "_borneCents" and "_borneCents" <= "amountCents")
);
create index refunds_borne on refunds (payment) where "_borneCents" > "_coveredCents";
create index refunds_due on refunds ("dueAt", id) where status in ('due', 'sent');
create index refunds_learner on refunds (learner, created desc nulls last, _seq);
-- What a person has to send is a few among all that were ever paid back.
create index refunds_open on refunds (created, id) where status <> 'paid';
-- Those who closed their accounts and have a refund under way are few: they are found without reading every refund.
create index refunds_payee on refunds (id) where _payee is not null;
create index refunds_payment on refunds (payment);
create index refunds_reference on refunds ("providerReference") where "providerReference" <> '';
create index refunds_untold on refunds (id) where "_isUntold";

-- A lesson that was called off, with what that came to; and what an instructor let a learner off afterwards.
create table cancellations (
  id text primary key,
  lesson text not null references lessons (id) on delete restrict constraint cancellations_once unique,
  reason text not null default '',
  "cancelledBy" text not null constraint "cancellations_cancelledBy" check ("cancelledBy" in ('learner', 'instructor', 'admin')),
  "refundPercent" integer not null default 0,
  "refundCents" integer not null default 0 constraint "cancellations_refundCents" check ("refundCents" >= 0),
  "creditCents" integer not null default 0 constraint "cancellations_creditCents" check ("creditCents" >= 0),
  "feeCents" integer not null default 0 constraint "cancellations_feeCents" check ("feeCents" >= 0),
  -- Given back of the fee afterwards: because somebody else took the time, or the instructor waived it.
  "returnedCents" integer not null default 0 constraint "cancellations_returnedCents" check ("returnedCents" >= 0 and "returnedCents" <= "feeCents"),
  "isLate" boolean not null default false,
  "usesMercyPass" boolean not null default false,
  "isRefilled" boolean not null default false,
  "isWaived" boolean not null default false,
  -- What had been paid through the product: without that, nothing was charged.
  "_paidCents" integer not null default 0,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  -- Why an instructor could not come, where that is nobody's fault.
  excuse text not null default '' constraint cancellations_excuse check (excuse in ('', 'illness', 'breakdown', 'police')),
  -- Whoever calls off a lesson may have what comes back as credit at once, in place of the way it was paid.
  "refundTo" text not null default '',
  -- What of the discount that was kept as a package ended comes back with a lesson that is called off: it is said with the rest.
  "keptBackCents" integer not null default 0 constraint "cancellations_keptBackCents" check ("keptBackCents" >= 0),
  constraint cancellations_refund_to check ("refundTo" in ('', 'credit'))
);
create index cancellations_created on cancellations (created desc, id) include ("cancelledBy", "isLate", excuse);
-- What was let go or given on top is looked at together, among a million lessons of which few have any.
create index cancellations_mercy on cancellations (created) where "usesMercyPass";

create table waivers (
  id text primary key,
  lesson text not null references lessons (id) on delete restrict constraint waivers_once unique,
  reason text not null default '',
  "refundCents" integer not null default 0,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity
);

-- What became of the money of an ended lesson, in all: one row a lesson. A later decision (a claim, a contested no-show)
-- changes the row and posts the difference; the ledger keeps every step.
create table settlements (
  lesson text primary key references lessons (id) on delete restrict,
  instructor text not null references instructors (id) on delete restrict,
  learner text not null references users (id) on delete restrict,
  -- What was given because of the lesson, and the entries that stand for it in the ledger, money on its way back not among them.
  gives jsonb not null,
  entries jsonb not null,
  -- What came in, what of it went back, what was kept, and how the platform and the instructor share that.
  "paidCents" integer not null,
  "refundCents" integer not null,
  "keptCents" integer not null,
  "feeCents" integer not null,
  "instructorCents" integer not null,
  -- Minutes that count towards the hours of the higher fee: those of a lesson of which something was kept.
  "paidMinutes" integer not null,
  "payableFrom" timestamptz not null,
  times integer not null default 1,
  created timestamptz not null,
  updated timestamptz not null,
  _seq bigint generated always as identity,
  -- What the platform gives of its own because of a learner (the instructor's half of a mercy pass, the credit of a late
  -- cancellation) is owed by that learner's credit: the fee of a lesson that it pays is at least this much of what is owed.
  -- Gifts of before owe nothing.
  "giftFeeCents" integer not null default 0 constraint "settlements_giftFeeCents" check ("giftFeeCents" >= 0 and "giftFeeCents" <= "feeCents")
);
create index settlements_gifts on settlements (learner) where (gives @> '[{"isGift": true}]'::jsonb) or "giftFeeCents" > 0;
create index settlements_goodwill on settlements (created) where (gives @> '[{"to": "credit", "from": "platform"}]'::jsonb)
    or (gives @> '[{"to": "credit", "from": "instructor"}]'::jsonb);
create index settlements_pair on settlements (instructor, learner, _seq);

-- Each amount that an instructor was given or owes, from when on it is payable, and the payout that took it along. What is open of an
-- instructor sums to what the ledger says is payable to them.
create table payables (
  entry bigint primary key references ledger_entries (id),
  instructor text not null,
  lesson text not null default '',
  "amountCents" bigint not null,
  "payableFrom" timestamptz not null,
  payout text not null default ''
);
create index payables_from on payables ("payableFrom") where payout = '';
create index payables_open on payables (instructor) where payout = '';
create index payables_payout on payables (payout) where payout <> '';

-- Money on its way to instructors: planned, then sent, then paid or failed. At most one of an instructor a payout day.
-- What it takes along are rows of payables; the ledger knows of it when the provider paid it.
create table payouts (
  id text primary key,
  instructor text not null references instructors (id) on delete restrict,
  "amountCents" integer not null constraint "payouts_amountCents" check ("amountCents" > 0),
  status text not null constraint payouts_status check (status in ('planned', 'sent', 'paid', 'failed')),
  date text not null,
  provider text not null default '',
  "providerReference" text not null default '',
  "failureCode" text not null default '',
  attempts integer not null default 0,
  -- When it is sent, or asked for again.
  "dueAt" timestamptz,
  "sentAt" timestamptz,
  "paidAt" timestamptz,
  -- When money that had been paid came back: it is payable once more, by another payout.
  "returnedAt" timestamptz,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  -- How often staff sent a payout again after the provider refused it: a provider may answer an order it refused with the
  -- same refusal for a day.
  _round integer not null default 0,
  -- What of a payout the provider took back, in all.
  "_reversedCents" integer not null default 0,
  "_isUntold" boolean not null default false,
  constraint "payouts_reversedCents" check ("_reversedCents" >= 0 and "_reversedCents" <= "amountCents"),
  constraint payouts_date unique (instructor, date)
);
create index payouts_created on payouts (created desc nulls last, _seq);
-- The order of the list of staff.
create index payouts_day on payouts (date collate "C", id collate "C");
create index payouts_due on payouts ("dueAt", id) where status in ('planned', 'sent');
-- Pages of money over big books: each is read by an index in its own order.
create index payouts_instructor_created on payouts (instructor, created desc nulls last, _seq);
create index payouts_status on payouts (status) where status <> 'paid';
create index payouts_untold on payouts (id) where "_isUntold";

-- A lesson's other time: taken at once, or proposed to the other side, which answers.
create table reschedules (
  id text primary key,
  lesson text not null references lessons (id) on delete restrict,
  start timestamptz not null,
  "fromStart" timestamptz not null,
  -- Who wants the other time; staff and superusers decide.
  side text not null constraint reschedules_side check (side in ('learner', 'instructor', 'admin')),
  reason text not null default '',
  status text not null constraint reschedules_status check (status in ('done', 'proposed', 'accepted', 'refused', 'lapsed', 'withdrawn')),
  "answerBy" timestamptz,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  constraint reschedules_answer check (status <> 'proposed' or "answerBy" is not null)
);
create index reschedules_due on reschedules ("answerBy", id) where status = 'proposed';
create index reschedules_lesson on reschedules (lesson);
-- One proposal of a lesson waits at a time.
create unique index reschedules_one_open on reschedules (lesson) where status = 'proposed';

create table review_replies (
  id text primary key,
  review text not null constraint review_replies_review unique references reviews (id) on delete cascade,
  author text not null references users (id) on delete restrict,
  text text not null,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity
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

-- Hours that a learner buys of one instructor in advance. The money of a package stands at held_package:<purchase> and
-- moves to held:<lesson> when a lesson is paid with its minutes.
create table package_offers (
  id text primary key,
  instructor text not null references instructors (id) on delete cascade,
  minutes integer not null constraint package_offers_minutes check (minutes in (300, 600)),
  "discountPercent" integer not null default 0 constraint "package_offers_discountPercent" check ("discountPercent" between 0 and 50),
  active boolean not null default false,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint package_offers_once unique (instructor, minutes)
);

create table package_purchases (
  id text primary key,
  learner text not null references users (id) on delete restrict,
  instructor text not null references instructors (id) on delete restrict,
  minutes integer not null constraint package_purchases_minutes check (minutes in (300, 600)),
  "priceCents" integer not null constraint "package_purchases_priceCents" check ("priceCents" > 0),
  -- The price of a single hour when it was bought: used hours are counted at it when the rest goes back.
  "hourlyCents" integer not null,
  "discountPercent" integer not null,
  "minutesLeft" integer not null constraint "package_purchases_minutesLeft" check ("minutesLeft" >= 0 and "minutesLeft" <= minutes),
  "expiresOn" text not null,
  status text not null constraint package_purchases_status check (status in ('pending', 'active', 'used', 'refunded', 'expired')),
  "policyVersion" integer not null,
  "boughtAt" timestamptz,
  -- The instant at which its last day ends, where people are.
  "_endsAt" timestamptz not null,
  -- When something about it is due next: the end of waiting for money, a reminder, the end.
  "_dueAt" timestamptz not null,
  "_remindedDays" integer,
  -- When its instructor was last seen with a time to book, and when that is looked up again.
  "_slotSeenAt" timestamptz,
  "_slotCheckAt" timestamptz,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  -- What the instructor kept of a package that ended, and the platform's part of it: of lessons that are called off afterwards it goes back.
  "_keptCents" integer not null default 0,
  "_keptFeeCents" integer not null default 0
);
create index package_purchases_due on package_purchases ("_dueAt", id) where status in ('pending', 'active');
create index package_purchases_instructor on package_purchases (instructor);
create index package_purchases_learner on package_purchases (learner, instructor);
create index package_purchases_slots on package_purchases ("_slotCheckAt", id) where status = 'active';

create table package_refunds (
  id text primary key,
  "packagePurchase" text not null references package_purchases (id) on delete restrict constraint package_refunds_once unique,
  reason text not null
    constraint package_refunds_reason check (reason in ('asked', 'no_slots', 'instructor_ends', 'expired', 'safety', 'handed_over')),
  "refundCents" integer not null constraint "package_refunds_refundCents" check ("refundCents" >= 0),
  "keptCents" integer not null constraint "package_refunds_keptCents" check ("keptCents" >= 0),
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity
);

-- Who says to be at the meeting point, and when: evidence, a stamp a side for the time the lesson had.
create table arrivals (
  id text primary key,
  lesson text not null references lessons (id) on delete restrict,
  side text not null constraint arrivals_side check (side in ('learner', 'instructor')),
  -- The lesson's start when the stamp was made: it says nothing of another time.
  start timestamptz not null,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  constraint arrivals_once unique (lesson, side, start)
);

-- One side says that the other is missing, and what that came to.
create table no_shows (
  id text primary key,
  lesson text not null references lessons (id) on delete restrict constraint no_shows_once unique,
  missing text not null constraint no_shows_missing check (missing in ('learner', 'instructor')),
  text text not null default '',
  "refundCents" integer not null default 0 constraint "no_shows_refundCents" check ("refundCents" >= 0),
  "feeCents" integer not null default 0 constraint "no_shows_feeCents" check ("feeCents" >= 0),
  "creditCents" integer not null default 0 constraint "no_shows_creditCents" check ("creditCents" >= 0),
  "contestBy" timestamptz,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  -- A lesson's money is held until it can no longer be contested that its instructor was missing. Those of before were paid back at once.
  "_settleAt" timestamptz
);
create index no_shows_settle on no_shows ("_settleAt") where "_settleAt" is not null;

-- The side said to be missing tells its story, and staff decide.
create table no_show_contests (
  id text primary key,
  "noShow" text not null references no_shows (id) on delete restrict constraint no_show_contests_once unique,
  text text not null,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity
);

create table no_show_decisions (
  id text primary key,
  contest text not null references no_show_contests (id) on delete restrict constraint no_show_decisions_once unique,
  missing text not null constraint no_show_decisions_missing check (missing in ('learner', 'instructor')),
  reason text not null,
  "refundCents" integer not null default 0,
  "creditCents" integer not null default 0,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity
);

-- Every transaction of the ledger becomes part of a chain: its hash covers what it says and the hash before it. Posting
-- only puts it into the queue; a sweeper seals what is there, so no booking waits for another one's hash.
create table ledger_unsealed (
  transaction text primary key references ledger_transactions (id),
  _seq bigint generated always as identity
);
create index ledger_unsealed_order on ledger_unsealed (_seq);

create table ledger_chain (
  sequence bigint primary key,
  transaction text not null constraint ledger_chain_transaction unique references ledger_transactions (id),
  hash text not null
);

-- What an account of the platform has is kept in shares, so that no row is the one that every payment waits for. The
-- account's own balance is what it had before there were shares.
create table ledger_shares (
  account text not null references ledger_accounts (id),
  share smallint not null,
  "balanceCents" bigint not null,
  primary key (account, share)
);

-- Who waits for a time, what was freed, and whom it was offered to.
create table waitlist_entries (
  id text primary key,
  learner text not null references users (id) on delete cascade,
  "licenceClass" text not null,
  areas jsonb not null default '[]',
  windows jsonb not null default '[]',
  before text not null default '',
  instructor text not null default '',
  _instructor text generated always as (nullif(instructor, '')) stored
    constraint waitlist_entries_instructor_fkey references instructors (id) on delete cascade,
  -- `open` waits; `done` got a lesson by it; `over`: the last day that helped is past.
  status text not null default 'open' constraint waitlist_entries_status check (status in ('open', 'done', 'over')),
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity,
  -- A learner who waits can rest for a while without giving up the place.
  paused boolean not null default false
);
create index waitlist_entries_instructor on waitlist_entries (_instructor);
create index waitlist_entries_learner on waitlist_entries (learner);
create index waitlist_entries_open on waitlist_entries ("licenceClass", instructor) where status = 'open';

-- A stretch of an instructor's time that became free, until it is taken, past, or nobody is left to ask.
create table freed_times (
  id bigint generated always as identity primary key,
  instructor text not null references instructors (id) on delete cascade,
  start timestamptz not null,
  "end" timestamptz not null,
  -- When the next round of offers is due; null when there will be none.
  "nextRoundAt" timestamptz,
  -- Freed times say when they were noted, as few enough are in an hour, and are found once they are past.
  "notedAt" timestamptz not null default now(),
  constraint freed_times_once unique (instructor, start, "end")
);
create index freed_times_due on freed_times ("nextRoundAt", id) where "nextRoundAt" is not null;
create index freed_times_end on freed_times ("end");
create index freed_times_noted on freed_times (instructor, "notedAt");

create table waitlist_offers (
  id text primary key,
  entry text not null references waitlist_entries (id) on delete cascade,
  learner text not null references users (id) on delete cascade,
  instructor text not null references instructors (id) on delete cascade,
  start timestamptz not null,
  "durationMinutes" integer not null,
  "expiresAt" timestamptz not null,
  status text not null constraint waitlist_offers_status check (status in ('open', 'taken', 'lapsed', 'declined')),
  -- The lesson by which it was taken.
  lesson text not null default '',
  _freed bigint not null references freed_times (id) on delete cascade,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint waitlist_offers_once unique (_freed, entry)
);
create index waitlist_offers_entry on waitlist_offers (entry);
create index waitlist_offers_learner on waitlist_offers (learner);
create index waitlist_offers_lesson on waitlist_offers (lesson) where lesson <> '';
create index waitlist_offers_open on waitlist_offers (instructor, start) where status = 'open';

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
  _seq bigint generated always as identity,
  -- Why a claim about safety took nobody out of the search before staff decided; empty where it did, and of other kinds.
  unheeded text not null default '' constraint claims_unheeded check (unheeded in ('', 'not_begun', 'not_paid', 'said_before', 'said_of_another'))
);
create index claims_instructor on claims (instructor);
create index claims_learner on claims (learner);
create index claims_lesson on claims (lesson);
create unique index claims_one_open on claims (lesson) where status in ('open', 'talking', 'deciding');
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
create index claim_statements_author on claim_statements (author);
create index claim_statements_claim on claim_statements (claim, created);

create table claim_decisions (
  id text primary key,
  claim text not null constraint claim_decisions_claim unique references claims (id) on delete cascade,
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
  _seq bigint generated always as identity
);

-- How instructors are checked: they submit, staff verify, and what was checked changes by a request that staff answer.
create table instructor_submissions (
  id text primary key,
  instructor text not null references instructors (id) on delete cascade,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create index instructor_submissions_instructor on instructor_submissions (instructor, created);

create table verifications (
  id text primary key,
  instructor text not null references instructors (id) on delete cascade,
  outcome text not null constraint verifications_outcome check (outcome in ('accepted', 'refused', 'suspended', 'restored')),
  checks jsonb,
  reasons jsonb,
  -- A suspension waits for a second person.
  status text not null default 'done' constraint verifications_status check (status in ('waiting', 'done', 'withdrawn')),
  checker text not null default '',
  "checkerName" text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create index verifications_instructor on verifications (instructor, created);
create unique index verifications_waiting on verifications (instructor) where status = 'waiting';

create table verification_confirmations (
  id text primary key,
  verification text not null constraint verification_confirmations_verification unique references verifications (id) on delete cascade,
  checker text not null default '',
  "checkerName" text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);

create table instructor_changes (
  id text primary key,
  instructor text not null references instructors (id) on delete cascade,
  changes jsonb,
  photo text not null default '',
  "carPhoto" text not null default '',
  status text not null default 'waiting' constraint instructor_changes_status check (status in ('waiting', 'accepted', 'refused')),
  reason text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create index instructor_changes_instructor on instructor_changes (instructor, created);
create index instructor_changes_waiting on instructor_changes (created) where status = 'waiting';

-- Who of the staff has a case open: written every few seconds while its page is, and of no use afterwards.
create table case_visits (
  record text not null,
  "user" text not null references users (id) on delete cascade,
  seen timestamptz not null,
  primary key (record, "user")
);
create index case_visits_user on case_visits ("user");

-- What the provider told of and was taken: repeats have no effect.
create table provider_events (
  id text primary key,
  type text not null,
  created timestamptz not null,
  taken timestamptz not null
);

-- By which name a provider knows whom it pays out to.
create table payees (
  instructor text not null references instructors (id) on delete restrict,
  provider text not null,
  account text not null,
  "isReady" boolean not null default false,
  created timestamptz not null,
  updated timestamptz not null,
  primary key (instructor, provider)
);

-- Payments that the learner's bank took back.
create table chargebacks (
  id text primary key,
  payment text not null references payments (id) on delete restrict,
  "amountCents" integer not null constraint "chargebacks_amountCents" check ("amountCents" > 0),
  "feeCents" integer not null default 0 constraint "chargebacks_feeCents" check ("feeCents" >= 0),
  -- Of it what was still held for the lesson or package.
  "coveredCents" integer not null default 0,
  status text not null constraint chargebacks_status check (status in ('open', 'won', 'lost')),
  -- Where the lesson was that waits for the bank's decision.
  "_lessonWas" text not null default '',
  created timestamptz not null,
  updated timestamptz not null,
  _seq bigint generated always as identity,
  -- Whom what covers a chargeback is owed to, should it be won: name, telephone number and address of a learner who left
  -- meanwhile, until the bank decided.
  _payee jsonb,
  -- Whether its learner was told of a chargeback. One of a payment that has gone back, or is about to, is nobody's news
  -- until that refund fails.
  "_isTold" boolean not null default false
);
create index chargebacks_payment on chargebacks (payment);
create index chargebacks_untold on chargebacks (id) where (not "_isTold") and "coveredCents" > 0;

-- What an instructor did before it counts no more: staff decided so.
create table reliability_pardons (
  id text primary key,
  instructor text not null references instructors (id) on delete cascade,
  reason text not null,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create index reliability_pardons_instructor on reliability_pardons (instructor);

-- Learners whom an instructor brought along. Those who joined pay no fee, see db/functions/booking.sql.
create table own_learners (
  id text primary key,
  instructor text not null references instructors (id) on delete restrict,
  name text not null,
  phone text not null default '',
  note text not null default '',
  "user" text not null default '',
  _user text generated always as (nullif("user", '')) stored references users (id) on delete restrict,
  "inviteCode" text not null default '' constraint own_learners_code unique,
  "joinedAt" timestamptz,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint own_learners_user unique (instructor, _user)
);
create index own_learners_of on own_learners (instructor, created desc);
create index own_learners_user_of on own_learners (_user) where _user is not null;

-- Money that came in on the operator's own account, as the bank's statement has it. One line a row, however often the statement is read.
create table bank_lines (
  id text primary key,
  date text not null,
  "amountCents" integer not null constraint "bank_lines_amountCents" check ("amountCents" > 0),
  text text not null,
  status text not null constraint bank_lines_status check (status in ('open', 'matched', 'returning', 'returned', 'other', 'same', 'came_back')),
  -- What it paid, and what became of it there.
  payment text not null default '',
  outcome text not null default '' constraint bank_lines_outcome check (outcome in ('', 'paid', 'over', 'short', 'double', 'late')),
  -- By which it went back to its sender.
  "bankReference" text not null default '',
  "importedBy" text not null,
  _fingerprint text not null constraint bank_lines_fingerprint unique,
  created timestamptz not null,
  updated timestamptz not null,
  _seq bigint generated always as identity,
  -- A line of a statement that may be an earlier one, or pays what an earlier one paid: it waits until a person decides.
  "likeLine" text not null default ''
);
create index bank_lines_status_date on bank_lines (status, date);

create table own_payments (
  id text primary key,
  "ownLearner" text not null references own_learners (id) on delete restrict,
  "amountCents" integer not null constraint "own_payments_amountCents" check ("amountCents" between 1 and 1000000),
  method text not null constraint own_payments_method check (method in ('cash', 'paynow')),
  "paidOn" text not null,
  note text not null default '',
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity
);
create index own_payments_of on own_payments ("ownLearner", "paidOn" desc);

-- What an instructor writes down about somebody they teach, for themselves alone.
create table student_notes (
  id text primary key,
  instructor text not null references instructors (id) on delete cascade,
  learner text not null references users (id) on delete cascade,
  text text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint student_notes_learner unique (instructor, learner)
);
create index student_notes_of on student_notes (learner);

-- Who of the staff looked through whose account, why, and until when. `id` is the session's.
create table impersonations (
  id text primary key,
  actor text not null references users (id) on delete cascade,
  "user" text not null references users (id) on delete cascade,
  reason text not null,
  begun timestamptz not null,
  until timestamptz not null,
  ended timestamptz
);
create index impersonations_actor on impersonations (actor) where ended is null;
create index impersonations_open on impersonations (until) where ended is null;
create index impersonations_user on impersonations ("user");

-- The address under which a calendar program reads somebody's lessons; whoever has it can read them, so it can be renewed and ended.
create table calendar_addresses (
  "user" text primary key references users (id) on delete cascade,
  token text not null constraint calendar_addresses_token unique,
  created timestamptz not null
);

-- What was found of an instructor on the Traffic Police's public list, each time that somebody compared.
create table police_checks (
  id text primary key,
  instructor text not null references instructors (id) on delete cascade,
  "listedOn" text not null,
  outcome text not null constraint police_checks_outcome check (outcome in ('found', 'missing', 'name_differs', 'expired')),
  "listedName" text not null default '',
  note text not null default '',
  checker text not null default '',
  "checkerName" text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create index police_checks_instructor on police_checks (instructor, created desc);

-- What pages of money would have to add up from the whole ledger, added up as it is posted (post_ledger_transaction): fees
-- by instructor and month of Singapore, which the platform's invoices show, and how many entries there are, in all and of
-- the platform's accounts. Shares as of balances.
create table fee_months (
  instructor text not null references instructors (id) on delete restrict,
  month date not null,
  lessons integer not null,
  "amountCents" bigint not null,
  primary key (instructor, month)
);
-- Fee invoices, the newest first. What a month comes to is in no index of its months, so that adding to it writes to none.
create index fee_months_month on fee_months (month);

-- How often people searched for instructors, and how often nobody was found: by day of Singapore, the place and the hours
-- they wanted. It names no person. `fromHour` 0 and `toHour` 24 stand for any time of day, an empty area for anywhere.
create table search_sums (
  day date not null,
  area text not null,
  "fromHour" smallint not null,
  "toHour" smallint not null,
  searches integer not null,
  empty integer not null,
  constraint "search_sums_fromHour_check" check ("fromHour" between 0 and 23),
  constraint "search_sums_toHour_check" check ("toHour" between 1 and 24),
  primary key (day, area, "fromHour", "toHour")
);

-- What instructors had open for booking when a day began. Weekly hours change: what a past day offered is known only if it
-- was written down then.
create table offered_days (
  instructor text not null references instructors (id) on delete cascade,
  day date not null,
  minutes integer not null,
  -- What lessons took of what was open, by instructor, day and month.
  booked integer not null default 0,
  constraint offered_days_minutes_check check (minutes >= 0),
  primary key (day, instructor)
);
create index offered_days_instructor on offered_days (instructor);

-- Calendars that instructors keep elsewhere, and when those say that they are busy. Nothing else of what stands in them is kept.
create table outside_calendars (
  id text primary key,
  instructor text not null references instructors (id) on delete cascade,
  name text not null default '',
  url text not null default '',
  host text not null default '',
  "readAt" timestamptz,
  "triedAt" timestamptz,
  "failingSince" timestamptz,
  problem text not null default '',
  "unreadEvents" integer not null default 0,
  created timestamptz,
  updated timestamptz,
  -- When it is read next, how often in a row that failed, and what its server named the state that was read last.
  _due timestamptz not null default '-infinity'::timestamptz,
  _failures integer not null default 0,
  _etag text not null default '',
  _last_modified text not null default '',
  -- Until when an unchanged calendar need not be read in full.
  _known_until timestamptz,
  _seq bigint generated always as identity,
  -- What of a calendar kept elsewhere can't be read is a question to its owner, with its line; and a calendar may be a file that was sent.
  questions jsonb not null default '[]',
  file text not null default ''
);
create index outside_calendars_due on outside_calendars (_due);
create unique index outside_calendars_url on outside_calendars (instructor, url) where url <> '';

create table busy_times (
  id text default "left"(md5(((random())::text || (clock_timestamp())::text)), 15) primary key,
  instructor text not null references instructors (id) on delete cascade,
  calendar text not null references outside_calendars (id) on delete cascade,
  start timestamptz not null,
  "end" timestamptz not null,
  _seq bigint generated always as identity,
  constraint busy_times_once unique (calendar, start, "end"),
  constraint busy_times_order check (start < "end")
);
create index busy_times_instructor on busy_times (instructor, "end");

-- What staff write to many people at once. Whom one goes to is written down when it is sent: a row a person, so that nobody gets it twice.
create table broadcasts (
  id text primary key,
  title text not null,
  message text not null,
  audience text not null constraint broadcasts_audience check (audience in ('learners', 'instructors', 'everybody')),
  area text not null default '',
  language text not null default '',
  kind text not null constraint broadcasts_kind check (kind in ('necessary', 'news', 'offers')),
  status text not null default 'draft' constraint broadcasts_status check (status in ('draft', 'sending', 'sent', 'stopped')),
  recipients integer not null default 0,
  sent integer not null default 0,
  author text not null default '',
  "authorName" text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create index broadcasts_created on broadcasts (created desc, id);

create table broadcast_recipients (
  broadcast text not null references broadcasts (id) on delete cascade,
  "user" text not null references users (id) on delete cascade,
  told boolean not null default false,
  primary key (broadcast, "user")
);
create index broadcast_recipients_user on broadcast_recipients ("user");
create index broadcast_recipients_waiting on broadcast_recipients (broadcast, "user") where not told;

-- Reports in other forms than CSV, and those that are made by themselves every day, week or month.
create table report_schedules (
  id text primary key,
  name text not null,
  type text not null constraint report_schedules_type check (type in ('analytics', 'financial', 'performance', 'security')),
  format text not null default 'csv' constraint report_schedules_format check (format in ('csv', 'xlsx', 'pdf')),
  every text not null constraint report_schedules_every check (every in ('day', 'week', 'month')),
  paused boolean not null default false,
  "dueAt" timestamptz not null,
  author text not null default '',
  "authorName" text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);
create index report_schedules_due on report_schedules ("dueAt") where not paused;

-- Answers that the support gives often, and what a request is about.
create table saved_answers (
  id text primary key,
  title text not null,
  text text not null,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);

create table support_joins (
  id text primary key,
  request text not null references support_requests (id) on delete cascade,
  kind text not null constraint support_joins_kind check (kind in ('lesson', 'payment', 'person')),
  record text not null,
  label text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint support_joins_record unique (request, kind, record)
);

-- From where guests hold times, as a digest: for a day after the hold's end, or until an account takes it over. Counted, never shown.
create table _hold_networks (
  lesson text primary key,
  network text not null,
  until timestamptz not null
);
create index _hold_networks_network on _hold_networks (network, until);
create index _hold_networks_until on _hold_networks (until);

-- How many entries there are, by blocks of their ids, of all accounts and of each of the platform's (db/functions/ledger.sql).
create table ledger_blocks (
  account text not null,
  block bigint not null,
  share smallint not null,
  entries bigint not null,
  primary key (account, block, share)
);

-- What was posted to the platform's accounts, by day of Singapore and kind (db/functions/ledger.sql): figures of months are sums of it.
create table ledger_days (
  day date not null,
  account text not null,
  kind text not null,
  share smallint not null,
  cents bigint not null,
  entries bigint not null,
  primary key (day, account, kind, share)
);

-- What has to be counted again; a row of nulls alone means everything.
create table stale_sums (
  learner text,
  instructor text,
  day date,
  account text
);

-- Lessons by the day of Singapore on which they begin.
create table day_sums (
  day date not null,
  status text not null,
  lessons integer not null,
  primary key (day, status)
);

-- What was open for booking on a day, and what lessons took of it.
create table day_fills (
  day date primary key,
  "offeredMinutes" integer not null,
  "bookedMinutes" integer not null
);

-- The days of a year on which somebody had a lesson, a bit each, and the months in which they were given one.
create table learner_years (
  year smallint not null,
  learner text not null,
  agreed bit(366) not null,
  -- The first day of each month of the year on which somebody was given a lesson, in order: what the cohorts are counted from.
  "taughtFrom" date[] not null default '{}'::date[],
  primary key (year, learner)
);
create index learner_years_learner on learner_years (learner);

create table instructor_years (
  year smallint not null,
  instructor text not null,
  agreed bit(366) not null,
  primary key (year, instructor)
);
create index instructor_years_instructor on instructor_years (instructor);

-- When each learner's first lesson that was given began, and when they joined.
create table learner_firsts (
  learner text primary key,
  start timestamptz not null,
  joined timestamptz,
  -- Days from having an account to the first lesson, in whose order the one in the middle is found without putting all in order.
  "waitedDays" double precision
);
create index learner_firsts_start on learner_firsts (start) include (joined);
create index learner_firsts_waits on learner_firsts ("waitedDays", start);

-- When each account was seen last, and the later of that and when it was made: who is active is asked of so many at once.
create table account_seen (
  account text primary key,
  standing text not null,
  recent timestamptz,
  at timestamptz,
  constraint account_seen_standing_check check (standing in ('open', 'pending', 'suspended', 'closed'))
);
create index account_seen_at on account_seen (at desc nulls last, account);
create index account_seen_standing on account_seen (standing, recent);

-- How many accounts were seen or made last on a day; 'infinity' for those of whom neither is known.
create table account_days (
  standing text not null,
  day date not null,
  accounts integer not null,
  primary key (standing, day)
);

-- What the operator knows of pick-ups in a planning area: where to meet, or where one may not stop, and when that holds.
create table pickup_advice (
  id text primary key,
  area text not null,
  kind text not null constraint pickup_advice_kind check (kind in ('meet', 'avoid')),
  text text not null,
  weekdays jsonb not null default '[]',
  "startMinute" integer not null default 0 constraint "pickup_advice_startMinute" check ("startMinute" between 0 and 1439),
  "endMinute" integer not null default 1440 constraint "pickup_advice_endMinute" check ("endMinute" between 1 and 1440),
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint pickup_advice_hours check ("endMinute" > "startMinute")
);
create index pickup_advice_area on pickup_advice (area);

-- A learner goes on with another instructor: asked for by the learner or by the instructor, agreed to by the learner and
-- by who takes over.
create table hand_overs (
  id text primary key,
  learner text not null references users (id) on delete cascade,
  "fromInstructor" text not null references instructors (id) on delete cascade,
  "toInstructor" text not null references instructors (id) on delete cascade,
  "askedBy" text not null default 'learner' constraint "hand_overs_askedBy" check ("askedBy" in ('learner', 'instructor')),
  note text not null default '',
  status text not null default 'waiting' constraint hand_overs_status check (status in ('waiting', 'done', 'refused', 'withdrawn')),
  "learnerAgreedAt" timestamptz,
  "takerAgreedAt" timestamptz,
  "doneAt" timestamptz,
  "refundCents" integer not null default 0 constraint "hand_overs_refundCents" check ("refundCents" >= 0),
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  constraint hand_overs_agreed check (status <> 'done' or ("learnerAgreedAt" is not null and "takerAgreedAt" is not null)),
  constraint hand_overs_other check ("fromInstructor" <> "toInstructor")
);
create index "hand_overs_fromInstructor" on hand_overs ("fromInstructor");
create index hand_overs_learner on hand_overs (learner);
-- One question of each asker: that a learner asks somebody else is not found out by asking, too.
create unique index hand_overs_one_waiting on hand_overs (learner, "fromInstructor", "askedBy") where status = 'waiting';
create index "hand_overs_toInstructor" on hand_overs ("toInstructor", status);

-- For which postal sectors an account asked when it could be picked up, for a week. Counted, never shown.
create table _asked_places (
  account text not null,
  sector text not null,
  until timestamptz not null,
  primary key (account, sector)
);
create index _asked_places_until on _asked_places (until);

-- The learner says, too, that a lesson was given: it closes at once.
create table lesson_confirmations (
  id text primary key,
  lesson text not null references lessons (id) on delete restrict constraint lesson_confirmations_once unique,
  created timestamptz,
  updated timestamptz,
  _author text not null default '',
  _request_hash text not null default '',
  _seq bigint generated always as identity
);

-- What the provider charges for a payment or a refund: asked for until it says so, then booked once (db/functions/provider-fees.sql).
create table provider_fees (
  -- What it is of: `payment:<id>` or `refund:<id>`.
  id text primary key,
  payment text not null references payments (id) on delete restrict,
  refund text references refunds (id) on delete restrict,
  status text not null constraint provider_fees_status check (status in ('due', 'booked', 'refused', 'left')),
  "amountCents" integer not null default 0 constraint "provider_fees_amountCents" check ("amountCents" >= 0),
  -- Why it was not booked, and what the provider said.
  "refusalCode" text not null default '',
  said text not null default '',
  attempts integer not null default 0,
  -- When it is asked for, or asked for again.
  "dueAt" timestamptz not null,
  created timestamptz not null,
  updated timestamptz not null,
  "askedAgainAt" timestamptz,
  -- Who left it out, and when.
  "leftBy" text not null default '',
  "leftAt" timestamptz,
  -- By what name the provider knows what a fee is of: a refund that came back and is paid by hand is known by the bank's
  -- reference afterwards.
  reference text not null default ''
);
create index provider_fees_due on provider_fees ("dueAt", id) where status = 'due';
create index provider_fees_payment on provider_fees (payment);
create index provider_fees_refund on provider_fees (refund);
create index provider_fees_refused on provider_fees (created, id) where status = 'refused';

-- Of the learners whose first lesson was given in a month: how many were given their first one of that month, or of a
-- later month, on a day.
create table cohort_days (
  cohort date not null,
  day date not null,
  learners integer not null,
  primary key (cohort, day)
);

create table fill_months (
  instructor text not null,
  month date not null,
  minutes bigint not null,
  booked bigint not null,
  primary key (month, instructor)
);

-- Searches by month, kept with those by day.
create table search_months (
  month date not null,
  area text not null,
  "fromHour" smallint not null,
  "toHour" smallint not null,
  searches integer not null,
  empty integer not null,
  primary key (month, area, "fromHour", "toHour")
);

-- Cancellations by the day of Singapore on which they were made.
create table cancellation_sums (
  day date not null,
  "by" text not null,
  "isLate" boolean not null,
  excuse text not null,
  cancellations integer not null,
  primary key (day, by, "isLate", excuse)
);

-- What the kept sums were counted by: where it changes, they are counted anew. A migration that fills what it adds leaves
-- it empty, as this one.
create table sums_counted_by (
  definition text not null
);

-- What the provider took off its balance for itself that is the fee of no payment or refund, by its own name of it
-- (db/functions/provider-charges.sql).
create table provider_charges (
  id text primary key,
  description text not null,
  -- Below zero: it gave some of it back.
  "amountCents" integer not null,
  "chargedAt" timestamptz not null,
  created timestamptz not null
);
create index provider_charges_charged on provider_charges ("chargedAt" desc, id);

-- Who held which role of staff, and from when to when. No reference to the account: who was an administrator must be known
-- when it is gone.
create table role_terms (
  id bigint generated always as identity primary key,
  "user" text not null,
  role text not null,
  since timestamptz not null,
  until timestamptz,
  constraint role_terms_order check (until is null or until >= since)
);
create unique index role_terms_held on role_terms ("user") where until is null;
create index role_terms_role on role_terms (role, since);
create index role_terms_user on role_terms ("user");

-- What staff ask to have changed of another person's account, of what opens it.
create table account_changes (
  id text primary key,
  "user" text not null references users (id) on delete cascade,
  field text not null constraint account_changes_field check (field in ('email', 'twoFactor', 'role', 'suspended')),
  value text not null default '',
  was text not null default '',
  reason text not null default '',
  status text not null default 'waiting' constraint account_changes_status check (status in ('waiting', 'done', 'refused', 'withdrawn', 'lapsed')),
  starter text not null default '',
  "starterName" text not null default '',
  "personName" text not null default '',
  expires timestamptz,
  -- Of a role that the only administrator gives: when it takes effect by itself.
  "takesEffectAt" timestamptz,
  -- Of the link that the old address was mailed.
  _token_hash text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  "lockedUntil" timestamptz,
  -- The account is suspended by this change alone, which nobody confirmed yet.
  _locked boolean not null default false,
  constraint account_changes_lock check ("lockedUntil" is null or (field = 'suspended' and value = 'true'
      and ("lockedUntil" <= (created + '24:00:00'::interval))))
);
create index account_changes_created on account_changes (created);
create index account_changes_due on account_changes ("takesEffectAt") where status = 'waiting' and "takesEffectAt" is not null;
create index account_changes_expires on account_changes (expires) where status = 'waiting';
create index account_changes_locked on account_changes ("lockedUntil") where status = 'waiting' and _locked;
create index account_changes_lockers on account_changes (starter, created) where "lockedUntil" is not null;
create index account_changes_user on account_changes ("user", created);
create unique index account_changes_waiting on account_changes ("user", field) where status = 'waiting';

-- By whose second word a change took effect.
create table account_change_confirmations (
  id text primary key,
  change text not null constraint account_change_confirmations_change unique references account_changes (id) on delete cascade,
  way text not null default 'administrator'
    constraint account_change_confirmations_way check (way in ('administrator', 'old_address', 'command_line', 'time')),
  confirmer text not null default '',
  "confirmerName" text not null default '',
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity
);

-- Apps that show a code which changes each half a minute (RFC 6238).
create table totp_devices (
  id text primary key,
  "user" text not null references users (id) on delete cascade,
  name text not null default '',
  "lastUsed" timestamptz,
  created timestamptz,
  updated timestamptz,
  _seq bigint generated always as identity,
  -- Sealed by the server's key; the digest refuses a second device of one enrolment, by which a code could be used twice.
  -- Records that were moved here from elsewhere have neither, and open nothing.
  _secret text not null default '',
  _digest text constraint totp_devices_digest unique,
  -- The time step of the last code that was taken: no code of it or of one before is taken again.
  _step bigint not null default 0
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
  _credential text constraint passkeys_credential unique,
  _key bytea,
  -- How often the key was used, as it says itself; 0 where it does not count.
  _counter bigint not null default 0,
  _transports text[] not null default '{}'::text[]
);
create index passkeys_user on passkeys ("user");

-- What a passkey was asked to sign, until it has or the time is over. Empty `user`: whoever's key it will be.
create table _passkey_challenges (
  challenge text primary key,
  "user" text not null,
  purpose text not null,
  expires timestamptz not null,
  constraint _passkey_challenges_purpose_check check (purpose in ('enrol', 'sign_in'))
);
create index _passkey_challenges_expires on _passkey_challenges (expires);

-- Which histories the database continues: its own until infinity, under the name that its backups carry, and those of
-- others whose backups it went on from, until the time of that backup. It is in no backup. A backup of one of them is of
-- the past: what was ended since stays ended.
create table _histories (
  id text primary key,
  until timestamptz not null
);

-- The code that was sent to an account's number last.
create table phone_codes (
  "user" text primary key references users (id) on delete cascade,
  number text not null,
  hash text not null,
  tries integer not null default 0,
  created timestamptz not null
);

-- Money that a person sent and noted by the bank's reference: a reference is one transfer, so it is taken once, whatever
-- it was noted for. The lines of the bank's statement that went out are compared with it.
create table sent_by_hand (
  -- The reference as it is compared: letters and digits only, in capitals.
  compared_reference text primary key,
  of_what text not null constraint sent_by_hand_of_what check (of_what in ('payouts', 'refunds', 'bank_lines')),
  record text not null,
  "amountCents" integer not null constraint "sent_by_hand_amountCents" check ("amountCents" > 0),
  reference text not null,
  created timestamptz not null,
  -- Money that a person sent and the bank brought back (a closed account): the line of the statement that brought it; empty for most.
  "cameBackAs" text not null default ''
);

-- Lines of the bank's statement that went out. The books have such money already (a refund, a payout, a line sent back);
-- what the statement says beyond that, or otherwise, waits for a person: another amount, a second time, or money that the
-- bank took back.
create table bank_debits (
  id text primary key,
  date text not null,
  "amountCents" integer not null constraint "bank_debits_amountCents" check ("amountCents" > 0),
  text text not null default '',
  status text not null constraint bank_debits_status check (status in ('unknown', 'open', 'sent', 'recalled', 'other')),
  -- Why it waits, while it is open.
  why text not null default '' constraint bank_debits_why check (why in ('', 'recall', 'other_amount', 'twice')),
  -- What was noted as sent that it names or is (`sent_by_hand`), and the line that it takes back.
  sent text not null default '',
  line text not null default '',
  "isReversal" boolean not null default false,
  "importedBy" text not null,
  _squashed text generated always as (upper(regexp_replace(text, '[^A-Za-z0-9]', '', 'g'))) stored,
  _fingerprint text not null constraint bank_debits_fingerprint unique,
  created timestamptz not null,
  updated timestamptz not null,
  _seq bigint generated always as identity,
  constraint bank_debits_open check ((status = 'open') = (why <> ''))
);
create index bank_debits_day on bank_debits (date, "amountCents");
create unique index bank_debits_line on bank_debits (line) where status = 'recalled';
-- What was sent once is one line, and a line is taken back once.
create unique index bank_debits_sent on bank_debits (sent) where status = 'sent';
create index bank_debits_waiting on bank_debits (status, date) where status in ('unknown', 'open');

-- One row for each transaction with an entry on provider_clearing, written as it is posted: later nobody knows any more
-- what a refund was called.
create table outside_moves (
  transaction text primary key,
  -- The payment provider (`stripe`, `sandbox`), `manual` for the operator's own bank account, empty where nobody said.
  place text not null,
  reference text not null,
  part text not null constraint outside_moves_part check (part in ('money', 'fee')),
  cents bigint not null,
  created timestamptz not null
);
create index outside_moves_reference on outside_moves (place, reference, part);

-- What moved on the provider's balance, by its own name of it, as it was read.
create table provider_moves (
  id text primary key,
  place text not null,
  -- What it is of: the payment, refund, transfer or dispute by the provider's name; else its own name.
  reference text not null,
  kind text not null,
  -- Before the fee, in the currency's smallest unit; what leaves the balance is below zero.
  cents bigint not null,
  "feeCents" bigint not null,
  currency text not null,
  -- Moved between the provider and the operator's own bank, or held back by the provider: the books do not have it.
  "isApart" boolean not null,
  "movedAt" timestamptz not null,
  created timestamptz not null
);
create index provider_moves_reference on provider_moves (place, reference);

-- Until when all that moved was read.
create table provider_reads (
  place text primary key,
  "readUntil" timestamptz not null
);

-- What a comparison came to, the latest of each day of Singapore.
create table outside_proofs (
  place text not null,
  day date not null,
  "comparedAt" timestamptz not null,
  "readUntil" timestamptz,
  "hereCents" bigint not null,
  "thereCents" bigint not null,
  -- Of all that differs, added up without signs; how many, and since when the oldest does.
  "differenceCents" bigint not null,
  differing integer not null,
  "oldestSince" timestamptz,
  -- The oldest 200: what is missing on which side.
  differences jsonb not null,
  -- Days that nothing outside tells of.
  gaps jsonb not null default '[]',
  -- Since when there has been nothing to compare the bank's money with, though some is booked; null where there is.
  "notComparedSince" timestamptz,
  primary key (place, day)
);

-- What the payment provider told that a person has to settle: what is not known here, was done at the provider itself, or
-- came to another sum. The provider's own name of it, its amount in the currency's smallest unit, and by when somebody
-- looks.
create table provider_cases (
  id text primary key,
  kind text not null constraint provider_cases_kind check (kind in ('refund', 'dispute', 'intent', 'reversal', 'event')),
  reason text not null,
  reference text not null,
  payment text references payments (id) on delete restrict,
  payout text references payouts (id) on delete restrict,
  "amountCents" bigint not null,
  currency text not null,
  status text not null constraint provider_cases_status check (status in ('open', 'settled')),
  -- What was done about it, by whom.
  note text not null default '',
  "settledBy" text not null default '',
  "settledAt" timestamptz constraint "provider_cases_settledAt" check ((status = 'settled') = ("settledAt" is not null)),
  "dueAt" timestamptz not null,
  created timestamptz not null
);
create index provider_cases_open on provider_cases ("dueAt", id) where status = 'open';
create index provider_cases_payment on provider_cases (payment);
create index provider_cases_payout on provider_cases (payout);
create index provider_cases_settled on provider_cases ("settledAt", id) where status = 'settled';

-- Refunds that people made at the provider itself, by its name of each: taken once, however often and in whichever order they are told.
create table provider_refunds (
  id text primary key,
  payment text not null references payments (id) on delete restrict,
  "amountCents" integer not null constraint "provider_refunds_amountCents" check ("amountCents" > 0),
  -- What of it is more than its payment had left: somebody had paid it by hand before.
  "excessCents" integer not null default 0 constraint "provider_refunds_excessCents" check ("excessCents" >= 0 and "excessCents" <= "amountCents"),
  status text not null constraint provider_refunds_status check (status in ('sent', 'paid', 'failed')),
  created timestamptz not null,
  updated timestamptz not null
);
create index provider_refunds_payment on provider_refunds (payment);

-- Which days each imported statement of the bank has lines of, and the balances it begins and ends with where it says
-- them: days that no statement has are told.
create table bank_statements (
  id bigint generated always as identity primary key,
  "from" text not null,
  "to" text not null,
  "openingCents" bigint,
  "closingCents" bigint,
  created timestamptz not null,
  -- The number of the account that a statement is of, its digits alone; empty where the file does not say it.
  account text not null default '',
  constraint bank_statements_days check ("from" <= "to")
);

-- Which accounts were deleted or erased, and when. A restored backup of before brings them back, and ends them again by
-- this. People choose the id of an account, so the moment at which it was created tells it from another one of the same
-- id.
create table _ended_accounts (
  account text not null,
  created timestamptz not null,
  outcome text not null constraint _ended_accounts_outcome check (outcome in ('deleted', 'erased')),
  at timestamptz not null,
  primary key (account, created)
);

-- Differences between the books and the outside that a person explained: they are open again as soon as either side has another sum.
create table outside_explained (
  place text not null,
  reference text not null,
  part text not null constraint outside_explained_part check (part in ('money', 'fee')),
  currency text not null,
  "hereCents" bigint not null,
  "thereCents" bigint not null,
  reason text not null constraint outside_explained_reason check (reason <> ''),
  "explainedBy" text not null,
  created timestamptz not null,
  primary key (place, reference, part, currency)
);

-- By which name the payment provider keeps the cards that somebody saved there. A row outlives its account until the provider has
-- forgotten them ("endedAt", as the account ends: db/functions/ended-accounts.sql).
create table card_customers (
  customer text primary key,
  provider text not null,
  "user" text not null,
  created timestamptz not null,
  "endedAt" timestamptz
);
create index card_customers_ended on card_customers ("endedAt") where "endedAt" is not null;
create unique index card_customers_user on card_customers ("user", provider) where "endedAt" is null;

-- The times of a file are asked for by its reading alone. In the row of their calendar every list of calendars carried
-- them, megabytes of each.
create table outside_calendar_times (
  calendar text primary key references outside_calendars (id) on delete cascade,
  times text not null
);

-- Of tables that are made after the ones that name them.
alter table lessons add constraint "lessons_ownLearner_fkey" foreign key ("_ownLearner") references own_learners (id) on delete restrict;

-- What every installation begins with. The first start adds what depends on the operator, and sets "created" of the policies by it.
insert into search_epochs (cause, xid) values ('holidays', pg_current_xact_id()), ('removed_profiles', pg_current_xact_id());

-- A row without names makes the first reader count everything.
insert into stale_sums default values;

insert into policies (id, version, "effectiveFrom", "values") values ('policy000000001', 1, '2010-01-01T00:00:00+08:00', '{
    "holdMinutes": 15, "requestLapseHours": 12, "requestLapseShortHours": 3, "requestShortBelowHours": 24, "noticeMinutes": 720,
    "horizonDays": 56, "gapMinutes": 15, "learnerWeekLessons": 3,
    "tiers": [{"hoursBefore": 24, "refundPercent": 100}, {"hoursBefore": 12, "refundPercent": 50}], "badgeEarlierHours": 24,
    "refillKeepCents": 500, "mercyPasses": 1, "mercyMonths": 6, "mercyInstructorPercent": 50, "waiveDays": 30, "graceMinutes": 30,
    "graceBeyondHours": 24, "maxReschedules": 2, "rescheduleAnswerHours": 24, "noShowAfterMinutes": 15, "contestHours": 24,
    "goodwillCents": 1000, "goodwillBelowHours": 24, "goodwillByPlatform": 2, "reliabilityDays": 90, "instructorWarnAt": 3,
    "instructorHideAt": 5, "instructorHideDays": 14, "sameLearnerCancels": 3, "appealDays": 14, "learnerPrepayAt": 2,
    "learnerApprovalAt": 3, "firstLessonClaimHours": 48, "firstLessonClaims": 2, "claimHours": 72, "talkHours": 24, "evidenceDays": 3,
    "decisionWorkingDays": 3, "noSlotsDays": 28, "packageValidMonths": 12, "packageReminderDays": [90, 30, 7],
    "packageSmallPercent": 3, "packageLargePercent": 5, "packageMaxMinutes": 600, "feeFirstPercent": 10,
    "feeFirstHours": 10, "feeLaterPercent": 5, "feeCapCents": 12000, "autoCloseHours": 24, "payoutAfterHours": 72, "payoutWeekday": 3,
    "payoutMinimumCents": 2000, "payoutMaxHoldDays": 90, "refundWorkingDays": 5, "paynowRefundDays": 60, "reviewDays": 14,
    "reviewEveryLessons": 5, "reviewReplyDays": 30, "reviewEditHours": 48, "ratingMinReviews": 3, "ratingPriorMean": 4.5,
    "ratingPriorWeight": 5, "ratingRecentMonths": 24, "ratingRecentWeight": 2, "moderationWorkingDays": 3,
    "documentReminderDays": [90, 60, 30, 14, 7], "contactHours": 24, "waitlistEntries": 3, "waitlistOffers": 5,
    "waitlistMinutes": 20, "bookingYears": 7, "chatMonths": 12, "addressDays": 30, "imageDays": 30, "supportFromHour": 9,
    "supportToHour": 18, "supportAnswerHours": 2
  }');

-- What tests and licences cost, by the Traffic Police and the test centres.
insert into test_fees (id, kind, cents, "effectiveFrom", created, updated)
select id, kind, cents, day, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'
from (values
  ('feebasictheory1', 'basic_theory', 720, '2026-01-01'),
  ('feebasictheory2', 'basic_theory', 800, '2027-03-13'),
  ('feeprovisional1', 'provisional_licence', 2500, '2026-01-01'),
  ('feefinaltheory1', 'final_theory', 720, '2026-01-01'),
  ('feefinaltheory2', 'final_theory', 800, '2027-03-13'),
  ('feesimulator001', 'simulator', 3052, '2026-01-01'),
  ('feepractical001', 'practical_test', 4000, '2026-01-01'),
  ('feepractical002', 'practical_test', 4500, '2027-03-13'),
  ('feepractical003', 'practical_test', 5000, '2028-03-13'),
  ('feelicence00001', 'licence', 5000, '2026-01-01')
) as fee (id, kind, cents, day);

-- The two areas that are commonly named to learners; staff keep the list from here on.
insert into pickup_advice (id, area, kind, text, created, updated) values
  ('adviceorchard00', 'Orchard', 'avoid', 'Learners may not drive in some busy areas, such as Orchard Road. Choose a place to meet away from it.',
    '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
  ('adviceoutram000', 'Outram', 'avoid', 'Learners may not drive in some busy areas, such as Chinatown. Choose a place to meet outside it.',
    '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z');

-- View collections are SELECTs that superusers write. Their views belong to a role that may read what no secret is, and nothing else:
-- whoever reads such a view, its tables are read with this role's rights. Nobody can sign in as it. Roles belong to the whole cluster, so
-- another database may have made it already.
do $$
begin
  if not exists (select from pg_roles where rolname = 'kerbside_view_reader') then
    begin
      create role kerbside_view_reader nologin noinherit;
    exception
      when duplicate_object or unique_violation then null;
      -- An operator who lets nobody make roles makes this one by hand; until then views are refused.
      when insufficient_privilege then
        raise notice 'The role kerbside_view_reader is missing: view collections cannot be made.';
        return;
    end;
  end if;
  begin
    if not pg_has_role(current_user, 'kerbside_view_reader', 'member') then
      execute format('grant kerbside_view_reader to %I', current_user);
    end if;
    execute format('grant usage, create on schema %I to kerbside_view_reader', current_schema());
  exception
    when insufficient_privilege then
      raise notice 'The role kerbside_view_reader cannot be used: view collections cannot be made.';
  end;
end
$$;
