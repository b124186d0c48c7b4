import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import PocketBase, { ClientResponseError, type RecordModel } from 'pocketbase';
import { answerAuth } from '#engine/auth/answer-auth.ts';
import { authCollectionOf } from '#engine/auth/auth-context.ts';
import { ensureSuperuser } from '#engine/auth/ensure-superuser.ts';
import { writeAsOne } from '#engine/batch/write-as-one.ts';
import type { Database, Row } from '#engine/database/database.ts';
import type { RequestContext } from '#engine/http/route.ts';
import { createLogger } from '#engine/log.ts';
import { hashPassword } from '#engine/passwords/password-hash.ts';
import { createRecord } from '#engine/records/create-record.ts';
import { ensurePlatformFacts } from '#marketplace/platform/facts/ensure-platform-facts.ts';
import { type App, type AppOptions, createApp } from '../../src/create-app.ts';
import { type Beginning, createTestDatabase } from './postgres.ts';

export type TestApp = {
  app: App;
  db: Database;
  /** For a second server on the same database. */
  connection: pg.PoolConfig;
  url: string;
  /** The product's time; moves only when told. */
  clock: { nowMs: () => number; set: (instant: string) => void; advance: (minutes: number) => void };
  /** A client of nobody. */
  guest: () => PocketBase;
  /** A client of a superuser. */
  root: PocketBase;
  close: () => Promise<void>;
};

const superuser = { email: 'root@kerbside.example', password: 'root-password' };

const startMs = Date.parse('2026-11-21T10:00:00+08:00');
const common = {
  log: createLogger('error'),
  publicUrl: 'http://kerbside.example',
  isDevelopment: true,
};

/** The product after its first start: collections, the queue's tables, what every marketplace has, a superuser. */
const firstStart: Beginning = {
  name: 'started',
  async make(connection) {
    const dataDir = await mkdtemp(join(tmpdir(), 'kerbside-app-'));
    const app = await createApp({ ...common, connection, dataDir, clock: { nowMs: () => startMs } });
    await ensurePlatformFacts(app.engine);
    await ensureSuperuser(app.engine, superuser);
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  },
};

