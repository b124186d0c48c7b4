-- Instructors, what they offer, and the papers that prove it. Caps of 0 mean none (api.md, People).
create table instructors (
  id text primary key,
  "user" text not null default '' references users (id) on delete restrict,
  name text not null default '',
  photo text not null default '',
  bio text not null default '',
  status text not null default 'draft'
    constraint instructors_status check (status in ('draft', 'submitted', 'listed', 'paused', 'suspended', 'retired')),
  "licenceClasses" jsonb not null default '[]',
  languages jsonb not null default '[]',
  areas jsonb not null default '[]',
  "testCentre" text not null default '',
  "postalSector" text not null default '',
  "hourlyCents" integer not null default 0 constraint "instructors_hourlyCents" check ("hourlyCents" >= 0),
  "eveningSurchargePercent" integer not null default 0 constraint "instructors_eveningSurchargePercent" check ("eveningSurchargePercent" between 0 and 100),
  "weekendSurchargePercent" integer not null default 0 constraint "instructors_weekendSurchargePercent" check ("weekendSurchargePercent" between 0 and 100),
  timezone text not null default 'Asia/Singapore',
  "lessonMinutes" jsonb not null default '[60, 90, 120]',
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
  _seq bigint generated always as identity
);
create unique index instructors_user on instructors ("user");

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
