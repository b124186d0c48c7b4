-- Generated from db/migrations by `bin/check --write-schema`; do not edit.

create extension btree_gist;

CREATE OR REPLACE FUNCTION public.make_instructor_calendar()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into instructor_calendars (instructor) values (new.id);
  return null;
end $function$;

create table "_authOrigins" (
  id text not null,
  "collectionRef" text not null default ''::text,
  "recordRef" text not null default ''::text,
  fingerprint text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint "_authOrigins_fingerprint" UNIQUE ("collectionRef", "recordRef", fingerprint),
  constraint "_authOrigins_pkey" PRIMARY KEY (id)
);

create table _collections (
  id text not null,
  name text not null,
  definition jsonb not null,
  _seq bigint not null generated always as identity,
  constraint _collections_pkey PRIMARY KEY (id)
);

create table "_externalAuths" (
  id text not null,
  "collectionRef" text not null default ''::text,
  "recordRef" text not null default ''::text,
  provider text not null default ''::text,
  "providerId" text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint "_externalAuths_pkey" PRIMARY KEY (id),
  constraint "_externalAuths_provider_id" UNIQUE ("collectionRef", provider, "providerId"),
  constraint "_externalAuths_record_provider" UNIQUE ("collectionRef", "recordRef", provider)
);

create table _mails (
  id bigint not null generated always as identity,
  key text,
  "to" text not null,
  subject text not null,
  message jsonb not null,
  status text not null default 'queued'::text,
  attempts integer not null default 0,
  error text not null default ''::text,
  created timestamp with time zone not null,
  sent timestamp with time zone,
  constraint _mails_key UNIQUE (key),
  constraint _mails_pkey PRIMARY KEY (id),
  constraint _mails_status CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'kept'::text, 'failed'::text])))
);

create table _mfas (
  id text not null,
  "collectionRef" text not null default ''::text,
  "recordRef" text not null default ''::text,
  method text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint _mfas_pkey PRIMARY KEY (id)
);

create table _otps (
  id text not null,
  "collectionRef" text not null default ''::text,
  "recordRef" text not null default ''::text,
  password text not null default ''::text,
  "sentTo" text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint _otps_pkey PRIMARY KEY (id)
);

create table _params (
  id text not null,
  value jsonb not null,
  updated timestamp with time zone not null,
  constraint _params_pkey PRIMARY KEY (id)
);

create table _superusers (
  id text not null,
  password text not null default ''::text,
  "tokenKey" text not null,
  email text not null default ''::text,
  "emailVisibility" boolean not null default false,
  verified boolean not null default false,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint "_superusers_tokenKey" UNIQUE ("tokenKey"),
  constraint _superusers_pkey PRIMARY KEY (id)
);

create table availability_overrides (
  id text not null,
  instructor text not null,
  date text not null,
  windows jsonb not null default '[]'::jsonb,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint availability_overrides_date CHECK ((date ~ '^\d{4}-\d{2}-\d{2}$'::text)),
  constraint availability_overrides_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint availability_overrides_once UNIQUE (instructor, date),
  constraint availability_overrides_pkey PRIMARY KEY (id)
);

create table availability_rules (
  id text not null,
  instructor text not null,
  weekday integer not null,
  "startMinute" integer not null,
  "endMinute" integer not null,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint "availability_rules_endMinute" CHECK ((("endMinute" >= 1) AND ("endMinute" <= 1440))),
  constraint "availability_rules_startMinute" CHECK ((("startMinute" >= 0) AND ("startMinute" <= 1439))),
  constraint availability_rules_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint availability_rules_order CHECK (("startMinute" < "endMinute")),
  constraint availability_rules_pkey PRIMARY KEY (id),
  constraint availability_rules_weekday CHECK (((weekday >= 0) AND (weekday <= 6)))
);

create table holidays (
  id text not null,
  date text not null,
  name text not null default ''::text,
  closes boolean not null default false,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint holidays_date CHECK ((date ~ '^\d{4}-\d{2}-\d{2}$'::text)),
  constraint holidays_once UNIQUE (date),
  constraint holidays_pkey PRIMARY KEY (id)
);

create table instructor_calendars (
  instructor text not null,
  version bigint not null default 1,
  constraint instructor_calendars_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint instructor_calendars_pkey PRIMARY KEY (instructor)
);

create table instructor_documents (
  id text not null,
  instructor text not null,
  kind text not null,
  file text not null default ''::text,
  "expiresOn" text not null default ''::text,
  status text not null default 'pending'::text,
  reason text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint instructor_documents_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint instructor_documents_kind CHECK ((kind = ANY (ARRAY['licence'::text, 'vehicle'::text, 'insurance'::text, 'medical'::text, 'photo'::text]))),
  constraint instructor_documents_pkey PRIMARY KEY (id),
  constraint instructor_documents_status CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'refused'::text])))
);

