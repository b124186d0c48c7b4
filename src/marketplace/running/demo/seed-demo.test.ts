import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCollectionRegistry } from '#engine/collections/collection-registry.ts';
import type { Engine } from '#engine/engine.ts';
import { systemRandom } from '#engine/random.ts';
import { firstPolicyValues } from '#rules/policies/policy-values.ts';
import { answerBy, isSupportOpen } from '#rules/support/support-hours.ts';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { sealLedger } from '../../money/ledger/seal-ledger.ts';
import { usersCollection } from '../../people/users/users.collection.ts';
import { proveLedger } from '../../prove-ledger.ts';
import {
  instructorDocumentsCollection,
  instructorsCollection,
} from '../../teaching/instructors/instructors.collection.ts';
import { isDemoAddress } from './is-demo-address.ts';
import { type DemoAccounts, seedDemo } from './seed-demo.ts';

const nowMs = Date.parse('2026-12-01T09:00:00+08:00');
let database: TestDatabase;
let stored: Map<string, { bytes: Buffer; contentType: string }>;
let accounts: DemoAccounts;

/** Only what the demo asks of an engine: the database is real, files are kept in memory. */
function engineOn(db: TestDatabase['db']): Engine {
  const collections = createCollectionRegistry();
  collections.replaceAll([usersCollection, instructorsCollection, instructorDocumentsCollection]);
  const files = {
    async put(key: string, bytes: Buffer, contentType: string) {
      stored.set(key, { bytes, contentType });
    },
  };
  const jobs = { async add() {} };
  return { db, collections, files, jobs, random: systemRandom, clock: { nowMs: () => nowMs } } as unknown as Engine;
}

const count = async (sql: string) =>
  Number((await database.db.query<{ n: number }>(`select count(*) as n ${sql}`))[0]!.n);

beforeAll(async () => {
  database = await createTestDatabase();
  stored = new Map();
  accounts = await seedDemo(engineOn(database.db));
});
afterAll(() => database.drop());

