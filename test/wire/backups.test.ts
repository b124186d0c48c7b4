import { readdir, readFile, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { Decrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import yazl from 'yazl';
import { openBackup } from '#engine/backups/read-backup.ts';
import type { Manifest } from '#engine/backups/write-backup.ts';
import { clientOf, type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';
import { rewriteZip, withWrongSum } from '#support/rewrite-zip.ts';

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
const download = async (key: string) =>
  (await fetch(backups().getDownloadURL(await server.root.files.getToken(), key))).bytes();

async function zipOf(entries: Record<string, string>): Promise<Blob> {
  const zip = new yazl.ZipFile();
  for (const [name, text] of Object.entries(entries)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return new Blob([await buffer(zip.outputStream)]);
}

describe('backups [277]', () => {
  test('are made, listed, downloaded with a file token, and deleted', async () => {
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

  test('get a name of their own, and no name twice', async () => {
    await server.root.send('/api/backups', { method: 'POST' });
    const [name = ''] = await names();
    expect(name).toMatch(/^pb_backup_acme_\d{14}\.zip$/);
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
    const paper = () => new File(['on paper \u00e9\t\\N'], 'paper.txt');
    const note = await root.collection('notes').create({ title: 'one\ttab \\ "x"', tags: ['b', 'a'], paper: paper() });
    const account = { email: 'ann@example.com', password: '12345678', passwordConfirm: '12345678' };
    await root.collection('people').create(account);
    await root.settings.update({ meta: { appName: 'Before' } });
    await backups().create('whole.zip');

    await root.collections.create({ name: 'later', type: 'base', fields: [{ name: 'x', type: 'number' }] });
    await root.collection('later').create({ x: 1 });
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
    expect((await refusalOf(root.collections.getOne('later'))).status).toBe(404);
    expect((await root.collections.getOne('notes')).fields.map(({ name }) => name)).toContain('tags');
    expect((await root.settings.getAll()).meta.appName).toBe('Before');
    await server.guest.collection('people').authWithPassword(account.email, account.password);
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

describe('what is restored', () => {
  test('[11.9] [11.8] is checked before anything is touched: sums, parts, rows; what came of it can be read', async () => {
    const { root } = server;
    await root.collections.create({
      name: 'priced',
      type: 'base',
      fields: [
        { name: 'cents', type: 'number' },
        { name: 'paper', type: 'file', maxSelect: 1 },
      ],
    });
    await root.collection('priced').create({ cents: 4200, paper: new File(['on paper'], 'paper.txt') });
    await backups().create('good.zip');
    const good = await download('good.zip');
    const paper = Buffer.from(good);
    paper.write('in paper', paper.indexOf('on paper'));
    const without = (gone: string) => rewriteZip(good, (name, part) => (name === gone ? undefined : part));
    const manifest = (change: (manifest: Manifest) => Partial<Manifest>) =>
      rewriteZip(good, (name, part) => {
        if (name !== 'manifest.json') return part;
        const read: Manifest = JSON.parse(part.toString());
        return Buffer.from(JSON.stringify({ ...read, ...change(read) }));
      });
    const users = (change: (text: string) => string) =>
      rewriteZip(good, (name, part) => (name === 'database/_superusers' ? Buffer.from(change(part.toString())) : part));
    const wrong: Array<[string, Uint8Array<ArrayBuffer>, string]> = [
      ['file.zip', new Uint8Array(paper), 'its sum is wrong'],
      ['sum.zip', withWrongSum(good, 'database/priced'), 'its sum is wrong'],
      ['part.zip', await without('database/priced'), 'lacks the table priced'],
      [
        'tables.zip',
        await manifest(({ tables }) => ({ tables: tables.filter(({ name }) => name !== 'priced') })),
        'lacks the table priced',
      ],
      ['none.zip', await manifest(() => ({ tables: [] })), 'lacks the table'],
      [
        'strange.zip',
        await manifest(({ tables }) => ({
          tables: tables.map((table) =>
            table.name === '_params' ? { ...table, columns: [...table.columns, 'x"y'] } : table,
          ),
        })),
        'has no column',
      ],
      [
        'newer.zip',
        await manifest(({ migrations }) => ({ migrations: [...migrations, '9999-future.sql'] })),
        'newer version of the product (9999-future.sql)',
      ],
      ['twice.zip', await users((text) => text + text), "can't be taken"],
      ['rows.zip', await users((text) => text.replaceAll('\t', '')), "can't be taken"],
    ];
    await root.collection('priced').create({ cents: 1 });
    for (const [name, bytes, words] of wrong) {
      await backups().upload({ file: new File([bytes], name) });
      const refusal = await refusalOf(backups().restore(name));
      expect([name, refusal.status, refusal.message]).toEqual([name, 400, expect.stringContaining(words)]);
      expect(await latestRestore()).toMatchObject({
        backup: name,
        state: 'refused',
        message: expect.stringContaining(words),
      });
    }
    expect((await root.collection('priced').getFullList()).map(({ cents }) => cents)).toEqual([4200, 1]);
    const schemas = await server.engine.db.query(`select 1 from pg_namespace where nspname like 'kerbside%'`);
    expect(schemas).toEqual([]);
    await restore('good.zip');
    expect(await latestRestore()).toMatchObject({
      backup: 'good.zip',
      state: 'done',
      message: '',
      finished: expect.stringMatching(/Z$/),
    });
    expect((await root.collection('priced').getFullList()).map(({ cents }) => cents)).toEqual([4200]);
    await root.collections.delete('priced');
  });

  test('[11.9] may come from an older version: the migrations that came since run on its rows', async () => {
    await server.root.collections.create({ name: 'old', type: 'base', fields: [{ name: 'x', type: 'number' }] });
    await server.root.collection('old').create({ x: 1 });
    await backups().create('today.zip');
    const since = ['0035-terms-acceptances.sql', '0036-terms-acceptances.sql', '0032-saved-instructors.sql'];
    const older = await rewriteZip(await download('today.zip'), (name, part) => {
      if (name === 'database/terms_acceptances' || name === 'database/saved_instructors') return undefined;
      if (name !== 'manifest.json') return part;
      const read: Manifest = JSON.parse(part.toString());
      const migrations = read.migrations.filter((migration) => !since.includes(migration));
      const tables = read.tables.filter((table) => !['terms_acceptances', 'saved_instructors'].includes(table.name));
      return Buffer.from(JSON.stringify({ ...read, migrations, tables }));
    });
    await server.engine.db.query(
      `insert into _params (id, value, updated) values ('since', '1', now()) on conflict do nothing`,
    );
    await backups().upload({ file: new File([older], 'older.zip') });
    await restore('older.zip');
    expect(await latestRestore()).toMatchObject({ backup: 'older.zip', state: 'done' });
    expect(await server.engine.db.query(`select 1 from _params where id = 'since'`)).toEqual([]);
    expect((await server.root.collection('old').getFullList()).map(({ x }) => x)).toEqual([1]);
    expect(await server.engine.db.query('select 1 from saved_instructors')).toEqual([]);
    await server.root.collections.delete('old');
  });

  test('[11.8] asks everybody to come again while it is brought back, on every server', async () => {
    await backups().create('waiting.zip');
    const goOn = await server.engine.pause.begin();
    for (const { url } of [server, beside]) {
      await expect.poll(async () => (await fetch(`${url}/api/settings`)).status).toBe(503);
      const answer = await fetch(`${url}/api/settings`);
      expect(answer.headers.get('retry-after')).toBe('5');
      expect((await fetch(`${url}/api/health`)).status).toBe(200);
    }
    await goOn();
    for (const { url } of [server, beside]) {
      await expect.poll(async () => (await fetch(`${url}/api/settings`)).status).toBe(401);
    }
  });
});

describe('what a backup says to whom', () => {
  test('[10.1.12] is on disk for the server alone, and in no cache on the way', async () => {
    await backups().create('private.zip');
    const folder = `${server.dataDir}/backups`;
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(`${folder}/private.zip`)).mode & 0o777).toBe(0o600);
    const token = await server.root.files.getToken();
    const answer = await fetch(backups().getDownloadURL(token, 'private.zip'));
    expect(answer.headers.get('cache-control')).toBe('no-store');
    await answer.bytes();
  });

  test('[10.1.12] are no sessions and no codes; who is signed in stays so when it is restored', async () => {
    await server.root.collections.create({ name: 'signers', type: 'auth' });
    const account = { email: 'kim@example.com', password: '12345678', passwordConfirm: '12345678' };
    await server.root.collection('signers').create(account);
    const client = clientOf(server.url);
    await client.collection('signers').authWithPassword(account.email, account.password);
    await backups().create('quiet.zip');
    const zip = await openBackup(`${server.dataDir}/backups/quiet.zip`);
    zip.close();
    const tables = zip.manifest.tables.map(({ name }) => name);
    expect(tables).toContain('signers');
    for (const name of ['_sessions', '_otps', '_mfas', '_attempts']) expect(tables).not.toContain(name);
    await restore('quiet.zip');
    await client.collection('signers').authRefresh();
    await server.root.collections.delete('signers');
  });

  test('[10.1.12] is for the operator’s key alone where there is one', async () => {
    const identity = await generateIdentity();
    const recipients = [await identityToRecipient(identity)];
    let identities: string[] = [];
    const keyed = await startEngineServer({ backupKeys: { recipients, readIdentities: async () => identities } });
    await keyed.root.collections.create({ name: 'secrets', type: 'base', fields: [{ name: 'x', type: 'text' }] });
    await keyed.root.collection('secrets').create({ x: 'kept' });
    await keyed.root.backups.create('sealed.zip');
    const stored = await readFile(`${keyed.dataDir}/backups/sealed.zip`);
    expect(stored.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    expect(stored.includes('manifest.json')).toBe(false);
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    expect(Buffer.from(await decrypter.decrypt(stored)).includes('manifest.json')).toBe(true);

    await keyed.root.collection('secrets').create({ x: 'later' });
    expect((await refusalOf(keyed.root.backups.restore('sealed.zip'))).message).toContain('BACKUP_IDENTITY_FILE');
    identities = [await generateIdentity()];
    expect((await refusalOf(keyed.root.backups.restore('sealed.zip'))).message).toContain('for another key');
    identities = [identity];
    const changed = Buffer.from(stored);
    changed.subarray(-40, -20).fill(0xff);
    await keyed.root.backups.upload({ file: new File([changed], 'changed.zip') });
    expect((await refusalOf(keyed.root.backups.restore('changed.zip'))).message).toContain('was changed');
    expect((await keyed.root.collection('secrets').getFullList()).length).toBe(2);
    await restore('sealed.zip', keyed);
    expect((await keyed.root.collection('secrets').getFullList()).map(({ x }) => x)).toEqual(['kept']);
    await keyed.close();
  });

  test('[10.1.12] stays on the machine of a real marketplace while it is not encrypted', async () => {
    const real = await startEngineServer({ isDevelopment: false });
    await real.root.backups.create('here.zip');
    await real.root.settings.update({
      backups: {
        s3: { enabled: true, endpoint: 'http://127.0.0.1:9', bucket: 'b', region: 'r', accessKey: 'a', secret: 's' },
      },
    });
    expect((await refusalOf(real.root.backups.create('away.zip'))).message).toContain('BACKUP_RECIPIENT');
    await real.close();
  });
});
