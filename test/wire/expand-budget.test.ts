import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;

const rules = { listRule: '', viewRule: '', createRule: '', updateRule: '' };

beforeAll(async () => {
  server = await startEngineServer();
  const { root } = server;
  const teachers = await root.collections.create({
    name: 'teachers',
    type: 'base',
    ...rules,
    fields: [{ name: 't', type: 'text' }],
  });
  await root.collections.create({
    name: 'notes',
    type: 'base',
    ...rules,
    fields: [
      { name: 'text', type: 'text', max: 5000 },
      { name: 'teacher', type: 'relation', collectionId: teachers.id, maxSelect: 1 },
      { name: 'all', type: 'relation', collectionId: teachers.id, maxSelect: 9 },
    ],
  });
  const { id } = await root.collection('teachers').create({ t: 'T' });
  for (let number = 0; number < 12; number++)
    await root.collection('notes').create({ text: 'x', teacher: id, all: [id] });
});
afterAll(() => server.close());
afterEach(async () => {
  await server.root.settings.update({ budgets: { expandNames: null, expandedRecords: null, expandedBytes: null } });
});

type Answer = { status: number; message?: string; items?: Array<{ expand?: unknown }>; expand?: unknown };

async function ask(path: string, init?: RequestInit): Promise<Answer> {
  const answer = await fetch(server.url + path, init);
  return { ...((await answer.json()) as Answer), status: answer.status };
}

const list = (collection: string, expand: string, more = '') =>
  ask(`/api/collections/${collection}/records?expand=${expand}${more}`);
const allow = (budgets: Record<string, number>) => server.root.settings.update({ budgets });

describe('expand', () => {
  test('[10.1.6] [11.6] of each other, again and again, is refused with a sentence, to superusers too', async () => {
    const path = Array.from({ length: 3 }, () => 'notes_via_teacher.teacher').join('.');
    const tooMany = { status: 400, message: expect.stringContaining('expanded by too many records') };
    // 12 notes, each with its teacher, who has 12 notes again: some 3,700 records from 13.
    await allow({ expandedRecords: 300 });
    expect(await list('teachers', path)).toMatchObject(tooMany);
    const headers = { authorization: server.root.authStore.token };
    expect(await ask(`/api/collections/teachers/records?expand=${path}`, { headers })).toMatchObject(tooMany);
  });

  test('may add as many records as the budget says, counted as often as they stand there', async () => {
    await allow({ expandedRecords: 24 });
    expect((await list('teachers', 'notes_via_teacher.teacher')).status).toBe(200);
    await allow({ expandedRecords: 23 });
    expect((await list('teachers', 'notes_via_teacher.teacher')).status).toBe(400);
  });

  test('counts over all its relations', async () => {
    await allow({ expandedRecords: 24 });
    expect((await list('teachers', 'notes_via_teacher,notes_via_all')).status).toBe(200);
    await allow({ expandedRecords: 23 });
    expect((await list('teachers', 'notes_via_teacher,notes_via_all')).status).toBe(400);
  });

  test('may add as many bytes as the budget says', async () => {
    const { items = [] } = await list('notes', 'teacher');
    const bytes = items.reduce(
      (sum, { expand }) => sum + JSON.stringify((expand as { teacher: unknown }).teacher).length,
      0,
    );
    await allow({ expandedBytes: bytes });
    expect((await list('notes', 'teacher')).status).toBe(200);
    await allow({ expandedBytes: bytes - 1 });
    expect(await list('notes', 'teacher')).toMatchObject({ status: 400, message: expect.stringContaining('too much') });
  });

  test('may name as many relations as the budget says', async () => {
    await allow({ expandNames: 2 });
    expect((await list('notes', 'teacher,teacher.notes_via_all,teacher')).status).toBe(200);
    await allow({ expandNames: 1 });
    expect(await list('notes', 'teacher.notes_via_all')).toMatchObject({ status: 400 });
  });

  test('shows the first thousand of many that refer to one, and is no refusal', async () => {
    await server.engine.db.query(
      `insert into notes (id, teacher) select 'extra' || lpad(n::text, 10, '0'), t.id from generate_series(1, 6000) n, teachers t`,
    );
    const { items = [] } = await list('teachers', 'notes_via_teacher');
    expect(items[0]).toMatchObject({ expand: { notes_via_teacher: { length: 1000 } } });
    await server.engine.db.query(`delete from notes where id like 'extra%'`);
  });

  test('of too much after a write is left out: what was written is written', async () => {
    await allow({ expandedRecords: 5 });
    const { items = [] } = await ask('/api/collections/teachers/records');
    const [{ id } = { id: '' }] = items as Array<{ id: string }>;
    const headers = { 'content-type': 'application/json' };
    const path = `/api/collections/teachers/records/${id}?expand=notes_via_teacher`;
    expect((await ask(path)).status).toBe(400);
    const changed = await ask(path, { method: 'PATCH', headers, body: JSON.stringify({ t: 'U' }) });
    expect(changed).toMatchObject({ status: 200, t: 'U' });
    expect(changed).not.toHaveProperty('expand');
  });

  test('of a call in a batch has its share of the budget', async () => {
    await server.root.settings.update({ batch: { enabled: true, maxRequests: 2 } });
    const url = '/api/collections/teachers/records?expand=notes_via_teacher';
    await server.root.collection('notes').getFirstListItem("text = 'x'");
    const [{ id } = { id: '' }] = await server.root.collection('teachers').getFullList();
    const requests = [{ method: 'PATCH', url: url.replace('?', `/${id}?`), body: { t: 'V' } }];
    const send = () =>
      ask('/api/batch', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ requests }),
      });
    const expanded = async () => JSON.stringify(await send()).includes('notes_via_teacher');
    await allow({ expandedRecords: 24 });
    expect(await expanded()).toBe(true);
    await allow({ expandedRecords: 22 });
    expect(await expanded()).toBe(false);
  });
});
