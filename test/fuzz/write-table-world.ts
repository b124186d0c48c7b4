import type { Collection, Field } from '#engine/collections/collection.ts';
import type { Transaction } from '#engine/database/database.ts';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';
import { firstPolicyValues } from '#rules/policies/policy-values.ts';
import { makeInstructor, makePerson, type TestApp } from '../support/start-app.ts';

export const roles = [
  'guest',
  'learner',
  'other learner',
  'instructor',
  'other instructor',
  'moderator',
  'admin',
  'superuser',
] as const;
export type Role = (typeof roles)[number];
export type Client = Awaited<ReturnType<typeof makePerson>>;
export type Row = Record<string, unknown>;

export type WriteWorld = {
  clients: Record<Role, Client>;
  /** A record of each collection, that of the learner and the instructor. */
  ids: Record<string, string>;
  /** What a new record of a collection may well look like. */
  body: (collection: string, role: Role) => Row;
  /** Puts all that was written since back. */
  restore: () => Promise<void>;
};

/** A record of every collection of the product, between the learner and the instructor; lessons in each state that something can be done to. */
export async function makeWriteWorld(app: TestApp): Promise<WriteWorld> {
  await app.root.settings.update({ batch: { enabled: true } });
  const own = await makeInstructor(app, { name: 'Lim' });
  const other = await makeInstructor(app, { name: 'Tan' });
  const learner = await makePerson(app);
  const clients: WriteWorld['clients'] = {
    guest: Object.assign(app.guest(), { id: '' }),
    learner,
    'other learner': await makePerson(app),
    instructor: own.client,
    'other instructor': other.client,
    moderator: await makePerson(app, { role: 'moderator' }),
    admin: await makePerson(app, { role: 'admin' }),
    superuser: Object.assign(app.root, { id: String(app.root.authStore.record?.id) }),
  };
  const ids: Record<string, string> = { users: learner.id, instructors: own.id };
  for (const { name } of marketplaceCollections) ids[name] ??= idFor(name);
  const lessons = lessonRows(own.id, learner.id);
  await app.db.transaction(async (tx) => {
    await tx.script('set local session_replication_role = replica; delete from notification_preferences');
    for (const collection of marketplaceCollections) {
      if (['users', 'instructors', 'lessons'].includes(collection.name)) continue;
      await insert(tx, collection.name, rowFor(collection, ids));
    }
    for (const row of lessons) await insert(tx, 'lessons', row);
    await insert(tx, 'payments', paidFor('lessonconfirmed', learner.id));
    await insert(tx, 'instructors', {
      ...(await rowOf(tx, 'instructors', other.id)),
      ...draft,
      user: clients.moderator.id,
    });
    await insert(tx, 'instructor_documents', { ...rowFor(named('instructor_documents'), ids), ...draftPaper });
    await insert(tx, 'availability_rules', { ...rowFor(named('availability_rules'), ids), ...draftHours });
    await insert(tx, 'reviews', { ...rowFor(named('reviews'), ids), ...freshReview });
    await insert(tx, 'instructors', { ...(await rowOf(tx, 'instructors', other.id)), ...submitted });
    await insert(tx, 'no_shows', {
      ...rowFor(named('no_shows'), ids),
      id: 'freshnoshow0000',
      lesson: 'lessonmissed000',
    });
  });
  const bodies = bodiesOf(ids);
  const copies = await keepCopies(app);
  let made = 0;
  return {
    clients,
    ids,
    body: (collection, role) => {
      made += 1;
      if (collection === 'users') {
        const password = 'learner-password';
        return { email: `made${made}@kerbside.example`, password, passwordConfirm: password };
      }
      return { ...(bodies[collection] ?? {}), ...(ownOf(collection, clients[role].id) ?? {}) };
    },
    restore: () => app.db.transaction((tx) => tx.script(copies)),
  };
}

export function idFor(name: string): string {
  return `row${name.replaceAll('_', '').slice(0, 12)}`.padEnd(15, '0');
}

function named(name: string): Collection {
  const found = marketplaceCollections.find((collection) => collection.name === name);
  if (!found) throw new Error(`no collection ${name}`);
  return found;
}

async function rowOf(tx: Transaction, table: string, id: string): Promise<Row> {
  const [row] = await tx.query<{ row: Row }>(`select to_jsonb(t) as row from ${table} t where id = $1`, [id]);
  return row?.row ?? {};
}

async function insert(tx: Transaction, table: string, row: Row): Promise<void> {
  const columns = Object.keys(row)
    .filter((name) => name !== '_seq' && name !== 'occupied')
    .map((name) => `"${name}"`);
  await tx.query(`insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1)`, [
    JSON.stringify(row),
  ]);
}