/** The whole product but its pages, on a database, a port and a clock of its own. It is Saturday 21 November 2026, 10:00 in Singapore. */
export async function startApp(more: Partial<AppOptions> = {}): Promise<TestApp> {
  const database = await createTestDatabase({ beginning: firstStart });
  const dataDir = await mkdtemp(join(tmpdir(), 'kerbside-app-'));
  let nowMs = startMs;
  const clock = {
    nowMs: () => nowMs,
    set(instant: string) {
      nowMs = Date.parse(instant);
    },
    advance(minutes: number) {
      nowMs += minutes * 60_000;
    },
  };
  const app = await createApp({ ...common, connection: database.connection, clock, dataDir, ...more });
  const url = await app.http.listen({ port: 0, host: '127.0.0.1' });
  const guest = () => new PocketBase(url).autoCancellation(false);
  const root = guest();
  // No two servers have the same account.
  const own = randomBytes(30).toString('hex');
  const [rootRow = {}] = await database.db.query('update _superusers set id = $1, "tokenKey" = $2 returning *', [
    own.slice(0, 15),
    own,
  ]);
  const { token, record } = await signedInByPassword(app, '_superusers', rootRow);
  root.authStore.save(token, record);
  return {
    app,
    db: database.db,
    connection: database.connection,
    url,
    clock,
    guest,
    root,
    async close() {
      try {
        await app.close();
      } finally {
        await database.drop();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  };
}

let people = 0;
let hash: Promise<string> | undefined;

/** A signed-in client of a new account; `id` is the account's. */
export async function makePerson(
  { app, db, guest }: TestApp,
  fields: { role?: string; email?: string; verified?: boolean } = {},
): Promise<PocketBase & { id: string }> {
  people += 1;
  const id = `person${String(people).padStart(9, '0')}`;
  const { role = 'user', email = `${id}@kerbside.example`, verified = true } = fields;
  hash ??= hashPassword('learner-password');
  const [row = {}] = await db.query(
    `insert into users (id, password, "tokenKey", email, verified, name, role, created, updated)
     values ($1, $2, $3, $4, $5, $6, $7, now(), now()) returning *`,
    [id, await hash, `${id}-token-key-of-thirty-characters`, email, verified, `Person ${people}`, role],
  );
  // Staff were there before whatever a test is about.
  if (role !== 'user') await db.query(`update role_terms set since = '2026-01-01Z' where "user" = $1`, [id]);
  const client = guest();
  const { token, record } = await signedInByPassword(app, 'users', row);
  client.authStore.save(token, record);
  return Object.assign(client, { id });
}

/** What a right password is answered, without comparing it: that takes a core 30 ms, and most tests are about something else. */
async function signedInByPassword(
  { engine }: App,
  collection: 'users' | '_superusers',
  row: Row,
): Promise<{ token: string; record: RecordModel }> {
  const request: Omit<RequestContext, 'reply'> = {
    method: 'POST',
    path: `/api/collections/${collection}/auth-with-password`,
    params: { collection },
    query: {},
    headers: {},
    body: async () => ({ fields: {}, files: {} }),
    auth: null,
    ip: '127.0.0.1',
    userAgent: 'node',
  };
  // Nothing here answers by a stream.
  const asked = request as RequestContext;
  const answer = await answerAuth(engine, asked, {
    collection: authCollectionOf(engine, asked),
    row,
    method: 'password',
  });
  return answer.body as { token: string; record: RecordModel };
}

export type Teacher = { id: string; client: PocketBase & { id: string } };

/** A listed instructor who works every day from 08:00 to 20:00, an hour a slot, without notice, gap or caps unless told. */
export async function makeInstructor(app: TestApp, fields: Record<string, unknown> = {}): Promise<Teacher> {
  const client = await makePerson(app);
  const { rules = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, startMinute: 480, endMinute: 1200 })), ...rest } =
    fields;
  const record = await app.root.collection('instructors').create({
    user: client.id,
    name: `Instructor ${client.id}`,
    status: 'listed',
    licenceClasses: ['3A'],
    languages: ['English'],
    areas: ['Bedok'],
    testCentre: 'CDC',
    hourlyCents: 6600,
    timezone: 'Asia/Singapore',
    lessonMinutes: [60, 90],
    slotStepMinutes: 30,
    minNoticeMinutes: 0,
    horizonDays: 56,
    gapMinutes: 0,
    maxPerLearnerPerWeek: 0,
    instantBooking: true,
    cancellationHours: 24,
    ...rest,
  });
  await addRules(
    app.app,
    (rules as object[]).map((rule) => ({ instructor: record.id, ...rule })),
  );
  return { id: record.id, client };
}

/** The rules of a week in one transaction instead of by seven calls. */
function addRules({ engine }: App, rules: Array<Record<string, unknown>>): Promise<void> {
  return writeAsOne(engine, async (inside) => {
    const collection = inside.collections.get('availability_rules');
    const request = { context: 'default' as const, method: 'POST', auth: null, query: {}, headers: {}, body: {} };
    for (const fields of rules) {
      await createRecord(inside, { collection, body: { fields, files: {} }, request, system: true });
    }
  });
}

/** The refusal of a call that must fail: its status and the field errors. */
export async function refusalOf(call: Promise<unknown>): Promise<{
  status: number;
  data: Record<string, { code: string; message: string; params?: Record<string, unknown> }>;
}> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ClientResponseError) return { status: error.status, data: error.response.data ?? {} };
    throw error;
  }
  throw new Error('The call was not refused.');
}

/** The sum of every ledger transaction that is not zero, and accounts whose balance is not that of their entries: none, always. */
export async function ledgerFaults(db: Database): Promise<unknown[]> {
  return db.query(`
    select transaction as name from ledger_entries group by transaction having sum("amountCents") <> 0
    union all
    select a.id from ledger_accounts a
    where ledger_balance(a) <> coalesce((select sum(e."amountCents") from ledger_entries e where e.account = a.id), 0)`);
}
