import type PocketBase from 'pocketbase';
import type { RecordModel } from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import yauzl from 'yauzl';
import { makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let admin: PocketBase & { id: string };

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, { role: 'admin' });
  const learner = await makePerson(app);
  await admin.collection('users').update(learner.id, { name: '=HYPERLINK("evil")' });
});
afterAll(() => app.close());

const made = (id: string) =>
  vi.waitFor(
    async () => {
      const report = await admin.collection('reports').getOne(id);
      expect(report.status).not.toBe('processing');
      return report;
    },
    { timeout: 15_000, interval: 100 },
  );

async function fileOf(report: RecordModel): Promise<Buffer> {
  const token = await admin.files.getToken();
  const answer = await fetch(`${app.url}/api/files/reports/${report.id}/${report.file}?token=${token}`);
  return Buffer.from(await answer.arrayBuffer());
}

async function sheetOf(bytes: Buffer): Promise<string> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  let text = '';
  for await (const entry of zip.eachEntry()) {
    if (!/sheet1\.xml$|sharedStrings\.xml$/.test(entry.fileName)) continue;
    for await (const part of await zip.openReadStreamPromise(entry)) text += String(part);
  }
  return text;
}

const november = { from: '2026-11-01', to: '2026-11-30' };

describe('a report', () => {
  test('as a sheet has numbers as numbers, and a text that looks like a formula as text', async () => {
    const wanted = { name: 'Security / Nov: [1]', type: 'security', format: 'xlsx', ...november };
    const report = await made((await admin.collection('reports').create(wanted)).id);
    expect(report).toMatchObject({ status: 'ready', problem: '' });
    const sheet = await sheetOf(await fileOf(report));
    expect(sheet).toContain('=HYPERLINK("evil")');
    expect(sheet).not.toContain('<f>');
    const figures = await made(
      (await admin.collection('reports').create({ name: 'F', type: 'analytics', format: 'xlsx', ...november })).id,
    );
    expect(await sheetOf(await fileOf(figures))).toMatch(/<c r="B2"[^>]*><v>0<\/v>/);
  });

  test('as a PDF is a PDF, and one with too many rows says so instead', async () => {
    const wanted = { name: 'Figures', type: 'performance', format: 'pdf', ...november };
    const report = await made((await admin.collection('reports').create(wanted)).id);
    expect((await fileOf(report)).subarray(0, 5).toString()).toBe('%PDF-');
    await app.db.query(
      `insert into audit_entries (created, actor, "actorName", "actorCollection", "actorRole", action, collection, record, "recordName", changes)
       select '2026-11-05T00:00:00Z', 'x', 'x', 'users', 'admin', 'view', 'users', 'x', 'x', '[]' from generate_series(1, 2001)`,
    );
    const long = await made((await admin.collection('reports').create({ ...wanted, type: 'security' })).id);
    expect(long).toMatchObject({ status: 'failed', problem: expect.stringContaining('holds 2000') });
    const sheet = await made(
      (await admin.collection('reports').create({ ...wanted, type: 'security', format: 'xlsx' })).id,
    );
    expect(sheet).toMatchObject({ status: 'ready' });
  });
});

describe('a schedule', () => {
  test('makes one report a period, tells its author by mail, and rests when they leave', async () => {
    const schedules = admin.collection('report_schedules');
    const { id, dueAt } = await schedules.create({ name: 'Monday', type: 'analytics', every: 'week', format: 'xlsx' });
    expect(dueAt).toBe('2026-11-22 22:00:00.000Z');
    await app.app.sweepers.runDue();
    const reports = () =>
      app.db.query(`select id, "from", "to", format, author from reports where schedule = $1 order by _seq`, [id]);
    expect(await reports()).toEqual([]);
    app.clock.set('2026-11-22T22:00:00Z');
    await Promise.all([app.app.sweepers.runDue(), app.app.sweepers.runDue()]);
    await app.app.sweepers.runDue();
    const [report, ...others] = await reports();
    expect(others).toEqual([]);
    expect(report).toMatchObject({ from: '2026-11-16', to: '2026-11-22', format: 'xlsx', author: admin.id });
    expect(await made(String(report?.id))).toMatchObject({ status: 'ready' });
    await app.app.sweepers.runDue();
    const mails = await app.db.query(`select "to", message::text from _mails where subject = 'Report ready: Monday'`);
    expect(mails).toEqual([
      { to: `${admin.id}@kerbside.example`, message: expect.stringMatching(/16\s?–\s?22 November 2026/) },
    ]);
    expect((await schedules.getOne(id)).dueAt).toBe('2026-11-29 22:00:00.000Z');
    await app.db.query(`update users set role = 'finance' where id = $1`, [admin.id]);
    app.clock.set('2026-11-29T22:00:00Z');
    await app.app.sweepers.runDue();
    expect(await reports()).toHaveLength(1);
    const [row] = await app.db.query('select paused from report_schedules where id = $1', [id]);
    expect(row?.paused).toBe(true);
  });
});