const at = (hours: number) => new Date(Date.parse('2026-11-21T02:00:00Z') + hours * 3_600_000).toISOString();
const freshReview = { id: 'freshreview0000', lesson: 'lessonreviewed0', publishedAt: at(-2), removedAt: null };
const pushKeys = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
};
const roadDates = [
  'enrolledOn',
  'basicTheoryOn',
  'basicTheoryExpiresOn',
  'pdlExpiresOn',
  'finalTheoryOn',
  'finalTheoryExpiresOn',
  'simulatorOn',
  'testBookedOn',
  'testOn',
  'testPassedOn',
  'licensedOn',
];
const draft = { id: 'draftteacher000', status: 'draft', areas: ['Bedok'] };
const draftPaper = {
  id: 'draftpaper00000',
  instructor: draft.id,
  kind: 'licence',
  file: 'a.pdf',
  expiresOn: '2030-01-01',
};
const draftHours = { id: 'drafthours00000', instructor: draft.id };
const submitted = { id: 'submittedteach0', name: 'Ng', status: 'submitted', user: 'nobody000000000' };

/** What some tables ask of a row beyond the types of its fields. */
const needs: Record<string, Row> = {
  availability_rules: { weekday: 0, startMinute: 0, endMinute: 60 },
  availability_overrides: { windows: [] },
  time_off: { start: at(900), end: at(901) },
  reschedules: { status: 'proposed', side: 'learner', answerBy: at(20), lesson: 'lessonlater0000', start: at(101) },
  no_shows: { missing: 'instructor', lesson: 'lessonlate00000', contestBy: at(20) },
  cancellations: { lesson: 'lessonoff000000' },
  lesson_starts: { lesson: 'lessonstarted00' },
  lesson_logs: { lesson: 'lessondone00000' },
  claims: { lesson: 'lessonclaimed00', status: 'talking', talkUntil: at(20), evidenceUntil: at(40), decideBy: at(80) },
  approvals: { lesson: 'lessonlater0000' },
  package_offers: { minutes: 300, active: true },
  package_purchases: {
    minutes: 300,
    minutesLeft: 300,
    priceCents: 1000,
    status: 'active',
    expiresOn: '2027-11-01',
    _endsAt: at(8000),
    _dueAt: at(8000),
  },
  payments: {
    lesson: 'lessonasked0000',
    packagePurchase: '',
    status: 'requires_action',
    method: 'paynow',
    amountCents: 5000,
  },
  refunds: { amountCents: 100, _cause: 'x' },
  payouts: { amountCents: 100 },
  policies: { version: 9, effectiveFrom: '2027-06-01T00:00:00Z', values: firstPolicyValues },
  licence_roads: Object.fromEntries(roadDates.map((date) => [date, ''])),
  reviews: { lesson: 'lessondone00000', rating: 4, publishedAt: null, removedAt: null, side: 'learner' },
  instructor_changes: { status: 'waiting', changes: { vehiclePlate: 'SKB 1' } },
  verifications: { outcome: 'suspended', status: 'waiting', checker: 'somebody0000000' },
  waitlist_entries: { status: 'open', areas: [], windows: [] },
  waitlist_offers: { status: 'open', expiresAt: at(1), _freed: 1 },
};

function rowFor(collection: Collection, ids: Record<string, string>): Row {
  const row: Row = { id: idFor(collection.name) };
  for (const field of collection.fields) if (field.name !== 'id') row[field.name] = plainValue(field, ids);
  return { ...row, ...needs[collection.name] };
}

function plainValue(field: Field, ids: Record<string, string>): unknown {
  switch (field.type) {
    case 'relation': {
      const target = marketplaceCollections.find(({ id }) => id === field.collectionId)?.name ?? '';
      return target === 'lessons' ? 'lessonlater0000' : (ids[target] ?? '');
    }
    case 'select':
      return (field.maxSelect ?? 1) > 1 ? [] : (field.values[0] ?? '');
    case 'number':
      return 1;
    case 'bool':
      return false;
    case 'date':
    case 'autodate':
      return at(0);
    case 'json':
      return {};
    case 'file':
      return (field.maxSelect ?? 1) > 1 ? [] : '';
    default:
      return 'pattern' in field && field.pattern ? '2026-12-01' : 'x';
  }
}

function lessonRows(instructor: string, learner: string): Row[] {
  const lesson = (id: string, status: string, hours: number): Row => ({
    ...rowFor(named('lessons'), {}),
    id,
    instructor,
    learner,
    status,
    start: at(hours),
    end: at(hours + 1),
    durationMinutes: 60,
    priceCents: 6600,
    lines: [],
    pickup: 'Blk 1',
    postalCode: '460085',
    note: '',
    startCode: '1234',
    holdExpiresAt: status === 'held' ? at(0.2) : null,
    requestExpiresAt: status === 'requested' ? at(9) : null,
    policyVersion: 1,
    cancellationHours: 24,
    sequence: 1,
  });
  return [
    lesson('lessonheld00000', 'held', 30),
    lesson('lessonasked0000', 'requested', 32),
    lesson('lessonlater0000', 'confirmed', 100),
    lesson('lessonconfirmed', 'confirmed', 103),
    lesson('lessonsoon00000', 'confirmed', 0.1),
    lesson('lessonmissed000', 'no_show_learner', -1.5),
    lesson('lessonrunning00', 'in_progress', -3),
    lesson('lessonmissing00', 'confirmed', -6),
    lesson('lessonstarted00', 'completed', -10),
    lesson('lessondone00000', 'completed', -30),
    lesson('lessonreviewed0', 'completed', -50),
    lesson('lessonclaimed00', 'completed', -20),
    lesson('lessonoff000000', 'cancelled_by_learner', 60),
    lesson('lessonlate00000', 'no_show_learner', -14),
  ];
}

