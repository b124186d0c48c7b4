/*
 * Writes down what many people did to one calendar at once: hold, confirm, cancel, move and read over HTTP, on two servers and one database. Rounds of
 * 60 operations by 5 to 32 workers, each on a day of its own; the Go program beside this file says whether each could have happened one after the
 * other. SEED and COUNT come from the environment; the first argument is the file to write. At the end the books are proved.
 */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PocketBase, { ClientResponseError } from 'pocketbase';
import { openDatabase } from '#engine/database/database.ts';
import { startEmbeddedPostgres } from '#engine/database/embedded-postgres.ts';
import { migrate } from '#engine/database/migrate.ts';
import { createLogger } from '#engine/log.ts';
import { hashPassword } from '#engine/passwords/password-hash.ts';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import { chanceOf } from '#support/chance-of.ts';
import { startServerProcess } from '#support/start-server-process.ts';

const [file = 'history.jsonl'] = process.argv.slice(2);
const seed = Number(process.env.SEED ?? 1);
const wanted = Number(process.env.COUNT ?? 100_000);
const roundSize = 60;
/** Of each instructor; within what may be booked ahead. */
const daysEach = 40;
const learnerCount = 48;
/** Rounds after which others go on: who calls off many booked lessons of a day gets no further hold. */
const roundsEach = 100;
const nowMs = Date.parse('2026-12-01T00:00:00+08:00');
const [dayMs, minuteMs] = [86_400_000, 60_000];
const password = 'linear-password';

const occupying = '(status = "held" || status = "confirmed")';

type Answer = { answer: string; seen?: Array<{ lesson: string; start: number; state: string }> };
type Operation = { what: string; lesson?: string; start?: number; minutes?: number };

