import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropOldLogs } from '#engine/logs/drop-old-logs.ts';
import { noteAskedPlace } from '#marketplace/teaching/availability/asked-places.ts';
import { firstPolicyValues } from '#rules/policies/policy-values.ts';
import { type KeptThing, keptFor } from '#rules/privacy/kept-for.ts';
import { monthsFrom } from '#rules/time/add-months.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

const dayMs = 86_400_000;
let app: TestApp;
let lesson: string;
let decided: string;
let waiting: { id: string; file: string };
let decidedMs: number;

// Before time moves: a superuser's token does not last for a month.
beforeAll(async () => {
  app = await startApp();
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const booked = await app.root.collection('lessons').create({
    instructor: teacher.id,
    learner: learner.id,
    start: '2026-12-01T02:00:00Z',
    durationMinutes: 60,
    status: 'confirmed',
    pickup: 'Block 12 Hougang Avenue 3',
    postalCode: '530012',
  });
  lesson = booked.id;
  const papers = app.root.collection('instructor_documents');
  const file = () => new File(['%PDF-1.7\n'], 'licence.pdf');
  decided = (await papers.create({ instructor: teacher.id, kind: 'licence', file: file() })).id;
  waiting = await papers.create({ instructor: teacher.id, kind: 'insurance', file: file() });
  await papers.update(decided, { status: 'accepted' });
  decidedMs = app.clock.nowMs();
});
afterAll(() => app.close());

const at = async (time: string | number) => {
  app.clock.set(new Date(time).toISOString());
  await app.app.sweepers.runDue();
};

test('[rule 32] the file of a paper is forgotten 30 days after the decision; one that waits is kept', async () => {
  const read = async () => {
    const [row] = await app.db.query('select file from instructor_documents where id = $1', [decided]);
    const keys = (await app.app.engine.files.list()).filter((key) => key.includes(decided));
    return [row?.file !== '', keys.length > 0];
  };
  await at(decidedMs + 29 * dayMs);
  expect(await read()).toEqual([true, true]);
  await at(decidedMs + 31 * dayMs);
  expect(await read()).toEqual([false, false]);
  const [kept] = await app.db.query('select status, file from instructor_documents where id = $1', [waiting.id]);
  expect(kept).toEqual({ status: 'pending', file: waiting.file });
});

test('[rule 32] an exact address is forgotten 30 days after the lesson, and the lesson stays', async () => {
  const read = () => app.db.query('select pickup, "postalCode" from lessons where id = $1', [lesson]);
  await at('2026-12-31T02:30:00Z');
  expect(await read()).toEqual([{ pickup: 'Block 12 Hougang Avenue 3', postalCode: '530012' }]);
  await at('2027-01-01T03:30:00Z');
  expect(await read()).toEqual([{ pickup: '', postalCode: '' }]);
});

const root = 'root@kerbside.example';

test('[rule 32] what a mail said is forgotten with the addresses in it; that it was sent stays', async () => {
  await app.db.query(
    `insert into _mails ("to", subject, message, status, created) values
       ('${root}', 'Old', '{"text": "Meet at Block 12", "html": "<p>Meet at Block 12</p>"}', 'sent', to_timestamp($1::double precision / 1000))`,
    [Date.parse('2027-01-01T03:30:00Z')],
  );
  const read = () => app.db.query(`select subject, message from _mails where "to" = '${root}'`);
  await at('2027-01-30T03:30:00Z');
  expect((await read())[0]).toMatchObject({ message: { text: 'Meet at Block 12' } });
  await at('2027-02-01T03:30:00Z');
  expect(await read()).toEqual([{ subject: 'Old', message: { text: '', html: '' } }]);
});

type Probe = { make: () => Promise<unknown>; left: () => Promise<unknown[]> };
const since = 'to_timestamp($1::double precision / 1000)';
const rows = (text: string) => app.db.query(text);
const insert = (text: string) => app.db.query(text, [app.clock.nowMs()]);

