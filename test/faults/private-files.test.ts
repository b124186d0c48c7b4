import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findOpenPaths } from '#engine/private-paths.ts';
import { clientOf } from '#support/engine-server.ts';
import { freePort } from '../../bin/lib/free-port.mjs';
import { root } from '../support/list-files.ts';
import { startMain, stopMains } from '../support/start-main.ts';

let folder = '';
let umask = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerbside-private-'));
  // What an operator's shell leaves open at most.
  umask = process.umask(0);
});
afterEach(stopMains);
afterAll(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true, force: true });
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABQAAAAUCAIAAAAC64paAAAAGklEQVR4nGP4z8BANhrVPKp5VPOo5lHNlGsGAJdHjnKXuJ6TAAAAAElFTkSuQmCC',
  'base64',
);

async function openPaths(dataDir: string, options?: { isShallow?: boolean }): Promise<string[]> {
  const found: string[] = [];
  for await (const { path } of findOpenPaths(dataDir, options)) found.push(path.slice(dataDir.length));
  return found;
}

function run(command: string, args: string[], dataDir: string) {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDir };
  return spawnSync(process.execPath, [join(root, command), ...args], { cwd: root, encoding: 'utf8', env });
}

test('[25.13] whatever a started product and its commands write is for their own account, whatever the shell says', async () => {
  const dataDir = join(folder, 'new', 'data');
  const main = startMain({
    DATA_DIR: dataDir,
    DEMO: '0',
    PORT: String(await freePort()),
    SUPERUSER_EMAIL: 'root@example.com',
    SUPERUSER_PASSWORD: 'only-for-tests',
  });
  const url = await main.ready;
  const client = clientOf(url);
  await client.collection('_superusers').authWithPassword('root@example.com', 'only-for-tests');
  const photo = { name: 'photo', type: 'file', maxSelect: 1, thumbs: ['10x10'] };
  await client.collections.create({ name: 'photos', type: 'base', viewRule: '', fields: [photo] });
  const record = await client.collection('photos').create({ photo: new File([png], 'p.png', { type: 'image/png' }) });
  expect((await fetch(client.files.getURL(record, record.photo, { thumb: '10x10' }))).status).toBe(200);
  await client.backups.create('made.zip');
  const token = await client.files.getToken();
  const zip = await (await fetch(client.backups.getDownloadURL(token, 'made.zip'))).blob();
  await client.backups.upload({ file: new File([zip], 'sent.zip') });
  await client.backups.restore('sent.zip');
  const state = async () => (await client.send('/api/backups/restores', {}))[0]?.state;
  await expect.poll(state, { timeout: 180_000 }).toBe('done');
  const names = ['files', 'backups', 'settings.key', 'postgres.log', 'server.lock', 'postgres-18'];
  for (const name of names) expect(existsSync(join(dataDir, name)), name).toBe(true);
  expect(await openPaths(dataDir)).toEqual([]);
  main.child.kill('SIGTERM');
  await main.ended;
  const target = join(folder, 'pb_data');
  const exported = run('src/kerbside.ts', ['export', 'pocketbase', target], dataDir);
  expect(exported.stdout).toContain('1 files');
  expect([await openPaths(target), await openPaths(dataDir)]).toEqual([[], []]);
}, 420_000);

test('[25.13] the doctor looks at all of the data folder, tells what is open and closes it with --fix', async () => {
  const dataDir = join(folder, 'new', 'data');
  const entries = readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' });
  const photo = entries.find((name) => /^\w+\/\w+\/[^/]+\.png$/.test(name));
  const wide = ['/files', '/backups/sent.zip', '/postgres.log', `/files/${photo}`];
  for (const path of wide) chmodSync(dataDir + path, 0o755);
  chmodSync(dataDir, 0o711);
  symlinkSync('/etc/hostname', join(dataDir, 'files', 'elsewhere'));
  expect((await openPaths(dataDir)).sort()).toEqual(['', ...wide].sort());
  expect(await openPaths(dataDir, { isShallow: true })).not.toContain(`/files/${photo}`);
  const told = run('src/doctor.ts', [], dataDir);
  expect(told.status).toBe(1);
  for (const path of wide)
    expect(told.stdout).toContain(`${dataDir}${path} is open to other accounts of the machine. Run: bin/doctor --fix`);
  const mended = run('src/doctor.ts', ['--fix'], dataDir);
  expect(mended.stdout).toContain('Closed to other accounts of the machine: 5 files and folders.');
  expect(mended.stdout).not.toContain('is open to');
  expect(await openPaths(dataDir)).toEqual([]);
  expect(run('src/doctor.ts', ['--mend'], dataDir).stderr).toContain('bin/doctor [--fix]');
}, 240_000);

test('[25.13] each command of the product begins by keeping what it writes private', () => {
  const commands = ['main', 'kerbside', 'superuser', 'doctor', 'verify-audit', 'verify-ledger'];
  for (const name of commands) {
    expect([
      name,
      readFileSync(join(root, `src/${name}.ts`), 'utf8').startsWith("import './keep-private.ts';"),
    ]).toEqual([name, true]);
  }
  // Every file that a command's script starts is among them.
  const started = spawnSync('grep', ['-rhoE', "inProject\\('src', '[a-z-]+\\.ts'\\)", join(root, 'bin/lib')], {
    encoding: 'utf8',
  });
  const files = [...started.stdout.matchAll(/'([a-z-]+)\.ts'/g)].map(([, name]) => name);
  expect(new Set(files)).toEqual(new Set(commands));
});