const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-linear-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: createLogger('error') });
const { host, user, database } = postgres.connection;
const databaseUrl = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`;
const db = openDatabase({ connection: { connectionString: databaseUrl }, maxConnections: 3 });
await migrate(db, join(import.meta.dirname, '..', '..', '..', 'db'));
const servers = [
  await startServerProcess({ databaseUrl, dataDir: join(dataDir, 'server'), nowMs }),
  await startServerProcess({ databaseUrl, dataDir: join(dataDir, 'server'), nowMs }),
];

async function makePeople(instructors: number): Promise<void> {
  await db.query(
    `insert into users (id, password, "tokenKey", email, verified, name, role, created, updated)
     select 'linearperso' || to_char(n, 'FM0000'), $1, md5(n::text) || md5('x' || n), 'linear' || n || '@kerbside.example', true, 'Person ' || n,
       case when n = 0 then 'admin' else 'user' end, now(), now() from generate_series(0, $2::int) n`,
    [await hashPassword(password), groups * learnerCount + instructors],
  );
  await db.query(
    `insert into instructors (id, "user", name, status, "licenceClasses", "hourlyCents", timezone, "lessonMinutes", "slotStepMinutes", "minNoticeMinutes",
       "horizonDays", "gapMinutes", "maxPerLearnerPerWeek", "instantBooking", "worksHolidays", created, updated)
     select 'linearteach' || to_char(n, 'FM0000'), 'linearperso' || to_char($2::int + n, 'FM0000'), 'Teacher ' || n, 'listed', '["3A"]', 6600,
       'Asia/Singapore', '[60, 90]', 30, 0, 100, 0, 0, true, true, now(), now() from generate_series(1, $1::int) n`,
    [instructors, groups * learnerCount],
  );
  await db.query(
    `insert into availability_rules (id, instructor, weekday, "startMinute", "endMinute", created, updated)
     select 'lr' || to_char(n, 'FM0000') || 'w' || w || 'zzzzzzz', 'linearteach' || to_char(n, 'FM0000'), w, 480, 1200, now(), now()
     from generate_series(1, $1::int) n, generate_series(0, 6) w`,
    [instructors],
  );
}

async function signIn(person: number, server = person): Promise<PocketBase> {
  const client = new PocketBase(servers[server % servers.length]?.url).autoCancellation(false);
  await client.collection('users').authWithPassword(`linear${person}@kerbside.example`, password);
  return client;
}

async function signInGroup(group: number): Promise<PocketBase[]> {
  const people = Array.from({ length: learnerCount }, (_, place) => 1 + group * learnerCount + place);
  const clients: PocketBase[] = [];
  for (const person of people) clients.push(await signIn(person));
  return clients;
}

const rounds = Math.ceil(wanted / roundSize);
const groups = Math.ceil(rounds / roundsEach);
await makePeople(Math.ceil(rounds / daysEach));
const staff = [await signIn(0, 0), await signIn(0, 1)];
let learners: PocketBase[] = [];
const out = createWriteStream(file);
const unforeseen = new Map<string, number>();

/** What a refusal says of the calendar; `elsewhere` where it says nothing of it. */
function meaningOf(what: string, error: unknown): string {
  if (!(error instanceof ClientResponseError)) throw error;
  const data: Record<string, { code: string }> = error.response.data ?? {};
  const code = Object.values(data)[0]?.code ?? String(error.status);
  const meanings: Record<string, string> = {
    slot_taken: 'taken',
    not_cancellable: 'refused',
    not_reschedulable: 'refused',
    validation_missing_rel_records: 'refused',
    // Nobody may write of a lesson that is not there.
    400: 'refused',
    too_many_moves: 'spent',
    same_start: 'same',
    hold_expired: 'refused',
    not_payable: 'refused',
    too_many_holds: 'elsewhere',
    payment_open: 'elsewhere',
    already_paid: 'elsewhere',
  };
  const meaning = meanings[code];
  if (!meaning)
    unforeseen.set(`${what} ${error.status} ${code}`, (unforeseen.get(`${what} ${error.status} ${code}`) ?? 0) + 1);
  return meaning ?? 'elsewhere';
}

/** One day of one calendar, and everybody's tries at it. */
class Round {
  readonly #index: number;
  readonly #instructor: string;
  readonly #midnightMs: number;
  readonly #chance: () => number;
  readonly #owners = new Map<string, PocketBase>();
  /** Lessons that were asked for and not refused, nor let go. */
  readonly #recent = new Set<string>();
  readonly #lines: Array<Operation & { answer: string }> = [];
  #made = 0;
  #left = roundSize;

  constructor(index: number) {
    this.#index = index;
    this.#instructor = `linearteach${String(Math.floor(index / daysEach) + 1).padStart(4, '0')}`;
    this.#midnightMs = nowMs + (2 + (index % daysEach)) * dayMs;
    this.#chance = chanceOf(seed * 1_000_003 + index);
  }

  async run(): Promise<void> {
    const workers = 5 + Math.floor(this.#chance() * 28);
    await Promise.all(Array.from({ length: workers }, (_, client) => this.#work(client)));
    await this.#write();
    // What stands would count against its learners on another round's calendar, or as a hold.
    const left = await staff[0]?.collection('lessons').getFullList({ filter: this.#filter(occupying) });
    await Promise.all(
      (left ?? []).map(({ id }) => this.#owners.get(id)?.collection('cancellations').create({ lesson: id })),
    );
  }

  async #write(): Promise<void> {
    const confirmed = await db.query<{ lesson: string }>(
      `select m.lesson from lesson_moves m join lessons l on l.id = m.lesson where l.id like $1 and m.event = 'pay'`,
      [`lin${String(this.#index).padStart(5, '0')}x%`],
    );
    const ids = new Set(confirmed.map(({ lesson }) => lesson));
    for (const line of this.#lines) {
      const answer = line.answer !== 'paid' ? line.answer : ids.has(line.lesson ?? '') ? 'ok' : 'refused';
      out.write(`${JSON.stringify({ ...line, answer })}\n`);
    }
  }

  async #work(client: number): Promise<void> {
    while (this.#left-- > 0) {
      const operation = this.#choose();
      const learner = this.#pick(learners);
      const call = Math.round(performance.now() * 1e6);
      const answer = await this.#perform(operation, learner).catch((error) => ({
        answer: meaningOf(operation.what, error),
      }));
      const isGone =
        operation.what === 'hold' ? answer.answer !== 'ok' : operation.what === 'cancel' && answer.answer === 'ok';
      if (isGone) this.#recent.delete(operation.lesson ?? '');
      const line = {
        round: this.#index,
        client,
        call,
        return: Math.round(performance.now() * 1e6),
        ...operation,
        ...answer,
      };
      this.#lines.push(line);
    }
  }

  #choose(): Operation {
    const chance = this.#chance();
    const start = 480 + 30 * Math.floor(this.#chance() * 21);
    if (chance < 0.1) return { what: 'read' };
    const lesson = this.#recent.size === 0 ? undefined : this.#pick([...this.#recent]);
    if (chance < 0.4 || !lesson) {
      const id = `lin${String(this.#index).padStart(5, '0')}x${String(this.#made++).padStart(6, '0')}`;
      return { what: 'hold', lesson: id, start, minutes: this.#chance() < 0.7 ? 60 : 90 };
    }
    if (chance < 0.6) return { what: 'confirm', lesson };
    return chance < 0.8 ? { what: 'move', lesson, start } : { what: 'cancel', lesson };
  }

  async #perform({ what, lesson = '', start = 0, minutes = 0 }: Operation, learner: PocketBase): Promise<Answer> {
    const owner = this.#owners.get(lesson) ?? learner;
    const at = new Date(this.#midnightMs + start * minuteMs).toISOString();
    if (what === 'hold') {
      // Known to the others before it is answered.
      this.#owners.set(lesson, learner);
      this.#recent.add(lesson);
      await learner
        .collection('lessons')
        .create({ id: lesson, instructor: this.#instructor, start: at, durationMinutes: minutes });
    } else if (what === 'confirm') {
      const card = { method: 'card', cardNumber: '4242424242424242' };
      const { status } = await owner.collection('payments').create({ lesson, ...card });
      // Paid, but perhaps let go before the money came: the history of the lesson knows.
      return { answer: ['succeeded', 'refunded', 'part_refunded'].includes(status) ? 'paid' : 'elsewhere' };
    } else if (what === 'move') await owner.collection('reschedules').create({ lesson, start: at });
    else if (what === 'cancel') await owner.collection('cancellations').create({ lesson });
    else return this.#read();
    return { answer: 'ok' };
  }

  async #read(): Promise<Answer> {
    const filter = this.#filter(occupying);
    const { items } = await this.#pick(staff).collection('lessons').getList(1, 500, { filter, skipTotal: true });
    const minuteOf = (start: string) => (Date.parse(start) - this.#midnightMs) / minuteMs;
    const seen = items.map(({ id, start, status }) => ({ lesson: id, start: minuteOf(start), state: status }));
    return { answer: 'ok', seen };
  }

  #filter(more: string): string {
    const [from, to] = [this.#midnightMs, this.#midnightMs + dayMs].map((ms) =>
      new Date(ms).toISOString().replace('T', ' '),
    );
    return `instructor = "${this.#instructor}" && start >= "${from}" && start < "${to}" && ${more}`;
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#chance() * list.length)] as T;
  }
}

for (let index = 0; index < rounds; index++) {
  if (index % roundsEach === 0) learners = await signInGroup(index / roundsEach);
  await new Round(index).run();
}
await new Promise<void>((resolve) => out.end(resolve));
const { faults } = await proveLedger(db);
for (const server of servers) await server.stop();
await db.close();
await postgres.stop();
rmSync(dataDir, { recursive: true, force: true });
for (const [what, times] of unforeseen) console.log(`not foreseen: ${what}, ${times} times`);
for (const fault of faults) console.log(fault);
process.exit(faults.length + unforeseen.size === 0 ? 0 : 1);