/** One of each thing that is kept for a time, as if it had come to be now, and what is left of it. */
const probes: Record<Exclude<KeptThing, 'papers' | 'mailWords'>, Probe> = {
  bookings: {
    make: async () => undefined,
    left: () => rows(`select id, status, "priceCents" from lessons where id = '${lesson}'`),
  },
  addresses: {
    make: () =>
      insert(`insert into lessons (id, instructor, learner, start, "end", "durationMinutes", pickup, "postalCode", note, status, "priceCents")
        select 'oldplace0000000', instructor, learner, ${since} - interval '60 minutes', ${since}, 60, 'Block 1', '460001', 'Ring twice', 'closed', 1
        from lessons where id = '${lesson}'`),
    left: () =>
      rows(`select 1 from lessons where id = 'oldplace0000000' and (pickup <> '' or "postalCode" <> '' or note <> '')`),
  },
  messages: {
    make: () =>
      insert(`with thread as (insert into conversations (id, learner, instructor, created, updated)
          select 'oldthread000000', learner, instructor, ${since}, ${since} from lessons where id = '${lesson}' returning id, learner)
        insert into messages (id, conversation, sender, text, created, updated)
        select 'oldmessage00000', id, learner, 'Hello', ${since}, ${since} from thread`),
    left: () => rows(`select id from messages where id = 'oldmessage00000'`),
  },
  lessonWords: {
    make: () =>
      insert(`with done as (insert into lessons (id, instructor, learner, start, "end", "durationMinutes", status, "priceCents")
          select 'oldwords0000000', instructor, learner, ${since} - interval '200 minutes', ${since} - interval '140 minutes', 60, 'closed', 1
          from lessons where id = '${lesson}' returning id)
        insert into lesson_logs (id, lesson, notes) select 'oldlog000000000', id, 'Brakes late' from done`),
    left: () => rows(`select id from lesson_logs where id = 'oldlog000000000' and notes <> ''`),
  },
  notifications: {
    make: () =>
      insert(`insert into notifications (id, "user", title, message, type, created, updated, _key)
        select 'oldnotice000000', learner, 'Old', 'Old', 'user', ${since}, ${since}, 'old' from lessons where id = '${lesson}'`),
    left: () => rows(`select id from notifications where id = 'oldnotice000000'`),
  },
  mailTraces: {
    make: () =>
      insert(`insert into _mails ("to", subject, message, status, created)
        select u.email, 'Trace', '{"text": "", "html": ""}', 'sent', ${since} from users u join lessons l on l.learner = u.id where l.id = '${lesson}'`),
    left: () => rows(`select id from _mails where subject = 'Trace'`),
  },
  refundPayees: {
    make: () =>
      insert(`with paid as (insert into payments (id, learner, method, status, "amountCents", lesson, created, updated)
          select 'oldpayment00000', learner, 'card', 'refunded', 100, id, ${since}, ${since} from lessons where id = '${lesson}' returning id, learner)
        insert into refunds (id, payment, learner, "amountCents", status, "paidAt", _cause, _payee, created, updated)
        select 'oldrefund000000', id, learner, 100, 'paid', ${since}, 'old', '{"name": "Mei"}', ${since}, ${since} from paid`),
    left: () => rows(`select id from refunds where id = 'oldrefund000000' and _payee is not null`),
  },
  reports: {
    make: () =>
      insert(`insert into reports (id, name, type, "from", "to", status, created, updated)
        values ('oldreport000000', 'Old', 'security', '2026-11-01', '2026-11-30', 'ready', ${since}, ${since})`),
    left: () => rows(`select id from reports where id = 'oldreport000000'`),
  },
  searchSums: {
    make: () =>
      insert(`insert into search_sums (day, area, "fromHour", "toHour", searches, empty)
        values ((${since} at time zone 'Asia/Singapore')::date, 'Bedok', 0, 24, 1, 1)`),
    left: () => rows(`select day from search_sums where area = 'Bedok'`),
  },
  askedPlaces: {
    make: () => noteAskedPlace(app.app.engine, 'somebody0000000', '46'),
    left: () => rows(`select sector from _asked_places where account = 'somebody0000000'`),
  },
};

// What the privacy page says under "How long", line by line.
test.each(Object.entries(probes))(
  '[rule 32] %s are kept as long as the privacy page says, and no longer',
  async (name, probe) => {
    const thing = name as KeptThing;
    const madeMs = app.clock.nowMs();
    await probe.make();
    const { count, unit } = keptFor(thing, firstPolicyValues);
    const endMs =
      unit === 'day' ? madeMs + count * dayMs : monthsFrom(platformZone, madeMs, count * (unit === 'year' ? 12 : 1));
    await at(endMs - dayMs);
    expect(await probe.left()).toHaveLength(1);
    await at(endMs + 2 * dayMs);
    expect(await probe.left()).toHaveLength(thing === 'bookings' ? 1 : 0);
    app.clock.set(new Date(madeMs).toISOString());
  },
);

test('[rule 32] a mail to an address that is nobody’s any more is forgotten after a day', async () => {
  await insert(
    `insert into _mails ("to", subject, message, status, created) values ('gone@example.com', 'Bye', '{}', 'sent', ${since})`,
  );
  const left = () => rows(`select id from _mails where "to" = 'gone@example.com'`);
  await at(app.clock.nowMs() + dayMs / 2);
  expect(await left()).toHaveLength(1);
  await at(app.clock.nowMs() + 2 * dayMs);
  expect(await left()).toEqual([]);
});

test('[rule 32] a mail that nobody sends any more is forgotten as others are, and does not go out empty', async () => {
  await insert(
    `insert into _mails ("to", subject, message, status, attempts, created) values
       ('${root}', 'Stuck', '{"text": "Meet at Block 12", "html": ""}', 'queued', 3, ${since}),
       ('stuck@example.com', 'Stray', '{"text": "Bye"}', 'queued', 3, ${since})`,
  );
  const madeMs = app.clock.nowMs();
  const read = () =>
    rows(
      `select subject, status, message->>'text' as text from _mails where subject in ('Stuck', 'Stray') order by id`,
    );
  await at(madeMs + 2 * dayMs);
  expect(await read()).toEqual([{ subject: 'Stuck', status: 'queued', text: 'Meet at Block 12' }]);
  await at(madeMs + 32 * dayMs);
  expect(await read()).toEqual([{ subject: 'Stuck', status: 'failed', text: '' }]);
  await at(madeMs + 402 * dayMs);
  expect(await read()).toEqual([]);
  app.clock.set(new Date(madeMs).toISOString());
});

test('[rule 32] requests stay in the log as long as the privacy page says: the settings’ days', async () => {
  const { maxDays } = app.app.engine.settings.current().logs;
  await insert(
    `insert into _logs (id, level, message, data, created) values ('oldrequest00000', 0, 'GET /x', '{"userIP": "203.0.113.9"}', ${since})`,
  );
  const madeMs = app.clock.nowMs();
  const left = () => rows(`select id from _logs where id = 'oldrequest00000'`);
  // What the clock does every six hours: earlier tests moved it to years ahead and back, so it is asked here.
  const after = async (days: number) => {
    app.clock.set(new Date(madeMs + days * dayMs).toISOString());
    await dropOldLogs(app.app.engine);
    return (await left()).length;
  };
  expect([await after(maxDays - 1), await after(maxDays + 1)]).toEqual([1, 0]);
});
