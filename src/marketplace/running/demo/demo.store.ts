import type { Queryable } from '#engine/database/database.ts';
import { statesIn } from '../../platform/reads/states-in.ts';

/** A row to insert: column name -> a value that JSON can carry (instants as ISO text, lists as arrays). */
export type DemoRow = Record<string, unknown>;

/** The tables that the demo fills, with the columns it sets. Names come from here alone, never from data. */
const columns = {
  users: `id, password, "tokenKey", email, verified, name, "firstName", "lastName", avatar, phone, "phoneProved", location, bio, role, language,
    timezone, created, updated`,
  _superusers: 'id, password, "tokenKey", email, verified, created, updated',
  instructors: `id, "user", name, photo, "carPhoto", bio, status, "licenceClasses", languages, areas, "testCentre", gender, "postalSector",
    "hourlyCents", "eveningSurchargePercent", "weekendSurchargePercent", timezone, "lessonMinutes", "slotStepMinutes",
    "minNoticeMinutes", "horizonDays", "gapMinutes", "maxLessonsPerDay", "maxLessonsPerWeek", "maxPerLearnerPerWeek",
    "instantBooking", "worksHolidays", "cancellationHours", "ratingAverage", "ratingCount", "ratingShown", "passRatePercent",
    "passRatePeriod", "passRateSample", "vehiclePlate", "vehicleModel", "licenceExpiresOn", "retiresOn", "verifiedAt", created,
    updated`,
  availability_rules: 'id, instructor, weekday, "startMinute", "endMinute", created, updated',
  availability_overrides: 'id, instructor, date, windows, created, updated',
  time_off: 'id, instructor, start, "end", reason, created, updated',
  lessons: `id, instructor, learner, start, "end", "durationMinutes", pickup, "postalCode", note, status, "priceCents", lines,
    "confirmedAt", "policyVersion", "cancellationHours", sequence, "startCode", created, updated, _author`,
  lesson_moves: `id, lesson, "from", "to", event, actor, "actorRole", reason, "policyVersion", sequence, created`,
  lesson_logs: 'id, lesson, skills, notes, created, updated, _author',
  payments: `id, learner, lesson, method, status, "amountCents", provider, "providerReference", "succeededAt", created, updated,
    _author`,
  reviews: `id, lesson, instructor, author, side, rating, text, tags, "authorName", "publishedAt", created, updated, _author`,
  reports: 'id, name, type, "from", "to", status, size, file, problem, author, created, updated',
  account_changes: `id, "user", field, value, was, reason, status, starter, "starterName", "personName", expires, created, updated`,
  account_activity: '"user", day, logins',
  terms_acceptances: '"user", version, accepted, how',
  conversations: `id, learner, instructor, "learnerName", "instructorName", "lastText", "lastSender", "lastMessageAt", "learnerUnread",
    "instructorUnread", "learnerReadAt", "instructorReadAt", created, updated`,
  messages: 'id, conversation, sender, text, created, updated, _author',
  instructor_documents: 'id, instructor, kind, file, "expiresOn", status, reason, created, updated',
  verifications: 'id, instructor, outcome, checks, reasons, status, checker, "checkerName", created, updated',
  support_requests:
    'id, "user", category, subject, status, "answerBy", "lastText", "lastMessageAt", created, updated, _author',
  support_messages: 'id, request, sender, "fromSupport", text, attachments, created, updated, _author',
  saved_instructors: 'id, "user", instructor, created, updated',
  licence_roads: `id, "user", "enrolledOn", "basicTheoryOn", "basicTheoryExpiresOn", "pdlExpiresOn", "lessonsElsewhere", "finalTheoryOn",
    "finalTheoryExpiresOn", "simulatorOn", "testCentre", "testBookedOn", "testOn", "testPassedOn", "licensedOn", "isAdult", "adultSaidAt", "adultTermsVersion", created, updated`,
  notifications: 'id, "user", title, message, type, link, read, _key, created, updated',
} as const;

export type DemoTable = keyof typeof columns;

/** Inserts all rows of a table in one statement, in their order. */
export async function insertRows(db: Queryable, table: DemoTable, rows: readonly DemoRow[]): Promise<void> {
  const names = columns[table];
  await db.query(
    `insert into ${table} (${names})
     select ${names} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

/** Lets histories be written before their lessons, until the end of the transaction. */
export async function allowHistoriesFirst(db: Queryable): Promise<void> {
  await db.query('set constraints all deferred');
}

/** Makes two servers that start together take turns, until the end of the transaction. */
export async function waitForOtherSeeding(db: Queryable): Promise<void> {
  await db.query("select pg_advisory_xact_lock(hashtext('kerbside demo'))");
}

/** True while nobody has an account or a profile: what an operator has begun is never mixed with a demo. */
export async function isMarketplaceEmpty(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ empty: boolean }>(
    'select not exists (select from users) and not exists (select from instructors) as empty',
  );
  return row?.empty === true;
}

/** True when the demo was seeded into this database. */
export async function hasDemoAccount(db: Queryable, email: string): Promise<boolean> {
  return (await db.query('select 1 from users where lower(email) = $1', [email])).length > 0;
}

/** True when an account or a superuser has one of these ids. */
export async function hasAnyAccount(db: Queryable, ids: readonly string[]): Promise<boolean> {
  const rows = await db.query(
    'select 1 from users where id = any ($1) union all select 1 from _superusers where id = any ($1) limit 1',
    [ids],
  );
  return rows.length > 0;
}

/** Creates the superuser unless one of that address exists. */
export async function insertSuperuser(db: Queryable, row: DemoRow): Promise<void> {
  const names = columns._superusers;
  await db.query(
    `insert into _superusers (${names}) select ${names} from jsonb_populate_record(null::_superusers, $1)
     on conflict do nothing`,
    [JSON.stringify(row)],
  );
}

/** The people of the demonstration were asked for their reviews already: its lessons came with them. */
export async function noteReviewsAsked(db: Queryable): Promise<void> {
  await db.query(
    `insert into _review_asks (lesson, asked) select id, true from lessons where status in ${statesIn('taught')}`,
  );
}
