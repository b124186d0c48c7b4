import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#engine/passwords/password-hash.ts';
import { proveLedger } from '#marketplace/ledger/prove-ledger.ts';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { runs } from '#support/runs.ts';
import { type ServerProcess, startServerProcess } from '#support/start-server-process.ts';

const [hourMs, minuteMs] = [3_600_000, 60_000];
const password = 'killed-password';
const people = ['learner0', 'learner1', 'learner2', 'teacher0', 'teacher1'].map((name) => name.padEnd(15, 'x'));
const teachers = ['instructor0', 'instructor1'].map((name) => name.padEnd(15, 'x'));
/** Tokens end; the clock moves on by days. */
const tokenMs = 48 * hourMs;

let database: TestDatabase;
let dataDir: string;
let nowMs = Date.parse('2026-11-21T10:00:00+08:00');
let server: ServerProcess | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'kerbside-killed-'));
  const { db } = database;
  await db.query(
    `insert into users (id, password, "tokenKey", email, verified, name, role, created, updated)
     select id, $2, id || '-token-key-of-thirty-characters', id || '@kerbside.example', true, id, 'user', now(), now() from unnest($1::text[]) id`,
    [people, await hashPassword(password)],
  );
  await db.query(
    `insert into instructors (id, "user", name, status, "licenceClasses", "hourlyCents", timezone, "lessonMinutes", "slotStepMinutes", "minNoticeMinutes",
       "horizonDays", "gapMinutes", "maxPerLearnerPerWeek", "instantBooking", created, updated)
     select id, u, id, 'listed', '["3A"]', 6600, 'Asia/Singapore', '[60]', 30, 0, 56, 0, 0, true, now(), now()
     from unnest($1::text[], $2::text[]) as t (id, u)`,
    [teachers, people.slice(3)],
  );
  await db.query(
    `insert into availability_rules (id, instructor, weekday, "startMinute", "endMinute", created, updated)
     select 'always' || n || w || 'xxxxxxx', id, w, 0, 1440, now(), now()
     from unnest($1::text[]) with ordinality as t (id, n), generate_series(0, 6) w`,
    [teachers],
  );
});
afterAll(async () => {
  await server?.kill();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function alive(): Promise<ServerProcess> {
  if (server?.isAlive()) return server;
  server = await startServerProcess({ databaseUrl: database.url, dataDir, nowMs });
  return server;
}

const tokens = new Map<string, { token: string; atMs: number }>();

async function tokenOf(person: string): Promise<string> {
  const known = tokens.get(person);
  if (known && nowMs - known.atMs < tokenMs) return known.token;
  const { token } = await send('users/auth-with-password', '', { identity: `${person}@kerbside.example`, password });
  tokens.set(person, { token: String(token), atMs: nowMs });
  return String(token);
}

async function send(path: string, token: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${(await alive()).url}/api/collections/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBeLessThan(500);
  return (await answer.json()) as Record<string, unknown>;
}

/** Does work during which the server may be killed. Whoever gets no answer asks once more, by the same ids. */
async function throughDeath(calls: number | undefined, work: () => Promise<unknown>): Promise<void> {
  const current = await alive();
  if (calls !== undefined) await current.dieAfter(calls);
  try {
    await work();
    if (current.isAlive()) await current.dieAfter(Number.MAX_SAFE_INTEGER);
  } catch (error) {
    await current.kill();
    if (calls === undefined) throw error;
    await work();
  }
}

const place = fc.record({ teacher: fc.nat(1), hours: fc.integer({ min: 1, max: 90 }) });
const lesson = fc.nat(20);
const step = fc.record({
  what: fc.oneof(
    fc.record({
      kind: fc.constant('book' as const),
      learner: fc.nat(2),
      place,
      isPaid: fc.constantFrom(true, true, false),
    }),
    fc.record({ kind: fc.constant('pay' as const), lesson }),
    fc.record({ kind: fc.constant('cancel' as const), lesson, byTeacher: fc.boolean() }),
    fc.record({ kind: fc.constant('move' as const), lesson, hours: fc.integer({ min: 25, max: 90 }) }),
    fc.record({ kind: fc.constant('teach' as const), lesson }),
    fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 5, max: 6000 }) }),
  ),
  /** After how many calls of the database the server dies while it is asked, and while it does what is due. */
  diesAsked: fc.option(fc.nat(25), { nil: undefined, freq: 2 }),
  diesSweeping: fc.option(fc.nat(160), { nil: undefined, freq: 2 }),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Booked = { id: string; learner: string; teacher: string; owner: string };