function paidFor(lesson: string, learner: string): Row {
  const money = { amountCents: 6600, method: 'card', status: 'succeeded', refundedCents: 0 };
  return { id: 'paidpayment0000', lesson, packagePurchase: '', learner, ...money, created: at(-1), updated: at(-1) };
}

function bodiesOf(ids: Record<string, string>): Record<string, Row> {
  const instructor = ids.instructors;
  return {
    instructors: { name: 'New', licenceClasses: ['3A'] },
    instructor_documents: { instructor, kind: 'licence' },
    instructor_submissions: { instructor: draft.id },
    verifications: { instructor: 'submittedteach0', outcome: 'refused', reasons: { name: 'unclear' }, checks: [] },
    verification_confirmations: { verification: ids.verifications },
    instructor_changes: { instructor, changes: { vehiclePlate: 'SKB 2' } },
    availability_rules: { instructor, weekday: 1, startMinute: 1200, endMinute: 1260 },
    availability_overrides: { instructor, date: '2026-12-24', windows: [] },
    time_off: { instructor, start: at(300), end: at(301), reason: 'x' },
    holidays: { date: '2027-02-06', name: 'x', closes: true },
    lessons: { instructor, start: '2026-11-25T02:00:00Z', durationMinutes: 60, pickup: 'Blk 2' },
    approvals: { lesson: 'lessonasked0000', decision: 'accept' },
    reschedules: { lesson: 'lessonconfirmed', start: '2026-11-26T02:00:00Z' },
    cancellations: { lesson: 'lessonconfirmed', reason: 'x' },
    waivers: { lesson: 'lessonoff000000', reason: 'x' },
    arrivals: { lesson: 'lessonsoon00000' },
    no_shows: { lesson: 'lessonmissing00', text: 'x' },
    no_show_contests: { noShow: 'freshnoshow0000', text: 'x' },
    no_show_decisions: { contest: ids.no_show_contests, missing: 'learner', reason: 'x' },
    lesson_starts: { lesson: 'lessonsoon00000', code: '1234', pdlSeen: true },
    lesson_logs: { lesson: 'lessonrunning00', notes: 'x', skills: [] },
    package_offers: { instructor, minutes: 600, discountPercent: 5, active: true },
    package_purchases: { instructor, minutes: 300 },
    package_refunds: { packagePurchase: ids.package_purchases },
    payments: { lesson: 'lessonheld00000', method: 'card', cardNumber: '4242424242424242' },
    payouts: { instructor },
    reviews: { lesson: 'lessonclaimed00', rating: 4, text: 'x' },
    review_replies: { review: 'freshreview0000', text: 'x' },
    review_reports: { review: 'freshreview0000', reason: 'x' },
    review_decisions: { review: 'freshreview0000', outcome: 'kept', reason: 'x' },
    claims: { lesson: 'lessonreviewed0', kind: 'safety', text: 'x' },
    claim_statements: { claim: ids.claims, text: 'x' },
    claim_decisions: { claim: ids.claims, outcome: 'none', reason: 'x' },
    push_subscriptions: { endpoint: 'https://fcm.googleapis.com/fcm/send/a', ...pushKeys },
    conversations: { instructor },
    messages: { conversation: ids.conversations, text: 'x' },
    support_requests: { category: 'other', subject: 'x', text: 'x' },
    support_messages: { request: ids.support_requests, text: 'x' },
    reports: { name: 'x', type: 'analytics', from: '2026-10-01', to: '2026-10-31' },
    saved_instructors: { instructor },
    test_fees: { kind: 'licence', cents: 100, effectiveFrom: '2027-01-01' },
    policies: { effectiveFrom: '2027-07-01T00:00:00Z', values: { holdMinutes: 20 } },
    waitlist_entries: { licenceClass: '3A', areas: [], windows: [] },
  };
}

function ownOf(collection: string, user: string): Row | undefined {
  return ['notification_preferences', 'saved_instructors', 'licence_roads'].includes(collection) ? { user } : undefined;
}

/** Copies of all tables, and the statements that put them back. Triggers don't run: this is no write of the product. */
async function keepCopies({ db }: TestApp): Promise<string> {
  const tables = await db.query<{ name: string; columns: string }>(
    `select quote_ident(c.relname) as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
       and c.relname !~ '^_(?:migrations|functions|logs|params|collections|sessions|revocations|superusers|attempts|crons)'
     group by c.relname order by c.relname`,
  );
  await db.query('create schema copies');
  for (const { name } of tables) await db.query(`create table copies.${name} as table public.${name}`);
  const back = tables.map(
    ({ name, columns }) =>
      `delete from ${name}; insert into ${name} (${columns}) overriding system value select ${columns} from copies.${name};`,
  );
  return `set local session_replication_role = replica;\n${back.join('\n')}`;
}
