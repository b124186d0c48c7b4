import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import PocketBase, { ClientResponseError } from 'pocketbase';
import { ensureSuperuser } from '#engine/auth/ensure-superuser.ts';
import type { Database } from '#engine/database/database.ts';
import { createLogger } from '#engine/log.ts';
import { hashPassword } from '#engine/passwords/password-hash.ts';
import { ensurePlatformFacts } from '#marketplace/platform/ensure-platform-facts.ts';
import { type App, type AppOptions, createApp } from '../../src/create-app.ts';
import { createTestDatabase } from './postgres.ts';

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

/** The whole product but its pages, on a database, a port and a clock of its own. It is Saturday 21 November 2026, 10:00 in Singapore. */
export async function startApp(more: Partial<AppOptions> = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'kerbside-app-'));
  let nowMs = Date.parse('2026-11-21T10:00:00+08:00');
  const clock = {
    nowMs: () => nowMs,
    set(instant: string) {
      nowMs = Date.parse(instant);
    },
    advance(minutes: number) {
      nowMs += minutes * 60_000;
    },
  };
  const app = await createApp({
    connection: database.connection,
    clock,
    log: createLogger('error'),
    publicUrl: 'http://kerbside.example',
    isDevelopment: true,
    dataDir,
    ...more,
  });
  await ensurePlatformFacts(app.engine);
  await ensureSuperuser(app.engine, superuser);
  const url = await app.http.listen({ port: 0, host: '127.0.0.1' });
  const guest = () => new PocketBase(url).autoCancellation(false);
  const root = guest();
  await root.collection('_superusers').authWithPassword(superuser.email, superuser.password);
  return {
    app,
    db: database.db,
    connection: database.connection,
    url,
    clock,
    guest,
    root,
    async close() {
      await app.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let people = 0;
let hash: Promise<string> | undefined;

/** A signed-in client of a new account; `id` is the account's. */
export async function makePerson(
  { db, guest }: TestApp,
  fields: { role?: string } = {},
): Promise<PocketBase & { id: string }> {
  people += 1;
  const id = `person${String(people).padStart(9, '0')}`;
  const email = `${id}@kerbside.example`;
  hash ??= hashPassword('learner-password');
  await db.query(
    `insert into users (id, password, "tokenKey", email, verified, name, role, created, updated) values ($1, $2, $3, $4, true, $5, $6, now(), now())`,
    [id, await hash, `${id}-token-key-of-thirty-characters`, email, `Person ${people}`, fields.role ?? 'user'],
  );
  const client = guest();
  await client.collection('users').authWithPassword(email, 'learner-password');
  return Object.assign(client, { id });
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
  for (const rule of rules as object[]) {
    await app.root.collection('availability_rules').create({ instructor: record.id, ...rule });
  }
  return { id: record.id, client };
}

/** The refusal of a call that must fail: its status and the field errors. */
export async function refusalOf(
  call: Promise<unknown>,
): Promise<{ status: number; data: Record<string, { code: string; params?: Record<string, unknown> }> }> {
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
