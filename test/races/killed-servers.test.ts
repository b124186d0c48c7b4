import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#engine/passwords/password-hash.ts';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { runs } from '#support/runs.ts';
import { type ServerProcess, startServerProcess } from '#support/start-server-process.ts';

const [hourMs, minuteMs] = [3_600_000, 60_000];
const password = 'killed-password';
const people = ['learner0', 'learner1', 'learner2', 'teacher0', 'teacher1', 'teacher2'].map((name) =>
  name.padEnd(15, 'x'),
);
const admin = 'admin0'.padEnd(15, 'x');
/** The last one confirms by hand. */
const teachers = ['instructor0', 'instructor1', 'instructor2'].map((name) => name.padEnd(15, 'x'));
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
     select id, $2, id || '-token-key-of-thirty-characters', id || '@kerbside.example', true, id,
       case when id = $3 then 'admin' else 'user' end, now(), now() from unnest($1::text[]) id`,
    [[...people, admin], await hashPassword(password), admin],
  );
  await db.query(
    `insert into instructors (id, "user", name, status, "licenceClasses", "hourlyCents", timezone, "lessonMinutes", "slotStepMinutes", "minNoticeMinutes",
       "horizonDays", "gapMinutes", "maxPerLearnerPerWeek", "instantBooking", created, updated)
     select id, u, id, 'listed', '["3A"]', 6600, 'Asia/Singapore', '[60]', 30, 0, 56, 0, 0, u not like 'teacher2%', now(), now()
     from unnest($1::text[], $2::text[]) as t (id, u)`,
    [teachers, people.slice(3)],
  );
  await db.query(
    `insert into availability_rules (id, instructor, weekday, "startMinute", "endMinute", created, updated)
     select 'always' || n || w || 'xxxxxxx', id, w, 0, 1440, now(), now()
     from unnest($1::text[]) with ordinality as t (id, n), generate_series(0, 6) w`,
    [teachers],
  );
  await db.query(
    `insert into package_offers (id, instructor, minutes, "discountPercent", active, created, updated)
     select 'hours' || n || 'xxxxxxxxx', id, 300, 3, true, now(), now() from unnest($1::text[]) with ordinality as t (id, n)`,
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

const place = fc.record({ teacher: fc.nat(2), hours: fc.integer({ min: 1, max: 90 }) });
const lesson = fc.nat(20);
const said = <Kind extends string>(kind: Kind) => fc.constant(kind);
const step = fc.record({
  what: fc.oneof(
    fc.record({
      kind: said('book'),
      learner: fc.nat(2),
      place,
      paidBy: fc.constantFrom('card', 'card', 'credit', 'nothing'),
      isAccepted: fc.boolean(),
    }),
    fc.record({ kind: said('pay'), lesson }),
    fc.record({ kind: said('cancel'), lesson, byTeacher: fc.boolean() }),
    fc.record({ kind: said('move'), lesson, hours: fc.integer({ min: 25, max: 90 }) }),
    fc.record({ kind: said('teach'), lesson, isConfirmed: fc.boolean(), isReviewed: fc.boolean() }),
    fc.record({ kind: said('miss'), lesson, byTeacher: fc.boolean(), isContested: fc.boolean() }),
    fc.record({
      kind: said('claim'),
      lesson,
      about: fc.constantFrom('first_lesson', 'quality', 'identity'),
      outcome: fc.constantFrom('none', 'part', 'full', 'credit', 'open'),
    }),
    fc.record({ kind: said('package'), learner: fc.nat(2), teacher: fc.nat(2), isGivenBack: fc.boolean() }),
    fc.record({ kind: said('queue'), learner: fc.nat(2), teacher: fc.nat(2) }),
    fc.record({ kind: said('wait'), minutes: fc.integer({ min: 5, max: 6000 }) }),
  ),
  /** After how many calls of the database the server dies while it is asked, and while it does what is due. */
  diesAsked: fc.option(fc.nat(25), { nil: undefined, freq: 2 }),
  diesSweeping: fc.option(fc.nat(160), { nil: undefined, freq: 2 }),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type What = Step['what'];
type Call = { person: string; collection: string; body: Record<string, unknown> };
type Booked = { id: string; learner: string; teacher: string; owner: string };

const card = { method: 'card', cardNumber: '4242424242424242' };
let made = 0;
const newId = () => `killed${String(++made).padStart(9, '0')}`;

/** A history of a few people, on the real product in a process of its own. */
class Histories {
  readonly #lessons: Booked[] = [];

  async run({ what, diesAsked, diesSweeping }: Step): Promise<void> {
    const calls = await this.#callsOf(what);
    // In the midst of one of its calls.
    const dying = calls.length > 0 ? (diesAsked ?? 0) % calls.length : 0;
    for (const [index, { person, collection, body }] of calls.entries()) {
      const token = await tokenOf(person);
      const asked = { id: newId(), ...body };
      await throughDeath(index === dying ? diesAsked : undefined, () => send(`${collection}/records`, token, asked));
    }
    await throughDeath(diesSweeping, async () => (await alive()).sweep());
    // Done once more, every job changes nothing.
    await (await alive()).sweep();
  }

  async #callsOf(what: What): Promise<Call[]> {
    if (what.kind === 'wait') await this.#moveClock(nowMs + what.minutes * minuteMs);
    if (what.kind === 'wait') return [];
    if (what.kind === 'book') return this.#bookings(what);
    if (what.kind === 'package') return packageOf(what);
    if (what.kind === 'queue') {
      const body = { licenceClass: '3A', areas: [], windows: [], instructor: teachers[what.teacher] };
      return [{ person: people[what.learner] ?? '', collection: 'waitlist_entries', body }];
    }
    const booked = this.#lessons[what.lesson % Math.max(1, this.#lessons.length)];
    return booked ? this.#callsAbout(booked, what) : [];
  }

  async #callsAbout(
    { id, learner, owner }: Booked,
    what: Exclude<What, { kind: 'wait' | 'book' | 'package' | 'queue' }>,
  ): Promise<Call[]> {
    if (what.kind === 'pay') return [{ person: learner, collection: 'payments', body: { lesson: id, ...card } }];
    if (what.kind === 'cancel')
      return [{ person: what.byTeacher ? owner : learner, collection: 'cancellations', body: { lesson: id } }];
    if (what.kind === 'move')
      return [{ person: learner, collection: 'reschedules', body: { lesson: id, start: startIn(what.hours) } }];
    const [row] = await database.db.query<{ code: string; startMs: number }>(
      `select "startCode" as code, (extract(epoch from start) * 1000)::double precision as "startMs" from lessons where id = $1`,
      [id],
    );
    const waitMs = { teach: 0, miss: 16 * minuteMs, claim: 2 * hourMs }[what.kind];
    if (row && row.startMs + waitMs > nowMs) await this.#moveClock(row.startMs + waitMs);
    if (what.kind === 'claim') return claimOf({ id, learner }, what);
    if (what.kind === 'miss') return missOf({ id, learner, owner }, what);
    const review = { lesson: id, rating: 4, text: 'Calm and clear.' };
    return [
      { person: owner, collection: 'lesson_starts', body: { lesson: id, code: row?.code ?? '', pdlSeen: true } },
      { person: owner, collection: 'lesson_logs', body: { lesson: id, skills: [] } },
      ...(what.isConfirmed ? [{ person: learner, collection: 'lesson_confirmations', body: { lesson: id } }] : []),
      ...(what.isReviewed ? [learner, owner].map((person) => ({ person, collection: 'reviews', body: review })) : []),
    ];
  }

  #bookings({ learner, place: at, paidBy, isAccepted }: Extract<What, { kind: 'book' }>): Call[] {
    const id = newId();
    const person = people[learner] ?? '';
    const owner = people[3 + at.teacher] ?? '';
    this.#lessons.push({ id, learner: person, teacher: teachers[at.teacher] ?? '', owner });
    const body = { id, instructor: teachers[at.teacher], start: startIn(at.hours), durationMinutes: 60 };
    const payment = { lesson: id, ...(paidBy === 'credit' ? { method: 'credit' } : card) };
    const booking = { person, collection: 'lessons', body };
    if (paidBy === 'nothing') return [booking];
    const answer = { lesson: id, decision: isAccepted ? 'accept' : 'decline' };
    return [
      booking,
      { person, collection: 'payments', body: payment },
      ...(at.teacher === 2 ? [{ person: owner, collection: 'approvals', body: answer }] : []),
    ];
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

function packageOf({ learner, teacher, isGivenBack }: Extract<What, { kind: 'package' }>): Call[] {
  const person = people[learner] ?? '';
  const id = newId();
  return [
    { person, collection: 'package_purchases', body: { id, instructor: teachers[teacher], minutes: 300 } },
    { person, collection: 'payments', body: { packagePurchase: id, ...card } },
    ...(isGivenBack ? [{ person, collection: 'package_refunds', body: { packagePurchase: id } }] : []),
  ];
}

function missOf(
  { id, learner, owner }: Omit<Booked, 'teacher'>,
  { byTeacher, isContested }: Extract<What, { kind: 'miss' }>,
): Call[] {
  const [teller, missing] = byTeacher ? [owner, learner] : [learner, owner];
  const [noShow, contest] = [newId(), newId()];
  const said = { person: teller, collection: 'no_shows', body: { id: noShow, lesson: id } };
  if (!isContested) return [said];
  const decision = { contest, missing: byTeacher ? 'instructor' : 'learner', reason: 'We asked both.' };
  return [
    said,
    { person: missing, collection: 'no_show_contests', body: { id: contest, noShow, text: 'I was there.' } },
    { person: admin, collection: 'no_show_decisions', body: decision },
  ];
}

function claimOf(
  { id, learner }: Pick<Booked, 'id' | 'learner'>,
  { about, outcome }: Extract<What, { kind: 'claim' }>,
): Call[] {
  const claim = newId();
  const body = { id: claim, lesson: id, kind: about, text: 'The car broke down.' };
  const decision = {
    claim,
    outcome,
    reason: 'We talked to both.',
    ...(outcome === 'part' ? { refundCents: 2000 } : {}),
  };
  return [
    { person: learner, collection: 'claims', body },
    ...(outcome === 'open' ? [] : [{ person: admin, collection: 'claim_decisions', body: decision }]),
  ];
}

function startIn(hours: number): string {
  return new Date(Math.ceil(nowMs / (30 * minuteMs)) * 30 * minuteMs + hours * hourMs).toISOString();
}

const occupying = `('held', 'requested', 'confirmed', 'in_progress', 'completed', 'closed', 'disputed', 'no_show_learner', 'no_show_instructor')`;
const told = `
  select k.key from lesson_moves m, lateral (values
    ('pay', 'lesson_confirmed:' || m.lesson || ':learner'), ('pay', 'lesson_confirmed:' || m.lesson || ':instructor'),
    ('approve', 'lesson_confirmed:' || m.lesson || ':learner'), ('approve', 'lesson_confirmed:' || m.lesson || ':instructor'),
    ('cancel', 'lesson_cancelled:' || m.lesson || ':learner'), ('cancel', 'lesson_cancelled:' || m.lesson || ':instructor'),
    ('reschedule', 'lesson_moved:' || m.lesson || ':' || m.sequence || ':learner'),
    ('reschedule', 'lesson_moved:' || m.lesson || ':' || m.sequence || ':instructor')) k (event, key)
  where k.event = m.event and not (m.event = 'cancel' and m."from" = 'held') and not (m.event = 'pay' and m."to" = 'requested')`;
const saidBy = (table: string, key: string) =>
  `select ${key} from ${table} where ${key} ~ '^lesson_(confirmed|cancelled|moved):'`;

/** What must never be found, after any step. */
const wrongs: Record<string, string> = {
  'lessons that overlap': `select a.id, b.id as other from lessons a join lessons b on a.id < b.id and a.occupied && b.occupied
      and (a.instructor = b.instructor or a.learner = b.learner)
    where a.status in ${occupying} and b.status in ${occupying}`,
  'more back than was paid': `select p.id from payments p where p."amountCents" < (select coalesce(sum(r."amountCents"), 0) from refunds r where r.payment = p.id)`,
  'a lesson or package that was paid twice': `select lesson, "packagePurchase" from payments
    where status in ('succeeded', 'processing') and method <> 'credit' group by 1, 2 having count(*) > 1`,
  'more of a package used than it has': `select id from package_purchases where "minutesLeft" < 0 or "minutesLeft" + package_used_minutes(id) > minutes`,
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
  '[12.3] [rule 23] a server that is killed between any two calls of its database, and starts again, leaves books, calendars and news right after every step',
  async () => {
    const first: Step = {
      what: { kind: 'book', learner: 0, place: { teacher: 0, hours: 30 }, paidBy: 'card', isAccepted: true },
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