create table instructors (
  id text not null,
  "user" text not null default ''::text,
  name text not null default ''::text,
  photo text not null default ''::text,
  bio text not null default ''::text,
  status text not null default 'draft'::text,
  "licenceClasses" jsonb not null default '[]'::jsonb,
  languages jsonb not null default '[]'::jsonb,
  areas jsonb not null default '[]'::jsonb,
  "testCentre" text not null default ''::text,
  "postalSector" text not null default ''::text,
  "hourlyCents" integer not null default 0,
  "eveningSurchargePercent" integer not null default 0,
  "weekendSurchargePercent" integer not null default 0,
  timezone text not null default 'Asia/Singapore'::text,
  "lessonMinutes" jsonb not null default '[60, 90, 120]'::jsonb,
  "slotStepMinutes" integer not null default 30,
  "minNoticeMinutes" integer not null default 720,
  "horizonDays" integer not null default 56,
  "gapMinutes" integer not null default 15,
  "maxLessonsPerDay" integer not null default 0,
  "maxLessonsPerWeek" integer not null default 0,
  "maxPerLearnerPerWeek" integer not null default 3,
  "instantBooking" boolean not null default true,
  "worksHolidays" boolean not null default false,
  "cancellationHours" integer not null default 24,
  "ratingAverage" double precision not null default 0,
  "ratingCount" integer not null default 0,
  "ratingShown" jsonb,
  "passRatePercent" integer not null default 0,
  "passRatePeriod" text not null default ''::text,
  "passRateSample" integer not null default 0,
  "vehiclePlate" text not null default ''::text,
  "vehicleModel" text not null default ''::text,
  "licenceExpiresOn" text not null default ''::text,
  "retiresOn" text not null default ''::text,
  "verifiedAt" timestamp with time zone,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint "instructors_cancellationHours" CHECK (("cancellationHours" = ANY (ARRAY[24, 48]))),
  constraint "instructors_eveningSurchargePercent" CHECK ((("eveningSurchargePercent" >= 0) AND ("eveningSurchargePercent" <= 100))),
  constraint "instructors_gapMinutes" CHECK ((("gapMinutes" >= 0) AND ("gapMinutes" <= 720))),
  constraint "instructors_horizonDays" CHECK ((("horizonDays" >= 0) AND ("horizonDays" <= 730))),
  constraint "instructors_hourlyCents" CHECK (("hourlyCents" >= 0)),
  constraint "instructors_maxLessonsPerDay" CHECK (("maxLessonsPerDay" >= 0)),
  constraint "instructors_maxLessonsPerWeek" CHECK (("maxLessonsPerWeek" >= 0)),
  constraint "instructors_maxPerLearnerPerWeek" CHECK (("maxPerLearnerPerWeek" >= 0)),
  constraint "instructors_minNoticeMinutes" CHECK (("minNoticeMinutes" >= 0)),
  constraint "instructors_slotStepMinutes" CHECK ((("slotStepMinutes" >= 0) AND ("slotStepMinutes" <= 1440))),
  constraint "instructors_weekendSurchargePercent" CHECK ((("weekendSurchargePercent" >= 0) AND ("weekendSurchargePercent" <= 100))),
  constraint instructors_pkey PRIMARY KEY (id),
  constraint instructors_status CHECK ((status = ANY (ARRAY['draft'::text, 'submitted'::text, 'listed'::text, 'paused'::text, 'suspended'::text, 'retired'::text]))),
  constraint instructors_user_fkey FOREIGN KEY ("user") REFERENCES users(id) ON DELETE RESTRICT
);

create table ledger_accounts (
  id text not null,
  "balanceCents" bigint not null default 0,
  constraint ledger_accounts_pkey PRIMARY KEY (id)
);

create table ledger_entries (
  id bigint not null generated always as identity,
  transaction text not null,
  account text not null,
  "amountCents" bigint not null,
  constraint "ledger_entries_amountCents" CHECK (("amountCents" <> 0)),
  constraint ledger_entries_account_fkey FOREIGN KEY (account) REFERENCES ledger_accounts(id),
  constraint ledger_entries_pkey PRIMARY KEY (id),
  constraint ledger_entries_transaction_fkey FOREIGN KEY (transaction) REFERENCES ledger_transactions(id)
);

