import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson, startApp, type TestApp } from '#support/start-app.ts';
import { readConfig } from '../../src/config.ts';
import { findShortcomings } from '../../src/find-shortcomings.ts';
import { root } from '../support/list-files.ts';
import { urlOf } from '../support/postgres.ts';
import { canMount, makeDiskReadOnly, mountSmallDisk } from '../support/small-disk.ts';

let app: TestApp;
const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-doctor-'));

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://kerbside.sg', SANDBOX_PAYMENTS: '0' };

function examine(variables: Record<string, string>): { code: number | null; said: string[] } {
  const { PATH = '', HOME = '' } = process.env;
  const databaseUrl = app.connection.connectionString ?? urlOf(app.connection);
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'src/doctor.ts')], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH, HOME, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...variables },
  });
  return { code: status, said: `${stdout}${stderr}`.trim().split('\n') };
}

test('the doctor says what is not as it should be, each with the mend, and nothing once it is mended', async () => {
  const key = join(dataDir, 'settings.key');
  writeFileSync(key, 'x'.repeat(32));
  chmodSync(key, 0o644);
  const nobody = examine(production).said.filter((line) => line.startsWith('There is no '));
  expect(nobody.map((line) => line.split('.')[0])).toEqual([
    'There is no admin: nobody can check papers, decide claims or add staff',
  ]);
  await makePerson(app, { role: 'admin' });
  const first = examine(production);
  expect(first.code).toBe(1);
  expect(first.said.map((line) => line.split('.')[0])).toEqual([
    'Backups are not encrypted',
    'The key that seals stored passwords lies beside them in DATA_DIR',
    'The privacy page names no address for questions about personal data, which the law asks for',
    'No mail leaves the server',
    'All visitors are one address: TLS ends in front of the server, and no header of it is trusted',
    'No backups are made by themselves',
    'Superusers may come from anywhere',
    'Staff who sign in without a second factor: 1',
    `${join(dataDir, 'settings')}`,
  ]);
  for (const line of first.said) expect(line).toMatch(/ (?:Set|Run:|They turn) /);
  chmodSync(key, 0o600);
  await app.db.query(`update users set "twoFactor" = true where role = 'admin'`);
  await app.root.settings.update({
    trustedProxy: { headers: ['X-Forwarded-For'] },
    backups: { cron: '0 3 * * *', cronMaxKeep: 7 },
    superuserIPs: ['127.0.0.1'],
    // A mail server of the settings is one, too.
    smtp: { enabled: true, host: 'mail.kerbside.sg', port: 465, tls: true },
  });
  const mended = await readConfig({
    ...production,
    DATA_DIR: dataDir,
    BACKUP_RECIPIENT: 'age1lggyhqrw2nlhcxprm67z43rta597azn8gknawjehu9d9dl0jq3yqqvfafg',
    SETTINGS_KEY: 'k'.repeat(32),
    PRIVACY_CONTACT: 'privacy@kerbside.sg',
  });
  expect(mended.ok && (await findShortcomings(app.app.engine, mended.config))).toEqual([]);
  const clamdSocket = join(dataDir, 'clamd.ctl');
  const away = mended.ok && (await findShortcomings(app.app.engine, { ...mended.config, clamdSocket }));
  expect(away).toEqual([
    {
      what: expect.stringMatching(/^The virus scanner at .* does not answer/),
      mend: expect.stringMatching(/^Set CLAMD_SOCKET/),
    },
  ]);
  const clamd = createServer((socket) =>
    socket.once('data', (said) => socket.end(`${said}` === 'zPING\0' ? 'PONG\0' : '')),
  );
  await new Promise<void>((resolve) => clamd.listen(clamdSocket, resolve));
  expect(mended.ok && (await findShortcomings(app.app.engine, { ...mended.config, clamdSocket }))).toEqual([]);
  await new Promise((resolve) => clamd.close(resolve));
});

test('the doctor says when a database elsewhere is spoken to without a certificate that is checked', async () => {
  const said = async (databaseUrl: string) => {
    const read = await readConfig({ ...production, DATABASE_URL: databaseUrl });
    if (!read.ok) throw new Error(read.faults.join('; '));
    const found = await findShortcomings(app.app.engine, read.config);
    return found.some(({ what }) => what.startsWith('What the server and its database say'));
  };
  for (const safe of [
    'postgresql://k@localhost/kerbside',
    'postgresql://k@%2Fvar%2Frun%2Fpostgresql/kerbside',
    'postgresql://k@db.example/kerbside?sslmode=verify-full&sslrootcert=/etc/ca.pem',
  ]) {
    expect([safe, await said(safe)]).toEqual([safe, false]);
  }
  for (const open of ['postgresql://k@db.example/kerbside', 'postgresql://k@10.0.0.5/kerbside?sslmode=prefer']) {
    expect([open, await said(open)]).toEqual([open, true]);
  }
});

test.runIf(canMount)('the doctor says that the disk of the data folder is nearly full, or takes no file', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'kerbside-doctor-'));
  const dataDir = join(parent, 'data');
  const unmount = mountSmallDisk(dataDir, 100 * 1024);
  const said = async () => {
    const read = await readConfig({ ...production, DATA_DIR: dataDir });
    if (!read.ok) throw new Error(read.faults.join('; '));
    const found = await findShortcomings(app.app.engine, read.config);
    return found.map(({ what }) => what).filter((what) => /MiB|written/.test(what));
  };
  try {
    expect(await said()).toEqual(['100 MiB are left on the disk of DATA_DIR.']);
    makeDiskReadOnly(dataDir);
    expect(await said()).toEqual([
      `Files can't be written into ${dataDir} (EROFS).`,
      '100 MiB are left on the disk of DATA_DIR.',
    ]);
  } finally {
    unmount();
    rmSync(parent, { recursive: true });
  }
});

test('the doctor says what keeps a server from starting', () => {
  const { code, said } = examine({ NODE_ENV: 'production', HOST: '0.0.0.0', SMTP_ULR: 'smtp://mail' });
  expect([code, said.map((line) => line.split(' ')[0])]).toEqual([1, ['PUBLIC_URL', 'SANDBOX_PAYMENTS', 'SMTP_ULR']]);
});

test('[25.31] the doctor says within a day that a proxy wrote no address into the trusted header', async () => {
  const said = async (nowMs: number) => {
    const read = await readConfig(production);
    if (!read.ok) throw new Error(read.faults.join('; '));
    const found = await findShortcomings({ ...app.app.engine, clock: { nowMs: () => nowMs } }, read.config);
    return found.some(({ what }) => what.startsWith('Within the last day a proxy wrote no address'));
  };
  const nowMs = app.app.engine.clock.nowMs();
  await app.root.settings.update({ trustedProxy: { headers: ['X-Forwarded-For'] }, superuserIPs: [] });
  await fetch(`${app.url}/api/health`, { headers: { 'X-Forwarded-For': '9.9.9.9, 203.0.113.5:4711' } });
  await app.app.engine.logBook.flush();
  expect(await said(nowMs)).toBe(false);
  await fetch(`${app.url}/api/health`, { headers: { 'X-Forwarded-For': '9.9.9.9, unknown' } });
  await app.app.engine.logBook.flush();
  expect(await said(nowMs)).toBe(true);
  expect(await said(nowMs + 25 * 3_600_000)).toBe(false);
});
