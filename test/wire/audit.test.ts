import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAuditFaults } from '#marketplace/platform/audit/find-audit-faults.ts';
import { auditActions } from '#rules/staff/audit-actions.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '../support/start-app.ts';

let app: TestApp;
let admin: Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, { role: 'admin' });
});
afterAll(() => app.close());

type Entry = Record<string, unknown> & {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

async function trail(query: Record<string, string>, client: PocketBase = admin): Promise<Entry[]> {
  return (await client.send('/api/marketplace/audit', { query })).items;
}

describe('[10.1.11] the audit trail', () => {
  test('can be asked for by each action that it names', async () => {
    for (const action of auditActions) expect(await trail({ action }), action).toBeInstanceOf(Array);
    expect(await refusalOf(trail({ action: 'nothing' }))).toMatchObject({ status: 400 });
  });

  test('has every write of staff and superusers to the product’s records, with what was and what is', async () => {
    const { id } = await makeInstructor(app);
    await app.root.collection('instructors').update(id, { hourlyCents: 7000 });
    await admin.collection('instructors').update(id, { bio: 'x' });
    const [second, first, made] = await trail({ record: id });
    expect(first).toMatchObject({
      action: 'update',
      actorRole: 'superuser',
      collection: 'instructors',
      before: { hourlyCents: 6600 },
      after: { hourlyCents: 7000 },
    });
    expect(second).toMatchObject({ actor: admin.id, actorRole: 'admin', before: { bio: '' }, after: { bio: 'x' } });
    expect(made).toMatchObject({ action: 'create', before: null, after: { status: 'listed', hourlyCents: 6600 } });
    for (const { hash } of [first!, second!, made!]) expect(hash).toMatch(/^[0-9a-f]{64}$/);
    const rule = await app.root.collection('availability_rules').getFirstListItem(`instructor = "${id}"`);
    await app.root.collection('availability_rules').delete(rule.id);
    expect(await trail({ record: rule.id, action: 'delete' })).toMatchObject([{ after: null, before: { weekday: 0 } }]);
  });

  test('has no secret address of a calendar, which nobody is shown again', async () => {
    const { id: instructor } = await makeInstructor(app);
    const url = 'https://calendar.example.com/secret-of-the-address.ics';
    const { id } = await app.root.collection('outside_calendars').create({ instructor, name: 'Family', url });
    await app.root.collection('outside_calendars').delete(id);
    const told = await trail({ record: id });
    expect(told.map(({ before, after }) => (before ?? after)?.name)).toEqual(['Family', 'Family']);
    expect(JSON.stringify(told)).not.toContain('secret-of-the-address');
  });

  test('is searched by words: who, what, before and after; what looks like an operator is only a text', async () => {
    const { id } = await makeInstructor(app, { bio: 'Patience of Toa Payoh' });
    await admin.collection('instructors').update(id, { bio: "O'Brien | !calm:* & (kind)" });
    // Reading the trail is a look as well.
    const asked = { record: id, looks: 'false' };
    const actionsFor = async (q: string) => (await trail({ q, ...asked })).map(({ action }) => action);
    expect(await actionsFor('payoh patience')).toEqual(['update', 'create']);
    expect(await actionsFor('brien')).toEqual(['update']);
    expect(await actionsFor("O'Bri | !calm:* & (kind)")).toEqual(['update']);
    expect(await actionsFor('payoh nowhere')).toEqual([]);
    expect(await actionsFor('nowhere|payoh patience')).toEqual(['update', 'create']);
    expect(await actionsFor('nowhere|elsewhere payoh')).toEqual([]);
    // What is behind the most that the page asks for is left out.
    expect(await actionsFor(`${'payoh '.repeat(700)} nowhere`)).toEqual(['update', 'create']);
    expect(await actionsFor(id)).toHaveLength(2);
    expect(await actionsFor("' \\ & |")).toHaveLength(2);
  });

  test('keeps the beginning of a long text, and no half of an emoji where it is cut', async () => {
    for (const bio of ['🚗'.repeat(150), `x${'🚗'.repeat(150)}`]) {
      const { id } = await makeInstructor(app, { bio });
      const [made] = await trail({ record: id, action: 'create' });
      expect(String(made?.after?.bio)).toMatch(/^x?(?:🚗){99,100}…$/u);
    }
  });

  test('has lessons and payments that are written down as facts, and edits of payments', async () => {
    const [{ id: instructor }, learner] = [await makeInstructor(app), await makePerson(app)];
    const lesson = await app.root
      .collection('lessons')
      .create({ instructor, learner: learner.id, start: '2026-12-01T02:00:00Z', durationMinutes: 60, status: 'held' });
    const payment = await app.root
      .collection('payments')
      .create({ lesson: lesson.id, method: 'card', status: 'failed' });
    await app.root.collection('payments').update(payment.id, { failureCode: 'declined' });
    expect((await trail({ record: lesson.id })).map(({ action }) => action)).toEqual(['create']);
    expect((await trail({ record: payment.id })).map(({ action }) => action)).toEqual(['update', 'create']);
    expect(JSON.stringify(await trail({ record: lesson.id }))).not.toContain('startCode');
  });

  test('has batches, but nobody’s own affairs and no refused write', async () => {
    await app.root.settings.update({ batch: { enabled: true } });
    const batch = app.root.createBatch();
    batch.collection('holidays').create({ id: 'holidaybybatch1', date: '2028-03-03' });
    await batch.send();
    expect(await trail({ record: 'holidaybybatch1' })).toMatchObject([{ action: 'create', collection: 'holidays' }]);
    const learner = await makePerson(app);
    await learner.collection('users').update(learner.id, { bio: 'x' });
    await admin.collection('users').update(admin.id, { bio: 'x' });
    await refusalOf(admin.collection('users').update(learner.id, { timezone: 'nowhere' }));
    expect(await trail({ record: learner.id })).toEqual([]);
    expect(await trail({ record: admin.id })).toEqual([]);
  });

  test('says in whose account a superuser acts, and what operators change', async () => {
    const learner = await makePerson(app);
    await app.root.collection('users').impersonate(learner.id, 60);
    expect(await trail({ record: learner.id, action: 'impersonate' })).toMatchObject([
      { actorRole: 'superuser', collection: 'users' },
    ]);
    await app.root.settings.update({ meta: { appName: 'Kerb' }, smtp: { password: 'hidden-secret' } });
    await app.root.collections.create({ name: 'papers', type: 'base' });
    await app.root.collections.truncate('papers');
    await app.root.collections.delete('papers');
    const told = await trail({ actor: app.root.authStore.record!.id, perPage: '4' });
    expect(told.map(({ action, collection, record }) => [action, collection, record])).toEqual([
      ['delete', '_collections', 'papers'],
      ['truncate', '_collections', 'papers'],
      ['create', '_collections', ''],
      ['update', '_settings', ''],
    ]);
    expect(JSON.stringify(await trail({ perPage: '500' }))).not.toMatch(/hidden-secret|learner-password|\$argon2/);
  });

  test('has each look at a paper, also its owner’s, and finds it by the name of who looked', async () => {
    const reader = await makePerson(app, { role: 'moderator' });
    await app.root.collection('users').update(reader.id, { name: 'Farid bin Yusof' });
    const teacher = await makeInstructor(app);
    const file = new File(['%PDF-1.4\n%%EOF'], 'licence.pdf', { type: 'application/pdf' });
    const paper = await teacher.client
      .collection('instructor_documents')
      .create({ instructor: teacher.id, kind: 'licence', file });
    for (const client of [admin, teacher.client, reader]) {
      const token = await client.files.getToken();
      expect((await fetch(client.files.getURL(paper, paper.file, { token }))).status).toBe(200);
    }
    const looks = await trail({ record: paper.id, action: 'view' });
    expect(looks.map(({ actor }) => actor)).toEqual([reader.id, teacher.client.id, admin.id]);
    const found = await trail({ q: 'yusof farid', record: paper.id });
    expect(found.map(({ actor, action, before, after }) => [actor, action, before, after])).toEqual([
      [reader.id, 'view', null, null],
    ]);
    expect(await trail({ q: 'yusof nobody', record: paper.id })).toEqual([]);
    // Whose papers were seen is asked by the person's name.
    await app.root.collection('instructors').update(teacher.id, { name: 'Gurdial Singh' });
    const token = await reader.files.getToken();
    await fetch(reader.files.getURL(paper, paper.file, { token }));
    const [look, ...others] = await trail({ q: 'gurdial licence', action: 'view' });
    expect([look?.actor, look?.record, look?.recordName, others]).toEqual([
      reader.id,
      paper.id,
      `Gurdial Singh, licence, ${paper.file}`,
      [],
    ]);
  });

  test('has who looked at whose account, request or claim, once an hour each, and a list once', async () => {
    const [owner, moderator, boss] = [
      await makePerson(app),
      await makePerson(app, { role: 'moderator' }),
      await makePerson(app, { role: 'admin' }),
    ];
    const asked = { category: 'other', subject: 'A question', text: 'May I?' };
    const request = await owner.collection('support_requests').create(asked);
    const looks = async (record: string) =>
      (await trail({ record, action: 'view' })).map(({ actor, collection }) => [actor, collection]);
    for (let times = 0; times < 3; times++) {
      await boss.send(`/api/marketplace/users/${owner.id}`, {});
      await boss.collection('users').getOne(owner.id);
      await moderator.collection('support_messages').getFullList({ filter: `request = '${request.id}'` });
      await moderator.collection('support_requests').getOne(request.id);
      await boss.collection('users').getList(1, 30);
      // One's own affairs.
      await owner.collection('support_requests').getOne(request.id);
      await boss.collection('users').getOne(boss.id);
    }
    expect(await looks(owner.id)).toEqual([[boss.id, 'users']]);
    expect(await looks(request.id)).toEqual([[moderator.id, 'support_requests']]);
    expect(await looks(boss.id)).toEqual([]);
    expect((await trail({ actor: boss.id })).map(({ record }) => record)).toEqual(['', owner.id]);
    app.clock.advance(60);
    await boss.collection('users').getOne(owner.id);
    expect(await looks(owner.id)).toHaveLength(2);
    expect(await trail({ record: owner.id, looks: 'false' })).toEqual([]);
    app.clock.advance(-60);
    expect((await findAuditFaults(app.db)).faults).toEqual([]);
  });

  test('has the conversations that staff read through somebody’s account, as theirs, and that superusers read', async () => {
    const [teacher, learner] = [await makeInstructor(app), await makePerson(app)];
    const { id } = await learner.collection('conversations').create({ instructor: teacher.id });
    await learner.collection('messages').create({ conversation: id, text: 'Are you there?' });
    const path = `/api/marketplace/users/${learner.id}/impersonations`;
    const { token, record } = await admin.send(path, { method: 'POST', body: { reason: 'They asked us to look' } });
    const looking = app.guest();
    looking.authStore.save(token, record);
    expect(await looking.collection('messages').getFullList()).toHaveLength(1);
    await learner.collection('conversations').getOne(id);
    const looks = async () => (await trail({ record: id, action: 'view' })).map(({ actorRole }) => actorRole);
    expect(await looks()).toEqual(['admin']);
    await app.root.collection('conversations').getOne(id);
    expect(await looks()).toEqual(['superuser', 'admin']);
  });

  test('is read by time as well', async () => {
    const now = new Date(app.clock.nowMs()).toISOString();
    expect(await trail({ from: now, to: new Date(app.clock.nowMs() + 1000).toISOString() })).not.toEqual([]);
    expect(await trail({ to: now })).toEqual([]);
    expect(await trail({ from: '2026-11-22' })).toEqual([]);
    expect((await refusalOf(trail({ from: 'yesterday' }))).data.from?.code).toBe('validation_invalid_value');
  });

  test('is one chain, also when many write at once, and shows what is changed, left out or cut off', async () => {
    await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((day) => app.root.collection('holidays').create({ date: `2029-01-0${day}` })),
    );
    const proof = await findAuditFaults(app.db);
    expect(proof.faults).toEqual([]);
    expect(proof.entries).toBeGreaterThan(20);
    const past = (run: string) =>
      app.db.query(`do $$ begin set local session_replication_role = replica; ${run}; end $$`);
    const at = proof.entries - 4;
    await past(`update audit_entries set actor = 'somebody' where sequence = ${at}`);
    expect((await findAuditFaults(app.db)).faults.map(({ place }) => place)).toEqual([at]);
    await past(`delete from audit_entries where sequence = ${at}`);
    expect((await findAuditFaults(app.db)).faults.length).toBeGreaterThan(0);
    await past(`delete from audit_entries where sequence >= ${at}`);
    expect((await findAuditFaults(app.db)).faults).toEqual([]);
    expect((await findAuditFaults(app.db, proof)).faults).toHaveLength(1);
  });

  test('[10.1.11] ends in the server’s log every hour, which shows what was made anew from a place on, hashes and all', async () => {
    const lines: Record<string, unknown>[] = [];
    const log = { info: (fields: object) => lines.push({ ...fields }), warn() {}, error() {} };
    const own = await startApp({ log });
    await Promise.all([1, 2, 3].map((day) => own.root.collection('holidays').create({ date: `2029-01-0${day}` })));
    await own.app.sweepers.runDue();
    const [entries, hash = ''] = String(lines.find(({ audit }) => audit !== undefined)?.audit).split(':');
    const kept = { entries: Number(entries), hash };
    expect((await findAuditFaults(own.db, kept)).faults).toEqual([]);
    await own.db.query(`do $$ declare e audit_entries; sum text := ''; begin
      set local session_replication_role = replica;
      update audit_entries set actor = 'somebody' where sequence = 1;
      for e in select * from audit_entries order by sequence loop
        sum := audit_hash(sum, e);
        update audit_entries set hash = sum where id = e.id;
      end loop; end $$`);
    expect((await findAuditFaults(own.db)).faults).toEqual([]);
    expect((await findAuditFaults(own.db, kept)).faults).toHaveLength(1);
    await own.close();
  });
});