create table ledger_transactions (
  id text not null,
  kind text not null,
  lesson text,
  payment text,
  cause text not null,
  created timestamp with time zone not null,
  constraint ledger_transactions_cause UNIQUE (cause),
  constraint ledger_transactions_lesson_fkey FOREIGN KEY (lesson) REFERENCES lessons(id) ON DELETE RESTRICT,
  constraint ledger_transactions_pkey PRIMARY KEY (id)
);

create table lessons (
  id text not null,
  instructor text not null,
  learner text not null,
  start timestamp with time zone not null,
  "end" timestamp with time zone not null,
  "durationMinutes" integer not null,
  pickup text not null default ''::text,
  "postalCode" text not null default ''::text,
  note text not null default ''::text,
  status text not null,
  "priceCents" integer not null,
  lines jsonb not null default '[]'::jsonb,
  "holdExpiresAt" timestamp with time zone,
  "requestExpiresAt" timestamp with time zone,
  "confirmedAt" timestamp with time zone,
  "policyVersion" integer not null default 1,
  "cancellationHours" integer not null default 24,
  "startCode" text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  occupied tstzrange generated always as (tstzrange(start, "end", '[)'::text)) stored,
  constraint "lessons_durationMinutes" CHECK ((("durationMinutes" >= 5) AND ("durationMinutes" <= 2880))),
  constraint "lessons_priceCents" CHECK (("priceCents" >= 0)),
  constraint lessons_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE RESTRICT,
  constraint lessons_instructor_overlap EXCLUDE USING gist (instructor WITH =, occupied WITH &&) WHERE ((status = ANY (ARRAY['held'::text, 'requested'::text, 'confirmed'::text, 'in_progress'::text, 'completed'::text, 'closed'::text, 'disputed'::text, 'no_show_learner'::text, 'no_show_instructor'::text]))),
  constraint lessons_learner_fkey FOREIGN KEY (learner) REFERENCES users(id) ON DELETE RESTRICT,
  constraint lessons_learner_overlap EXCLUDE USING gist (learner WITH =, occupied WITH &&) WHERE ((status = ANY (ARRAY['held'::text, 'requested'::text, 'confirmed'::text, 'in_progress'::text, 'completed'::text, 'closed'::text, 'disputed'::text, 'no_show_learner'::text, 'no_show_instructor'::text]))),
  constraint lessons_length CHECK (("end" = (start + make_interval(mins => "durationMinutes")))),
  constraint lessons_order CHECK ((start < "end")),
  constraint lessons_pkey PRIMARY KEY (id),
  constraint lessons_status CHECK ((status = ANY (ARRAY['held'::text, 'requested'::text, 'confirmed'::text, 'in_progress'::text, 'completed'::text, 'closed'::text, 'expired'::text, 'declined'::text, 'cancelled_by_learner'::text, 'cancelled_by_instructor'::text, 'no_show_learner'::text, 'no_show_instructor'::text, 'disputed'::text])))
);

create table notifications (
  id text not null,
  "user" text not null,
  title text not null default ''::text,
  message text not null default ''::text,
  type text not null,
  link text not null default ''::text,
  read boolean not null default false,
  _key text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint notifications_key UNIQUE (_key),
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_type CHECK ((type = ANY (ARRAY['user'::text, 'payment'::text, 'system'::text, 'security'::text]))),
  constraint notifications_user_fkey FOREIGN KEY ("user") REFERENCES users(id) ON DELETE CASCADE
);

create table payments (
  id text not null,
  learner text not null,
  lesson text,
  method text not null,
  status text not null,
  "amountCents" integer not null,
  "refundedCents" integer not null default 0,
  provider text not null default ''::text,
  "providerReference" text not null default ''::text,
  "qrPayload" text not null default ''::text,
  "failureCode" text not null default ''::text,
  "expiresAt" timestamp with time zone,
  "succeededAt" timestamp with time zone,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  constraint "payments_amountCents" CHECK (("amountCents" >= 0)),
  constraint payments_learner_fkey FOREIGN KEY (learner) REFERENCES users(id) ON DELETE RESTRICT,
  constraint payments_lesson_fkey FOREIGN KEY (lesson) REFERENCES lessons(id) ON DELETE RESTRICT,
  constraint payments_method CHECK ((method = ANY (ARRAY['card'::text, 'paynow'::text, 'credit'::text, 'cash'::text]))),
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_status CHECK ((status = ANY (ARRAY['requires_action'::text, 'processing'::text, 'succeeded'::text, 'failed'::text, 'expired'::text, 'refunded'::text, 'part_refunded'::text])))
);

create table policies (
  version integer not null,
  "effectiveFrom" timestamp with time zone not null,
  rules jsonb not null,
  constraint policies_pkey PRIMARY KEY (version)
);