let made = 0;

/** A history of a few people, on the real product in a process of its own. */
class Histories {
  readonly #lessons: Booked[] = [];

  async run({ what, diesAsked, diesSweeping }: Step): Promise<void> {
    const calls = await this.#callsOf(what);
    for (const [index, { person, collection, body }] of calls.entries()) {
      const token = await tokenOf(person);
      const asked = { id: `killed${String(++made).padStart(9, '0')}`, ...body };
      await throughDeath(index === 0 ? diesAsked : undefined, () => send(`${collection}/records`, token, asked));
    }
    await throughDeath(diesSweeping, async () => (await alive()).sweep());
    // Done once more, every job changes nothing.
    await (await alive()).sweep();
  }

  async #callsOf(what: Step['what']): Promise<Array<{ person: string; collection: string; body: object }>> {
    if (what.kind === 'wait') await this.#moveClock(nowMs + what.minutes * minuteMs);
    if (what.kind === 'wait') return [];
    if (what.kind === 'book') return this.#bookings(what);
    const booked = this.#lessons[what.lesson % Math.max(1, this.#lessons.length)];
    if (!booked) return [];
    const { id, learner, owner } = booked;
    const pay = {
      person: learner,
      collection: 'payments',
      body: { lesson: id, method: 'card', cardNumber: '4242424242424242' },
    };
    if (what.kind === 'pay') return [pay];
    if (what.kind === 'cancel')
      return [{ person: what.byTeacher ? owner : learner, collection: 'cancellations', body: { lesson: id } }];
    if (what.kind === 'move')
      return [{ person: learner, collection: 'reschedules', body: { lesson: id, start: startIn(what.hours) } }];
    const [row] = await database.db.query<{ code: string; startMs: number }>(
      `select "startCode" as code, (extract(epoch from start) * 1000)::double precision as "startMs" from lessons where id = $1`,
      [id],
    );
    if (row && row.startMs > nowMs) await this.#moveClock(row.startMs);
    return [
      { person: owner, collection: 'lesson_starts', body: { lesson: id, code: row?.code ?? '', pdlSeen: true } },
      { person: owner, collection: 'lesson_logs', body: { lesson: id, skills: [] } },
    ];
  }

  #bookings({ learner, place: at, isPaid }: Extract<Step['what'], { kind: 'book' }>) {
    const id = `killed${String(++made).padStart(9, '0')}`;
    const person = people[learner] ?? '';
    this.#lessons.push({
      id,
      learner: person,
      teacher: teachers[at.teacher] ?? '',
      owner: people[3 + at.teacher] ?? '',
    });
    const body = { id, instructor: teachers[at.teacher], start: startIn(at.hours), durationMinutes: 60 };
    const payment = { lesson: id, method: 'card', cardNumber: '4242424242424242' };
    const booking = { person, collection: 'lessons', body };
    return isPaid ? [booking, { person, collection: 'payments', body: payment }] : [booking];
  }

  async #moveClock(toMs: number): Promise<void> {
    nowMs = toMs;
    await (await alive()).setClock(nowMs);
  }

  async check(): Promise<void> {
    const { db } = database;
    expect((await proveLedger(db)).faults).toEqual([]);
    const [sum] = await db.query('select coalesce(sum("amountCents"), 0)::int as cents from ledger_entries');
    expect(sum).toEqual({ cents: 0 });
    for (const [what, text] of Object.entries(wrongs))
      expect([what, await db.query(text, text.includes('$1') ? [new Date(nowMs).toISOString()] : [])]).toEqual([
        what,
        [],
      ]);
  }
}

