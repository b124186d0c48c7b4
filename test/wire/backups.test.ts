import { readdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import yazl from 'yazl';
import { type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;
let beside: EngineServer;

beforeAll(async () => {
  server = await startEngineServer();
  beside = await startEngineServer({ beside: server });
});

beforeEach(async () => {
  for (const { key } of await server.root.backups.getFullList()) await server.root.backups.delete(key);
});

afterAll(async () => {
  await beside.close();
  await server.close();
});

const backups = () => server.root.backups;
const names = async () => (await backups().getFullList()).map(({ key }) => key);
const restore = async (key: string, where = server) => {
  await where.root.backups.restore(key);
  await where.engine.backups.done();
};

const latestRestore = async () => (await server.root.send('/api/backups/restores', { method: 'GET' }))[0];
async function zipOf(entries: Record<string, string>): Promise<Blob> {
  const zip = new yazl.ZipFile();
  for (const [name, text] of Object.entries(entries)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return new Blob([await buffer(zip.outputStream)]);
}

describe('backups', () => {
  test('[277] are made, listed, downloaded with a file token, and deleted', async () => {
    expect(await backups().create('first.zip')).toBe(true);
    const [stored] = await backups().getFullList();
    expect(stored).toMatchObject({ key: 'first.zip', modified: expect.stringMatching(/^\d{4}-.*Z$/) });
    const token = await server.root.files.getToken();
    const answer = await fetch(backups().getDownloadURL(token, 'first.zip'));
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect((await answer.bytes()).length).toBe(stored?.size);
    expect((await fetch(`${server.url}/api/backups/first.zip`)).status).toBe(403);
    const authorization = { Authorization: server.root.authStore.token };
    expect((await fetch(`${server.url}/api/backups/first.zip`, { headers: authorization })).status).toBe(403);
    expect((await fetch(backups().getDownloadURL(token, 'none.zip'))).status).toBe(404);
    expect((await fetch(backups().getDownloadURL(token, '..%2F..%2Fsettings.key'))).status).toBe(404);
    await backups().delete('first.zip');
    expect(await names()).toEqual([]);
    expect((await refusalOf(backups().delete('first.zip'))).status).toBe(400);
  });

  test('are named for the product that sends the mails until the settings name another, and no name comes twice', async () => {
    await server.root.send('/api/backups', { method: 'POST' });
    const [name = ''] = await names();
    expect(name).toMatch(/^pb_backup_test_\d{14}\.zip$/);
    const codeOf = async (wanted: string) =>
      Reflect.get((await refusalOf(backups().create(wanted))).data.name as object, 'code');
    expect(await codeOf(name)).toBe('validation_backup_name_exists');
    expect(await codeOf('Bad Name.zip')).toBe('validation_match_invalid');
    expect(await codeOf(`${'x'.repeat(150)}.zip`)).toBe('validation_length_out_of_range');
  });

  test('are for superusers', async () => {
    const { guest } = server;
    const calls = [
      () => guest.backups.getFullList(),
      () => guest.backups.create('x.zip'),
      () => guest.backups.delete('x.zip'),
      () => guest.backups.restore('x.zip'),
    ];
    for (const call of calls) expect((await refusalOf(call())).status).toBe(401);
  });

  test('bring everything back, on every server: rows, collections, settings, files, accounts', async () => {
    const { root } = server;
    await root.collections.create({ name: 'people', type: 'auth', viewRule: '', createRule: '' });
    await root.collections.create({
      name: 'notes',
      type: 'base',
      viewRule: '',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'tags', type: 'select', values: ['a', 'b'], maxSelect: 2 },
        { name: 'paper', type: 'file', maxSelect: 1 },
      ],
      indexes: ['CREATE UNIQUE INDEX idx_notes_title ON notes (title)'],
    });
    await root.collections.create({ name: 'titles', type: 'view', viewQuery: 'select id, title from notes' });
    // Whoever makes a collection may call it one of the system's.
    const kept = { type: 'base', system: true, fields: [{ name: 'x', type: 'number' }] };
    await root.collections.create({ ...kept, name: 'constants' });
    await root.collection('constants').create({ x: 3 });
    const paper = () => new File(['on paper \u00e9\t\\N'], 'paper.txt');
    const note = await root.collection('notes').create({ title: 'one\ttab \\ "x"', tags: ['b', 'a'], paper: paper() });
    const account = { email: 'ann@example.com', password: '12345678', passwordConfirm: '12345678' };
    await root.collection('people').create(account);
    await root.settings.update({ meta: { appName: 'Before' } });
    await backups().create('whole.zip');

    await root.collections.create({ name: 'later', type: 'base', fields: [{ name: 'x', type: 'number' }] });
    await root.collection('later').create({ x: 1 });
    await root.collection('constants').create({ x: 4 });
    await root.collection('notes').update(note.id, { title: 'changed', paper: null });
    const extra = await root.collection('notes').create({ title: 'extra', paper: paper() });
    const notes = await root.collections.getOne('notes');
    await root.collections.update('notes', {
      fields: [...notes.fields.filter(({ name }) => name !== 'tags'), { name: 'more', type: 'bool' }],
    });
    await root.settings.update({ meta: { appName: 'After' } });
    await root.collection('people').update((await root.collection('people').getFirstListItem('')).id, {
      password: 'changed-it',
      passwordConfirm: 'changed-it',
    });

    await restore('whole.zip');
    const found = await root.collection('notes').getOne(note.id);
    expect(found).toEqual(note);
    expect(await (await fetch(root.files.getURL(found, found.paper))).text()).toBe('on paper \u00e9\t\\N');
    expect((await root.collection('notes').getFullList()).map(({ id }) => id)).toEqual([note.id]);
    expect((await root.collection('titles').getFullList()).map(({ title }) => title)).toEqual([note.title]);
    expect((await root.collection('constants').getFullList()).map(({ x }) => x)).toEqual([3]);
    expect((await refusalOf(root.collections.getOne('later'))).status).toBe(404);
    expect((await root.collections.getOne('notes')).fields.map(({ name }) => name)).toContain('tags');
    expect((await root.settings.getAll()).meta.appName).toBe('Before');
    // What was ended since stays so: endings-outlive-restores.test.ts.
    await server.guest.collection('people').authWithPassword(account.email, 'changed-it');
    expect((await refusalOf(root.collection('notes').create({ title: note.title }))).data).toMatchObject({
      title: { code: 'validation_not_unique' },
    });
    await root.collection('notes').create({ title: 'goes on' });
    const files = await readdir(`${server.dataDir}/files`, { recursive: true });
    expect(files.filter((path) => path.includes(extra.paper))).toEqual([]);
    // The other server forgot what it remembered, too.
    await expect.poll(async () => (await beside.root.settings.getAll()).meta.appName).toBe('Before');
    expect((await beside.root.collection('notes').getOne(note.id)).tags).toEqual(['b', 'a']);
    expect((await refusalOf(beside.root.collection('later').getFullList())).status).toBe(404);
  });

  test('are done being restored when calls are served again, and not before', async () => {
    await backups().create('waited.zip');
    const seen: unknown[] = [];
    const look = async () => {
      const { state, finished } = await latestRestore();
      const { status } = await fetch(`${server.url}/api/settings`);
      seen.push({ state, isFinished: finished !== '', isServed: status !== 503 });
    };
    let isLooking = true;
    server.engine.restoration.add(() => (isLooking ? look() : undefined));
    await restore('waited.zip');
    isLooking = false;
    await look();
    expect(seen[0]).toEqual({ state: 'restoring', isFinished: false, isServed: false });
    expect(seen.at(-1)).toEqual({ state: 'done', isFinished: true, isServed: true });
  });

  test('are taken from elsewhere and restored by another server', async () => {
    await server.root.collections.create({ name: 'moved', type: 'base', fields: [{ name: 'x', type: 'number' }] });
    await server.root.collection('moved').create({ x: 7 });
    await backups().create('moving.zip');
    const zip = await (await fetch(backups().getDownloadURL(await server.root.files.getToken(), 'moving.zip'))).blob();
    await backups().delete('moving.zip');
    expect(await backups().upload({ file: new File([zip], 'arrived.zip') })).toBe(true);
    await server.root.collection('moved').create({ x: 8 });
    await restore('arrived.zip', beside);
    await expect.poll(async () => (await server.root.collection('moved').getFullList()).length).toBe(1);
    const upload = await refusalOf(backups().upload({ file: new File([zip], 'arrived.zip') }));
    expect(upload.data).toMatchObject({ file: { code: 'validation_backup_name_exists' } });
    await server.root.collections.delete('moved');
  });

  test('are refused when they are none, and change nothing', async () => {
    await server.root.collections.create({ name: 'safe', type: 'base', fields: [{ name: 'x', type: 'number' }] });
    await server.root.collection('safe').create({ x: 1 });
    await backups().create('good.zip');
    const token = await server.root.files.getToken();
    const good = await (await fetch(backups().getDownloadURL(token, 'good.zip'))).bytes();
    const manifest = { format: 'kerbside-backup', version: 1, created: '', migrations: ['0001-other.sql'], tables: [] };
    const files: Record<string, Blob> = {
      'cut.zip': new Blob([good.subarray(0, good.length / 2)]),
      'foreign.zip': await zipOf({ 'readme.txt': 'hello' }),
      'other-version.zip': await zipOf({ 'manifest.json': JSON.stringify(manifest) }),
      'no-json.zip': await zipOf({ 'manifest.json': '{' }),
    };
    for (const [name, file] of Object.entries(files)) {
      await backups().upload({ file: new File([file], name) });
      const refusal = await refusalOf(backups().restore(name));
      expect([name, refusal.status]).toEqual([name, 400]);
      expect(refusal.message).toContain('Missing or invalid backup file.');
    }
    expect((await refusalOf(backups().restore('none.zip'))).message).toBe('Missing or invalid backup file.');
    const text = await refusalOf(backups().upload({ file: new File(['no zip'], 'text.zip') }));
    expect(text.data).toMatchObject({ file: { code: 'validation_invalid_mime_type' } });
    expect((await refusalOf(backups().upload(new FormData()))).data).toMatchObject({
      file: { code: 'validation_required' },
    });
    expect((await server.root.collection('safe').getFullList()).length).toBe(1);
    await server.root.collections.delete('safe');
  });

  test('are taken as the reference takes them: empty, under any name, larger than other bodies', async () => {
    const end = Uint8Array.from([0x50, 0x4b, 5, 6, ...Array(18).fill(0)]);
    const large = new Uint8Array(33 * 1024 * 1024);
    large.set([0x50, 0x4b, 3, 4]);
    const files: Record<string, Uint8Array<ArrayBuffer>> = {
      'Empty.zip': end,
      'two words ü.zip': end,
      noext: end,
      'large.zip': large,
    };
    for (const [name, bytes] of Object.entries(files))
      expect(await backups().upload({ file: new File([bytes], name) })).toBe(true);
    const listed = await backups().getFullList();
    expect(listed.map(({ key }) => key)).toEqual(expect.arrayContaining(Object.keys(files)));
    const token = await server.root.files.getToken();
    const answer = await fetch(backups().getDownloadURL(token, 'two words ü.zip'));
    expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''two%20words%20%C3%BC.zip");
    expect((await answer.bytes()).length).toBe(22);
    expect((await refusalOf(backups().restore('Empty.zip'))).status).toBe(400);
    for (const name of Object.keys(files)) expect(await backups().delete(name)).toBe(true);
  });

  test('are deleted right after a restoring was accepted, which goes on', async () => {
    await backups().create('short.zip');
    await backups().restore('short.zip');
    expect(await backups().delete('short.zip')).toBe(true);
    const outcome = async () =>
      (await server.root.send('/api/backups/restores', {})).find(
        ({ backup }: { backup?: string }) => backup === 'short.zip',
      )?.state;
    await expect.poll(outcome).toBe('done');
    // Calls are taken again a moment after the last row is back.
    const goesOn = () =>
      server.root.collections.getList(1, 1).then(
        () => true,
        () => false,
      );
    await expect.poll(goesOn).toBe(true);
  });

  test('leave everything as it was when a restoring breaks off in the middle', async () => {
    const { root } = server;
    await root.collections.create({ name: 'whole', type: 'base', fields: [{ name: 'x', type: 'number' }] });
    await root.collection('whole').create({ x: 1 });
    await backups().create('complete.zip');
    const token = await root.files.getToken();
    const bytes = await (await fetch(backups().getDownloadURL(token, 'complete.zip'))).bytes();
    // The manifest is whole; a later part's bytes are not.
    const broken = Buffer.from(bytes);
    const at = broken.indexOf('database/_superusers') + 40;
    broken.fill(0xff, at, at + 60);
    await backups().upload({ file: new File([broken], 'broken.zip') });
    await root.collection('whole').create({ x: 2 });
    expect((await refusalOf(backups().restore('broken.zip'))).message).toContain('Missing or invalid backup file.');
    // One that is whole, and breaks off once everything has been moved.
    let asked = 0;
    server.engine.restoration.addCheck(async () => (asked++ === 1 ? ['It broke off.'] : []));
    await restore('complete.zip');
    expect(asked).toBe(2);
    expect(await latestRestore()).toMatchObject({ backup: 'complete.zip', state: 'failed', by: 'root@example.com' });
    expect((await root.collection('whole').getFullList()).map(({ x }) => x)).toEqual([1, 2]);
    await root.collections.delete('whole');
  });

  test('go on one at a time on all servers', async () => {
    const held = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const holder = server.engine.db.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock(7261180043)');
      started.resolve();
      await held.promise;
    });
    await started.promise;
    const words = 'Try again later - another backup/restore process has already been started.';
    expect((await refusalOf(backups().create('busy.zip'))).message).toBe(words);
    expect((await refusalOf(backups().restore('busy.zip'))).message).toBe(words);
    expect((await server.root.health.check()).data?.canBackup).toBe(false);
    held.resolve();
    await holder;
    expect((await server.root.health.check()).data?.canBackup).toBe(true);
  });

  test('are made by the clock while the settings say so, the newest are kept', async () => {
    await server.root.settings.update({ backups: { cron: '0 3 * * *', cronMaxKeep: 2 } });
    expect(await server.root.crons.getFullList()).toContainEqual({ id: '__pbAutoBackup__', expression: '0 3 * * *' });
    const stored = server.engine.backups.store();
    for (const at of ['20260101000000', '20260102000000', '20260103000000']) {
      await server.engine.backups.create(`@auto_pb_backup_${at}.zip`);
    }
    await server.root.crons.run('__pbAutoBackup__');
    await server.engine.crons.done();
    const kept = (await stored.list()).map(({ key }) => key);
    expect(kept).toHaveLength(2);
    expect(kept[0]).toBe('@auto_pb_backup_20260103000000.zip');
    await server.root.settings.update({ backups: { cron: '' } });
    expect((await server.root.crons.getFullList()).map(({ id }) => id)).not.toContain('__pbAutoBackup__');
  });
});