create table reviews (
  id text not null,
  lesson text not null,
  instructor text not null,
  author text not null,
  side text not null,
  rating integer not null,
  text text not null default ''::text,
  tags jsonb not null default '[]'::jsonb,
  "authorName" text not null default ''::text,
  "publishedAt" timestamp with time zone,
  created timestamp with time zone,
  updated timestamp with time zone,
  _author text not null default ''::text,
  _request_hash text not null default ''::text,
  _seq bigint not null generated always as identity,
  constraint reviews_author_fkey FOREIGN KEY (author) REFERENCES users(id) ON DELETE RESTRICT,
  constraint reviews_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE RESTRICT,
  constraint reviews_lesson_fkey FOREIGN KEY (lesson) REFERENCES lessons(id) ON DELETE RESTRICT,
  constraint reviews_once UNIQUE (lesson, side),
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_rating CHECK (((rating >= 1) AND (rating <= 5))),
  constraint reviews_side CHECK ((side = ANY (ARRAY['learner'::text, 'instructor'::text])))
);

create table time_off (
  id text not null,
  instructor text not null,
  start timestamp with time zone not null,
  "end" timestamp with time zone not null,
  reason text not null default ''::text,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint time_off_instructor_fkey FOREIGN KEY (instructor) REFERENCES instructors(id) ON DELETE CASCADE,
  constraint time_off_order CHECK ((start < "end")),
  constraint time_off_pkey PRIMARY KEY (id)
);

create table users (
  id text not null,
  password text not null default ''::text,
  "tokenKey" text not null,
  email text not null default ''::text,
  "emailVisibility" boolean not null default false,
  verified boolean not null default false,
  name text not null default ''::text,
  "firstName" text not null default ''::text,
  "lastName" text not null default ''::text,
  avatar text not null default ''::text,
  phone text not null default ''::text,
  location text not null default ''::text,
  bio text not null default ''::text,
  role text not null default 'user'::text,
  language text not null default ''::text,
  timezone text not null default ''::text,
  "twoFactor" boolean not null default false,
  created timestamp with time zone,
  updated timestamp with time zone,
  _seq bigint not null generated always as identity,
  constraint "users_tokenKey" UNIQUE ("tokenKey"),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_role CHECK ((role = ANY (ARRAY['user'::text, 'premium'::text, 'moderator'::text, 'admin'::text])))
);

CREATE UNIQUE INDEX _collections_name ON public._collections USING btree (lower(name));
CREATE INDEX _mails_to ON public._mails USING btree ("to", id DESC);
CREATE INDEX _mfas_record ON public._mfas USING btree ("collectionRef", "recordRef");
CREATE INDEX _otps_record ON public._otps USING btree ("collectionRef", "recordRef");
CREATE UNIQUE INDEX _superusers_email ON public._superusers USING btree (email) WHERE (email <> ''::text);
CREATE INDEX availability_rules_instructor ON public.availability_rules USING btree (instructor);
CREATE INDEX instructor_documents_instructor ON public.instructor_documents USING btree (instructor);
CREATE UNIQUE INDEX instructors_user ON public.instructors USING btree ("user");
CREATE INDEX ledger_entries_account ON public.ledger_entries USING btree (account, id);
CREATE INDEX ledger_entries_transaction ON public.ledger_entries USING btree (transaction);
CREATE INDEX ledger_transactions_lesson ON public.ledger_transactions USING btree (lesson);
CREATE INDEX lessons_hold ON public.lessons USING btree ("holdExpiresAt") WHERE (status = 'held'::text);
CREATE INDEX lessons_instructor_start ON public.lessons USING btree (instructor, start);
CREATE INDEX lessons_learner_start ON public.lessons USING btree (learner, start);
CREATE INDEX notifications_user ON public.notifications USING btree ("user", created DESC);
CREATE INDEX payments_due ON public.payments USING btree ("expiresAt") WHERE (status = ANY (ARRAY['requires_action'::text, 'processing'::text]));
CREATE INDEX payments_learner ON public.payments USING btree (learner);
CREATE UNIQUE INDEX payments_one_per_lesson ON public.payments USING btree (lesson) WHERE (status = ANY (ARRAY['requires_action'::text, 'processing'::text, 'succeeded'::text]));
CREATE INDEX reviews_instructor ON public.reviews USING btree (instructor, "publishedAt");
CREATE INDEX time_off_instructor ON public.time_off USING btree (instructor, "end");
CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email)) WHERE (email <> ''::text);

CREATE TRIGGER make_instructor_calendar AFTER INSERT ON public.instructors FOR EACH ROW EXECUTE FUNCTION make_instructor_calendar();
