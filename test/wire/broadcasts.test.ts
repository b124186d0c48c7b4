import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let admin: PocketBase & { id: string };
let mei: PocketBase & { id: string };
let jun: PocketBase & { id: string };
let teacher: Teacher;

const news = { title: 'New test fees', message: 'They rise in March.', audience: 'everybody', kind: 'news' };
const write = (more: object = {}) => admin.collection('broadcasts').create({ ...news, ...more });
const audience = (query: Record<string, string>) => admin.send('/api/marketplace/broadcasts/audience', { query });
const toldOf = (title: string) =>
  app.db
    .query('select "user" from notifications where title = $1 order by 1', [title])
    .then((rows) => rows.map((row) => row.user));

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, { role: 'admin' });
  mei = await makePerson(app);
  jun = await makePerson(app);
  teacher = await makeInstructor(app, { areas: ['Punggol'] });
  const gone = await makePerson(app);
  await app.db.query('update users set suspended = true where id = $1', [gone.id]);
  await app.db.query('update notification_preferences set system = false where "user" = $1', [jun.id]);
  await app.root.collection('lessons').create({
    instructor: teacher.id,
    learner: mei.id,
    start: '2026-11-02T02:00:00Z',
    durationMinutes: 60,
    status: 'closed',
    priceCents: 6600,
  });
});
afterAll(() => app.close());

