import type PocketBase from 'pocketbase';
import type { RecordModel } from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeReport as makeReportFile } from '#marketplace/running/reports/make-report.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let admin: PocketBase & { id: string };
let learner: PocketBase & { id: string };
let teacher: Teacher;

const november = { from: '2026-11-01', to: '2026-11-30' };

async function readFile(client: PocketBase, report: RecordModel): Promise<Response> {
  const token = client.authStore.token ? await client.files.getToken() : '';
  return fetch(`${app.url}/api/files/reports/${report.id}/${report.file}?token=${token}`);
}

/** Asks for a report and waits until the queue has made it. */
async function makeReport(type: string) {
  const { id } = await admin.collection('reports').create({ name: `Our ${type}`, type, ...november });
  return vi.waitFor(
    async () => {
      const report = await admin.collection('reports').getOne(id);
      expect(report.status).toBe('ready');
      return report;
    },
    { timeout: 15_000, interval: 100 },
  );
}

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, { role: 'admin' });
  learner = await makePerson(app);
  teacher = await makeInstructor(app);
  const lesson = await learner
    .collection('lessons')
    .create({ instructor: teacher.id, start: '2026-11-28T02:00:00Z', durationMinutes: 60 });
  await learner.collection('payments').create({ lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' });
  await admin.collection('users').update(learner.id, { name: '=cmd|calc' });
});
afterAll(() => app.close());

describe('a report', () => {
  test.each([
    ['analytics', /^\uFEFFDay from,Lessons,.*\r\n2026-11-01,0,/],
    ['financial', /provider_clearing,66\.00,/],
    ['performance', /Instructor person\d+,listed,1,0,/],
    ['security', /update users,'=cmd\|calc,/],
  ])('of the type %s is made by the queue as a CSV file', async (type, expected) => {
    const report = await makeReport(type);
    expect(report).toMatchObject({ name: `Our ${type}`, author: admin.id, problem: '' });
    const answer = await readFile(admin, report);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(`\uFEFF${text}`).toMatch(expected);
    expect(report.size).toBe(Buffer.byteLength(`\uFEFF${text}`));
  });

  test('that is deleted while it is made is no error', async () => {
    const errors: string[] = [];
    const log = { info: () => {}, warn: () => {}, error: (_: unknown, message: string) => void errors.push(message) };
    const engine = { ...app.app.engine, log };
    const made = { name: 'Gone', type: 'security', ...november, status: 'failed' };
    const { id } = await app.root.collection('reports').create(made);
    await app.db.query(`update reports set status = 'processing' where id = $1`, [id]);
    await app.db.transaction(async (tx) => {
      // What the file is made of is held back until the record is gone.
      await tx.query('lock table audit_entries in access exclusive mode');
      const making = makeReportFile(engine, id);
      await vi.waitFor(async () => {
        const rows = await app.db.query(
          `select from pg_locks where not granted and relation = 'audit_entries'::regclass`,
        );
        expect(rows).toHaveLength(1);
      });
      await app.db.query('delete from reports where id = $1', [id]);
      tx.afterCommit(() => making);
    });
    expect(errors).toEqual([]);
  });

  test('is a private file: nobody but admins gets it, and each time is written down', async () => {
    const report = await makeReport('financial');
    for (const client of [app.guest(), learner, teacher.client])
      expect((await readFile(client, report)).status).toBe(404);
    expect((await readFile(admin, report)).status).toBe(200);
    const { items } = await admin.send('/api/marketplace/audit', { query: { record: report.id } });
    expect(items.map(({ action }: { action: string }) => action)).toEqual(['export', 'create']);
  });

  test('is refused with a code at the field for days that make no sense', async () => {
    const nonsense: Array<[fields: Record<string, string>, field: string, code: string]> = [
      [{ from: '2026-11-31' }, 'from', 'validation_invalid_value'],
      [{ from: '2026-12-01' }, 'to', 'validation_invalid_value'],
      [{ from: '2020-01-01' }, 'to', 'span_too_long'],
      [{ name: '' }, 'name', 'validation_required'],
      [{ type: 'gossip' }, 'type', 'validation_invalid_value'],
    ];
    for (const [fields, field, code] of nonsense) {
      const call = admin.collection('reports').create({ name: 'Month', type: 'financial', ...november, ...fields });
      const { status, data } = await refusalOf(call);
      expect([status, data[field]?.code], JSON.stringify(fields)).toEqual([400, code]);
    }
  });

  test('is only asked for by admins, who don’t decide how it ended', async () => {
    const wanted = { name: 'Month', type: 'financial', ...november };
    for (const client of [app.guest(), learner, teacher.client]) {
      expect((await refusalOf(client.collection('reports').create(wanted))).status).toBe(400);
    }
    expect((await refusalOf(admin.collection('reports').create({ ...wanted, status: 'ready' }))).status).toBe(400);
  });
});

describe('a failed report', () => {
  test('says so: what can’t be made never stays at processing', async () => {
    const id = 'brokenreport001';
    await app.db.query(
      `insert into reports (id, name, type, "from", "to", created, updated) values ($1, 'Broken', 'financial', '2026-13-99', '2026-13-99', now(), now())`,
      [id],
    );
    await app.app.engine.jobs.add(app.db, 'make-report', { report: id });
    await vi.waitFor(
      async () => {
        const report = await admin.collection('reports').getOne(id);
        expect(report).toMatchObject({ status: 'failed', problem: expect.stringContaining('went wrong'), file: '' });
      },
      { timeout: 15_000, interval: 100 },
    );
  });

  test('is made again by an admin, once however often that is pressed', async () => {
    const failed = await app.root
      .collection('reports')
      .create({ name: 'Failed', type: 'analytics', ...november, status: 'failed', problem: 'It was cut off.' });
    const retry = (client: PocketBase, id = failed.id) =>
      client.send(`/api/marketplace/reports/${id}/retry`, { method: 'POST' });
    expect((await refusalOf(retry(app.guest()))).status).toBe(401);
    expect((await refusalOf(retry(learner))).status).toBe(403);
    expect((await refusalOf(retry(admin, 'nobody'))).status).toBe(404);
    const presses = await Promise.allSettled([retry(admin), retry(admin), retry(admin)]);
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await vi.waitFor(
      async () => {
        const report = await admin.collection('reports').getOne(failed.id);
        expect([report.status, report.problem]).toEqual(['ready', '']);
      },
      { timeout: 15_000, interval: 100 },
    );
    const { status, data } = await refusalOf(retry(admin));
    expect([status, data.status?.code]).toEqual([409, 'not_failed']);
  });
});