function startIn(hours: number): string {
  return new Date(Math.ceil(nowMs / (30 * minuteMs)) * 30 * minuteMs + hours * hourMs).toISOString();
}

const occupying = `('held', 'requested', 'confirmed', 'in_progress', 'completed', 'closed', 'disputed', 'no_show_learner', 'no_show_instructor')`;
const told = `
  select k.key from lesson_moves m, lateral (values
    ('pay', 'lesson_confirmed:' || m.lesson || ':learner'), ('pay', 'lesson_confirmed:' || m.lesson || ':instructor'),
    ('cancel', 'lesson_cancelled:' || m.lesson || ':learner'), ('cancel', 'lesson_cancelled:' || m.lesson || ':instructor'),
    ('reschedule', 'lesson_moved:' || m.lesson || ':' || m.sequence || ':learner'),
    ('reschedule', 'lesson_moved:' || m.lesson || ':' || m.sequence || ':instructor')) k (event, key)
  where k.event = m.event and not (m.event = 'cancel' and m."from" = 'held')`;
const saidBy = (table: string, key: string) =>
  `select ${key} from ${table} where ${key} ~ '^lesson_(confirmed|cancelled|moved):'`;

/** What must never be found, after any step. */
const wrongs: Record<string, string> = {
  'lessons that overlap': `select a.id, b.id as other from lessons a join lessons b on a.id < b.id and a.occupied && b.occupied
      and (a.instructor = b.instructor or a.learner = b.learner)
    where a.status in ${occupying} and b.status in ${occupying}`,
  'more back than was paid': `select p.id from payments p where p."amountCents" < (select coalesce(sum(r."amountCents"), 0) from refunds r where r.payment = p.id)`,
  'a lesson that was paid twice': `select lesson from payments where status in ('succeeded', 'processing') group by lesson having count(*) > 1`,
  'a payout of other amounts': `select x.id from payouts x
    where x."returnedAt" is null and x."amountCents" <> (select coalesce(sum(p."amountCents"), 0) from payables p where p.payout = x.id)`,
  'an ended lesson without a settlement': `select l.id, l.status from lessons l
    where paid_cents(l.id) > 0 and l.status in ('closed', 'cancelled_by_learner', 'cancelled_by_instructor')
      and not exists (select from settlements s where s.lesson = l.id)`,
  'a lesson that should be closed': `select id from lessons where status in ('confirmed', 'in_progress', 'completed') and "end" <= $1::timestamptz - interval '24 hours'`,
  'a hold that ran out': `select id from lessons where status = 'held' and "holdExpiresAt" <= $1::timestamptz`,
  'news that nobody was told, or nobody made': `(${told} except ${saidBy('notifications', '_key')}) union all (${saidBy('notifications', '_key')} except ${told})`,
  'mails that nobody got, or nobody made': `(${told} except ${saidBy('_mails', 'key')}) union all (${saidBy('_mails', 'key')} except ${told})`,
  'news told twice': `select _key from notifications group by _key having count(*) > 1`,
};

const { numRuns, seed } = runs(1);

test(
  '[rule 23] a server that is killed between any two calls of its database, and starts again, leaves books, calendars and news right after every step',
  async () => {
    const first: Step = {
      what: { kind: 'book', learner: 0, place: { teacher: 0, hours: 30 }, isPaid: true },
      diesAsked: undefined,
      diesSweeping: undefined,
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 7 }), async (steps) => {
        const histories = new Histories();
        for (const one of [first, ...steps]) {
          await histories.run(one);
          await histories.check();
        }
      }),
      { numRuns, seed, endOnFailure: true },
    );
  },
  240_000 * numRuns,
);
