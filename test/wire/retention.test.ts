import { afterAll, beforeAll, expect, test } from 'vitest';
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

// What the privacy page says under "How long", line by line; of messages test/wire/messages.test.ts.
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

test('[rule 32] what a mail said is forgotten with the addresses in it; that it was sent stays', async () => {
  await app.db.query(
    `insert into _mails ("to", subject, message, status, created) values
       ('old@example.com', 'Old', '{"text": "Meet at Block 12", "html": "<p>Meet at Block 12</p>"}', 'sent', to_timestamp($1::double precision / 1000))`,
    [Date.parse('2027-01-01T03:30:00Z')],
  );
  const read = () => app.db.query(`select subject, message from _mails where "to" = 'old@example.com'`);
  await at('2027-01-30T03:30:00Z');
  expect((await read())[0]).toMatchObject({ message: { text: 'Meet at Block 12' } });
  await at('2027-02-01T03:30:00Z');
  expect(await read()).toEqual([{ subject: 'Old', message: { text: '', html: '' } }]);
});