describe('a broadcast', () => {
  test('says before it is sent whom it goes to: open accounts of the audience who want it', async () => {
    expect(await audience({ kind: 'necessary' })).toMatchObject({ count: 3, byMail: 3, optedOut: 0 });
    const some = await audience({ kind: 'news' });
    expect(some).toMatchObject({ count: 2, byMail: 2, optedOut: 1 });
    expect(some.names).toHaveLength(2);
    expect(await audience({ kind: 'offers' })).toMatchObject({ count: 0, optedOut: 3 });
    expect(await audience({ kind: 'necessary', audience: 'learners' })).toMatchObject({ count: 2 });
    expect(await audience({ kind: 'necessary', audience: 'instructors', area: 'Punggol' })).toMatchObject({ count: 1 });
    expect(await audience({ kind: 'necessary', audience: 'learners', area: 'Punggol' })).toMatchObject({ count: 1 });
    expect(await audience({ kind: 'necessary', area: 'Tuas' })).toMatchObject({ count: 0 });
    expect(await audience({ kind: 'necessary', language: 'ta' })).toMatchObject({ count: 0 });
  });

  test('for an area goes to learners who had a lesson there, not to those whose hold ran out, who cancelled or whose lesson is ahead', async () => {
    const others = await makeInstructor(app, { areas: ['Bishan'] });
    const lessonOf = async (status: string, start: string) => {
      const learner = await makePerson(app);
      const given = { instructor: others.id, learner: learner.id, start, durationMinutes: 60, priceCents: 6600 };
      await app.root.collection('lessons').create({ ...given, status });
      return learner;
    };
    await lessonOf('expired', '2026-11-03T02:00:00Z');
    await lessonOf('cancelled_by_learner', '2026-11-04T02:00:00Z');
    await lessonOf('confirmed', '2027-02-01T02:00:00Z');
    await lessonOf('closed', '2025-10-01T02:00:00Z');
    const ofBishan = { kind: 'necessary', audience: 'learners', area: 'Bishan' };
    expect(await audience(ofBishan)).toMatchObject({ count: 0 });
    const taught = await lessonOf('completed', '2026-11-05T02:00:00Z');
    expect(await audience(ofBishan)).toMatchObject({ count: 1 });
    await app.db.query(
      `update users set suspended = true where id in (select learner from lessons where instructor = $1)`,
      [others.id],
    );
    await app.db.query('update users set suspended = true where id in ($1, $2)', [taught.id, others.client.id]);
  });

  test('goes to each of them once, however often it is asked for, and is in the audit trail', async () => {
    const { id } = await write();
    const send = () => admin.collection('broadcasts').update(id, { status: 'sending' });
    const outcomes = await Promise.allSettled([send(), send(), send()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await vi.waitFor(async () => {
      expect(await admin.collection('broadcasts').getOne(id)).toMatchObject({ status: 'sent', recipients: 2, sent: 2 });
    }, 10_000);
    expect(await toldOf(news.title)).toEqual([mei.id, teacher.client.id].sort());
    await app.app.engine.jobs.add(app.db, 'send-broadcast', { broadcast: id });
    expect((await refusalOf(send())).data.status?.code).toBe('wrong_status');
    const again = await refusalOf(admin.collection('broadcasts').update(id, { title: 'Another' }));
    expect(again.data.status?.code).toBe('not_draft');
    expect((await refusalOf(admin.collection('broadcasts').delete(id))).data.status?.code).toBe('not_draft');
    expect(await toldOf(news.title)).toHaveLength(2);
    const { items } = await admin.send('/api/marketplace/audit', { query: { record: id } });
    expect(items.map(({ action }: { action: string }) => action)).toEqual(['update', 'create']);
    expect(items[0]).toMatchObject({ before: { status: 'draft' }, after: { status: 'sending', recipients: 2 } });
  });

  test('is sent by one of those who ask for it, at once, while it is being sent or after that', async () => {
    const codeOf = (sending: Promise<unknown>) =>
      sending.then(
        () => 'sent',
        async () => (await refusalOf(sending)).data.status?.code,
      );
    for (let round = 0; round < 20; round++) {
      const title = `Asked for often, ${round}`;
      const { id } = await write({ title, kind: 'necessary', audience: 'instructors' });
      const send = () => admin.collection('broadcasts').update(id, { status: 'sending' });
      const first = [send(), send(), send()];
      const second = first.map((sending) => sending.then(send, send));
      const third = second.map((sending) => sending.then(send, send));
      const codes = await Promise.all([...first, ...second, ...third].map(codeOf));
      expect(codes.sort(), title).toEqual(['sent', ...Array.from(codes.slice(1), () => 'wrong_status')]);
      await vi.waitFor(async () => expect(await toldOf(title)).toEqual([teacher.client.id]), 10_000);
      const asked = { query: { record: id } };
      expect((await admin.send('/api/marketplace/audit', asked)).items).toHaveLength(2);
    }
  });

  test('that is being sent is not sent again, and what is left of it goes on', async () => {
    const { id } = await write({ title: 'Halfway', kind: 'necessary' });
    await app.db.query(`insert into broadcast_recipients values ($1, $2, false)`, [id, mei.id]);
    await app.db.query(`update broadcasts set status = 'sending', recipients = 1 where id = $1`, [id]);
    const again = await refusalOf(admin.collection('broadcasts').update(id, { status: 'sending' }));
    expect([again.status, again.data.status?.code]).toEqual([400, 'wrong_status']);
    await app.app.engine.jobs.add(app.db, 'send-broadcast', { broadcast: id });
    await vi.waitFor(async () => expect(await toldOf('Halfway')).toEqual([mei.id]), 10_000);
  });

  test('is begun again where it stopped, and nobody is told twice', async () => {
    const { id } = await write({ title: 'Half told', kind: 'necessary' });
    // As a server leaves it that ended after the first hundred of many: one is told, the job is gone.
    await app.db.query(`insert into broadcast_recipients values ($1, $2, true), ($1, $3, false)`, [id, mei.id, jun.id]);
    await app.db.query(`update broadcasts set status = 'sending', recipients = 2, sent = 1 where id = $1`, [id]);
    await app.app.engine.jobs.add(app.db, 'send-broadcast', { broadcast: id });
    await vi.waitFor(async () => {
      expect(await admin.collection('broadcasts').getOne(id)).toMatchObject({ status: 'sent', sent: 2 });
    }, 10_000);
    expect(await toldOf('Half told')).toEqual([jun.id]);
  });

  test('is stopped: who was not told yet hears nothing', async () => {
    const { id } = await write({ title: 'Stopped in time' });
    await app.db.query(`insert into broadcast_recipients values ($1, $2, false)`, [id, mei.id]);
    await app.db.query(`update broadcasts set status = 'sending', recipients = 1 where id = $1`, [id]);
    expect(await admin.collection('broadcasts').update(id, { status: 'stopped' })).toMatchObject({ status: 'stopped' });
    await app.app.engine.jobs.add(app.db, 'send-broadcast', { broadcast: id });
    const later = await write({ title: 'Sent after it' });
    await admin.collection('broadcasts').update(later.id, { status: 'sending' });
    await vi.waitFor(async () => expect(await toldOf('Sent after it')).toHaveLength(2), 10_000);
    expect(await toldOf('Stopped in time')).toEqual([]);
    const back = await refusalOf(admin.collection('broadcasts').update(id, { status: 'sending' }));
    expect(back.data.status?.code).toBe('wrong_status');
  });

  test('goes to oneself as a test, with its mail, and to nobody else', async () => {
    const { id } = await write({ title: 'Only a test', kind: 'offers' });
    await admin.send(`/api/marketplace/broadcasts/${id}/test`, { method: 'POST' });
    expect(await toldOf('Only a test')).toEqual([admin.id]);
    await app.app.sweepers.runDue();
    const mails = await app.db.query(`select "to" from _mails where subject = 'Only a test'`);
    expect(mails).toEqual([{ to: `${admin.id}@kerbside.example` }]);
  });

  test('to nobody, to no area and from the middle is refused at its field', async () => {
    const { id } = await write({ area: 'Tuas' });
    const refusal = await refusalOf(admin.collection('broadcasts').update(id, { status: 'sending' }));
    expect(refusal.data.audience?.code).toBe('nobody');
    expect((await refusalOf(write({ area: 'Atlantis' }))).data.area?.code).toBe('validation_invalid_value');
    expect((await refusalOf(write({ status: 'sent' }))).data.status?.code).toBe('wrong_status');
    expect((await refusalOf(write({ sent: 5 }))).data.sent?.code).toBe('not_allowed');
  });
});