describe('the demo', () => {
  test('has at least 24 listed instructors, each with weekly hours, a drawn portrait and a drawn car', async () => {
    expect(await count(`from instructors where status = 'listed'`)).toBeGreaterThanOrEqual(24);
    expect(
      await count('from instructors i where not exists (select from availability_rules where instructor = i.id)'),
    ).toBe(0);
    const rows = await database.db.query<{ id: string; picture: string }>(
      'select id, unnest(array[photo, "carPhoto"]) as picture from instructors',
    );
    for (const { id, picture } of rows) {
      const file = stored.get(`${instructorsCollection.id}/${id}/${picture}`);
      expect(picture).toMatch(/\.svg$/);
      expect(file?.bytes.length).toBeLessThan(4096);
      expect(file?.contentType).toBe('image/svg+xml');
      expect(file?.bytes.toString()).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg".*<\/svg>$/);
    }
    expect(new Set([...stored.values()].map(({ bytes }) => bytes.toString())).size).toBeGreaterThan(55);
  });

  test('prices lie in the ranges of the market', async () => {
    expect(await count('from instructors where "hourlyCents" not between 6000 and 7500')).toBe(0);
    expect(await count('from instructors where not "instantBooking"')).toBeGreaterThan(1);
    // Each lesson that is over was logged, and learners are at different levels.
    expect(await count('from lesson_logs')).toBe(await count("from lessons where status in ('completed', 'closed')"));
    expect(
      await count('from lesson_logs, jsonb_to_recordset(skills) as s (level int) where level >= 3'),
    ).toBeGreaterThan(5);
    expect(await count(`from instructors where "retiresOn" <= '2026-12-01'`)).toBe(0);
  });

  test('books nobody beyond the first of their papers that ends, of which two end soon', async () => {
    const ends = `select i.id, min(d."expiresOn") as day from instructors i join instructor_documents d on d.instructor = i.id
      where d.status = 'accepted' and d."expiresOn" <> '' group by i.id`;
    expect(await count('from instructors where "licenceExpiresOn" <> \'\' and "retiresOn" <> \'\'')).toBe(
      await count(`from instructors i join (${ends}) e on e.id = i.id where e.day = i."licenceExpiresOn"`),
    );
    expect(await count(`from (${ends}) e where e.day <= '2027-01-26'`)).toBe(2);
    expect(
      await count(`from lessons l join instructors i on i.id = l.instructor
        where to_char(l.start at time zone 'Asia/Singapore', 'YYYY-MM-DD') > least(i."licenceExpiresOn", i."retiresOn")`),
    ).toBe(0);
  });

  test('has a paper at the desk with a picture to look at', async () => {
    const rows = await database.db.query<{ id: string; file: string }>(
      "select id, file from instructor_documents where status = 'pending'",
    );
    for (const { id, file } of rows) {
      const picture = stored.get(`${instructorDocumentsCollection.id}/${id}/${file}`)?.bytes.toString();
      expect(picture).toMatch(/^<svg .*Number plate.*DEMONSTRATION.*<\/svg>$/);
    }
    expect(rows).toHaveLength(1);
  });

  test('works over midnight in one diary and up to midnight', async () => {
    expect(await count('from availability_rules where "endMinute" = 1440')).toBeGreaterThan(0);
    expect(await count('from availability_rules where "startMinute" = 0')).toBeGreaterThan(0);
  });

  test('has lessons that are over, under way or still to come, with the main instructor busy today and tomorrow', async () => {
    expect(
      await count(`from lessons where status in ('completed', 'closed') and "end" <= '2026-12-01T01:00Z'`),
    ).toBeGreaterThan(300);
    expect(await count(`from lessons where status in ('completed', 'closed') and "end" > '2026-12-01T01:00Z'`)).toBe(0);
    expect(await count(`from lessons where status = 'confirmed' and start > '2026-12-01T01:00Z'`)).toBeGreaterThan(10);
    const ravi = `from lessons l join instructors i on i.id = l.instructor join users u on u.id = i."user"
      where u.email = '${accounts.instructor.email}'`;
    expect(await count(`${ravi} and start >= '2026-11-30T16:00Z' and start < '2026-12-01T16:00Z'`)).toBe(4);
    expect(await count(`${ravi} and start >= '2026-12-01T16:00Z' and start < '2026-12-02T16:00Z'`)).toBe(3);
  });

  test('has questions to the support that are due while people answer, one of them too late', async () => {
    const rows = await database.db.query<{ dueMs: number; askedMs: number }>(
      `select (extract(epoch from "answerBy") * 1000)::double precision as "dueMs",
         (extract(epoch from created) * 1000)::double precision as "askedMs" from support_requests order by created`,
    );
    expect(rows.map(({ dueMs }) => dueMs < nowMs)).toEqual([true, false]);
    const holidays = new Set(
      (await database.db.query<{ date: string }>('select date from holidays')).map((day) => day.date),
    );
    for (const { askedMs, dueMs } of rows) {
      expect(dueMs).toBe(answerBy(askedMs, holidays, firstPolicyValues));
      expect(isSupportOpen(dueMs - 1, holidays, firstPolicyValues)).toBe(true);
    }
  });

  test('has the whole history of every lesson, up to the state it is in', async () => {
    const lessons = await database.db.query<{ status: string; events: string[] }>(
      `select distinct l.status, (select array_agg(m.event order by m.sequence) from lesson_moves m where m.lesson = l.id) as events
       from lessons l order by l.status`,
    );
    expect(lessons).toEqual([
      { status: 'closed', events: ['hold', 'pay', 'start', 'complete', 'close'] },
      { status: 'completed', events: ['hold', 'pay', 'start', 'complete'] },
      { status: 'confirmed', events: ['hold', 'pay'] },
    ]);
  });

  test('paid every lesson once and has a ledger that balances to the cent', async () => {
    expect(
      await count(`from lessons l left join payments p on p.lesson = l.id and p."amountCents" = l."priceCents"
      where p.id is null`),
    ).toBe(0);
    expect(
      await count(
        `from (select transaction from ledger_entries group by transaction having sum("amountCents") <> 0) t`,
      ),
    ).toBe(0);
    expect(
      await count(`from ledger_accounts a where ledger_balance(a) <>
      (select coalesce(sum("amountCents"), 0) from ledger_entries where account = a.id)`),
    ).toBe(0);
    expect(
      await count(`from lessons l where "end" <= timestamptz '2026-12-01T01:00Z' - interval '24 hours'
      and not exists (select from ledger_accounts a where a.id = 'held:' || l.id and a."balanceCents" = 0)`),
    ).toBe(0);
    expect(
      await count(`from lessons l where "end" > timestamptz '2026-12-01T01:00Z' - interval '24 hours'
      and not exists (select from ledger_accounts a where a.id = 'held:' || l.id and abs(a."balanceCents") = l."priceCents")`),
    ).toBe(0);
  });

  test('[26.29] [26.31] has books that the proof finds right, and records of money that say the same', async () => {
    await sealLedger({ db: database.db });
    expect((await proveLedger(database.db)).faults).toEqual([]);
  });

  test('lets the people of coming lessons have written to each other, the last line unread', async () => {
    expect(await count('from conversations')).toBeGreaterThan(5);
    expect(await count('from conversations where "learnerUnread" + "instructorUnread" <> 1')).toBe(0);
    expect(await count(`from messages where created > '2026-12-01T01:00Z'`)).toBe(0);
    expect(
      await count(`from conversations c where "lastText" <> (select text from messages m where m.conversation = c.id
        order by m.created desc, m.id desc limit 1)`),
    ).toBe(0);
    expect(
      await count(`from messages m join conversations c on c.id = m.conversation
      join instructors i on i.id = c.instructor where m.sender not in (c.learner, i."user")`),
    ).toBe(0);
  });

  test('has reviews by learners of completed lessons alone, and two instructors without any', async () => {
    expect(await count(`from reviews where side = 'learner' and "publishedAt" is not null`)).toBeGreaterThan(100);
    expect(
      await count(
        `from reviews r join lessons l on l.id = r.lesson where l.status not in ('completed', 'closed') or r.created < l."end"`,
      ),
    ).toBe(0);
    expect(await count(`from reviews where created > '2026-12-01T01:00Z' or "publishedAt" > '2026-12-01T01:00Z'`)).toBe(
      0,
    );
    expect(await count('from instructors where "ratingCount" = 0 and "ratingShown" is null')).toBeGreaterThanOrEqual(2);
    expect(
      await count(`from instructors i where "ratingCount" <> (select count(*) from reviews r
      where r.instructor = i.id and side = 'learner' and "publishedAt" is not null)`),
    ).toBe(0);
  });

  test('knows the holidays of 2026 and 2027 and the first policies with their date', async () => {
    expect(await count(`from holidays where closes and date like '2026-%'`)).toBe(14);
    expect(await count(`from holidays where closes and date like '2027-%'`)).toBeGreaterThanOrEqual(11);
    const [policies] = await database.db.query<{ values: unknown; effectiveFrom: Date }>('select * from policies');
    expect(policies!.values).toEqual(firstPolicyValues);
    expect(policies!.effectiveFrom.getTime()).toBeLessThan(nowMs);
  });

  test('gives each party of a coming lesson a notification', async () => {
    const coming = await count(`from lessons where status = 'confirmed'`);
    expect(await count('from notifications')).toBe(2 * coming);
  });

  test('has the four sample reports, one of each type [209]', async () => {
    const reports = await database.db.query<{ type: string }>('select type from reports order by type');
    expect(reports.map(({ type }) => type)).toEqual(['analytics', 'financial', 'performance', 'security']);
  });

  test('has its four accounts at reserved addresses', async () => {
    expect(accounts.isPresent).toBe(true);
    for (const account of [accounts.learner, accounts.instructor, accounts.admin, accounts.superuser]) {
      expect(isDemoAddress(account.email)).toBe(true);
    }
    expect(isDemoAddress('mei@kerbside.example.org')).toBe(false);
    expect(await count(`from users where role = 'admin' and email = '${accounts.admin.email}'`)).toBe(1);
    expect(await count(`from _superusers where email = '${accounts.superuser.email}'`)).toBe(1);
  });

  test('has a second administrator, and a change of an account that waits for the first', async () => {
    const waiting = `from account_changes c join users s on s.id = c.starter join users u on u.id = c."user" and u.email = c.was
      where c.status = 'waiting' and s.role = 'admin' and s.email <> '${accounts.admin.email}'`;
    expect(await count(waiting)).toBe(1);
    expect(
      await count(`from role_terms where role = 'admin' and until is null and since < now() - interval '8 days'`),
    ).toBe(2);
  });

  test('a second start changes nothing', async () => {
    const before = await database.db.query(
      'select (select count(*) from lessons) l, (select count(*) from holidays) h',
    );
    await database.db.query(`delete from holidays where date = '2026-12-25'`);
    expect((await seedDemo(engineOn(database.db))).isPresent).toBe(true);
    const after = await database.db.query<{ l: number; h: number }>(
      'select (select count(*) from lessons) l, (select count(*) from holidays) h',
    );
    expect(after[0]).toEqual({ l: before[0]!.l, h: Number(before[0]!.h) - 1 });
  });

  test('[246] [Q12] has a learner whose profile shows the sample numbers: 127 logins, 45 days active, 12 lessons', async () => {
    const [user] = await database.db.query<{ id: string }>(
      `select id from users where email = 'grace@kerbside.example'`,
    );
    const of = `from account_activity where "user" = '${user!.id}'`;
    expect(await count(of)).toBe(45);
    const [sum] = await database.db.query<{ logins: number }>(`select sum(logins)::integer as logins ${of}`);
    expect(sum!.logins).toBe(127);
    expect(await count(`from lessons where learner = '${user!.id}' and status in ('completed', 'closed')`)).toBe(12);
    expect(await count(`from account_activity a join users u on u.id = a."user" where a.day < u.created::date`)).toBe(
      0,
    );
  });

  test('stays out of a marketplace that has accounts of its own', async () => {
    const other = await createTestDatabase();
    await other.db.query(
      `insert into users (id, "tokenKey", email) values ('aaaaaaaaaaaaaaa', 'k', 'own@shop.example')`,
    );
    expect((await seedDemo(engineOn(other.db))).isPresent).toBe(false);
    expect(await other.db.query('select id from users')).toHaveLength(1);
    await other.drop();
  });

  test.each(['2012-02-29T23:30:00+08:00', '2027-05-01T00:10:00+08:00', '2098-12-31T12:00:00+08:00'])(
    'can begin on any day: %s',
    async (instant) => {
      const other = await createTestDatabase();
      const engine = { ...engineOn(other.db), clock: { nowMs: () => Date.parse(instant) } };
      expect((await seedDemo(engine)).isPresent).toBe(true);
      await other.drop();
    },
  );

  test('two servers that start together seed it once', async () => {
    const other = await createTestDatabase();
    const both = await Promise.all([seedDemo(engineOn(other.db)), seedDemo(engineOn(other.db))]);
    expect(both.map(({ isPresent }) => isPresent)).toEqual([true, true]);
    await other.drop();
  });
});
