import { randomBytes } from 'node:crypto';
import { createWriteStream, openAsBlob, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import yazl from 'yazl';
import { clientOf, refusalOf } from '#support/engine-server.ts';
import { freePort } from '../../bin/lib/free-port.mjs';
import { type MainProcess, startMain, stopMains } from '../support/start-main.ts';

const mebibyte = 1024 * 1024;
const restoreMs = 600_000;

let folder = '';
let dataDir = '';
let main: MainProcess;
let root: PocketBase;
let base: Uint8Array;
let held = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-hostile-'));
  dataDir = join(folder, 'data');
  main = startMain({
    DATA_DIR: dataDir,
    DEMO: '0',
    PORT: String(await freePort()),
    SUPERUSER_EMAIL: 'root@example.com',
    SUPERUSER_PASSWORD: 'only-for-tests',
  });
  root = clientOf(await main.ready);
  await root.collection('_superusers').authWithPassword('root@example.com', 'only-for-tests');
  const paper = { name: 'paper', type: 'file', maxSelect: 1 };
  await root.collections.create({ name: 'papers', type: 'base', viewRule: '', fields: [paper] });
  const record = await root.collection('papers').create({ paper: new File(['on paper'], 'paper.txt') });
  held = `files/${record.collectionId}/${record.id}/${record.paper}`;
  await root.backups.create('base.zip');
  base = readFileSync(join(dataDir, 'backups/base.zip'));
});
afterAll(async () => {
  await stopMains();
  await rm(folder, { recursive: true, force: true });
});

type Parts = Record<string, () => Readable>;

/** The backup with these parts beside or in place of its own; how much they are packed is told. */
async function backupWith(parts: Parts, { compress = true } = {}): Promise<string> {
  const path = join(folder, `${randomBytes(4).toString('hex')}.zip`);
  const zip = new yazl.ZipFile();
  for (const [name, bytes] of await partsOf(base)) if (!parts[name]) zip.addBuffer(bytes, name);
  for (const [name, read] of Object.entries(parts))
    zip.addReadStreamLazy(name, { compress }, (give) => give(null, read()));
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}

async function partsOf(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const parts = new Map<string, Buffer>();
  const zip = await promisify<Buffer, yauzl.Options, ZipFile>(yauzl.fromBuffer)(Buffer.from(bytes), {
    lazyEntries: true,
  });
  const open = promisify<Entry, Readable>(zip.openReadStream.bind(zip));
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject).on('end', resolve);
    zip.on('entry', async (entry: Entry) => {
      parts.set(entry.fileName, await buffer(await open(entry)));
      zip.readEntry();
    });
    zip.readEntry();
  });
  return parts;
}

/** So many mebibytes, each the same. */
const repeated = (count: number, each: Buffer) => () =>
  Readable.from(
    Array.from({ length: count }, () => each),
    { objectMode: false },
  );
const zeros = Buffer.alloc(mebibyte);
/** Text without a line break, of which a thirtieth is left when it is packed. */
const text = Buffer.from(
  Array.from({ length: mebibyte / 256 }, () => randomBytes(3).toString('hex').padEnd(256, 'x')).join(''),
);

async function upload(name: string, path: string): Promise<unknown> {
  const form = new FormData();
  form.set('file', await openAsBlob(path), name);
  return root.backups.upload(form);
}

/** Restores what was uploaded, and how that ended. */
async function restore(name: string): Promise<{ state: string; message: string }> {
  await root.backups.restore(name).catch(() => {});
  const latest = async () => (await root.send('/api/backups/restores', {}).catch(() => []))[0] ?? {};
  await expect.poll(async () => (await latest()).state, { timeout: restoreMs }).toMatch(/done|refused|failed/);
  return latest();
}

/** The most memory, in MiB, that the server held since it was last asked. */
function takePeak(): number {
  const status = readFileSync(`/proc/${main.child.pid}/status`, 'utf8');
  writeFileSync(`/proc/${main.child.pid}/clear_refs`, '5');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** All files of people, and what lies among the backups. */
function stored(): { files: string[]; backups: string[] } {
  const files = readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true });
  return {
    files: files.filter((entry) => entry.isFile()).map(({ name }) => name),
    backups: readdirSync(join(dataDir, 'backups')).sort(),
  };
}

/** Refused at the door, which is left as it was; what is said of the file. */
async function refusedUpload(name: string, path: string): Promise<unknown> {
  const before = stored();
  takePeak();
  const { status, data } = await refusalOf(upload(name, path));
  const peak = takePeak();
  expect([name, status, stored()]).toEqual([name, 400, before]);
  expect(peak).toBeLessThan(600);
  return data.file;
}

test('[25.20] what is too much to be unpacked is refused when it is uploaded, by what its directory says', async () => {
  const bomb = await backupWith({ 'files/c/r/bomb.bin': repeated(700, zeros) });
  const named = await backupWith({ [`files/c/r/${'n'.repeat(60_000)}`]: repeated(0, zeros) });
  const many = join(folder, 'many.zip');
  writeFileSync(many, directoryOf(1_000_000));
  const lapping = join(folder, 'lapping.zip');
  writeFileSync(lapping, directoryOf(1000, 1_000_000));
  for (const [name, path, words] of [
    ['bomb.zip', bomb, 'times as large unpacked'],
    ['named.zip', named, 'The name of a part'],
    ['many.zip', many, 'backupParts'],
    ['lapping.zip', lapping, 'lie in each other'],
  ] as const) {
    const file = await refusedUpload(name, path);
    expect(file).toMatchObject({ code: 'validation_backup_too_large', message: expect.stringContaining(words) });
  }
  await root.settings.update({ budgets: { backupBytes: 100_000 } });
  expect(await refusedUpload('large.zip', bomb)).toMatchObject({ message: expect.stringContaining('backupBytes') });
  await root.settings.update({ budgets: { backupBytes: null } });
}, 120_000);

/** A zip of so many parts without bytes, of which each says that it is so large. */
function directoryOf(count: number, packed = 0): Buffer {
  const line = Buffer.alloc(46 + 16);
  line.writeUInt32LE(0x02014b50, 0);
  line.writeUInt16LE(8, 10);
  line.writeUInt32LE(packed, 20);
  line.writeUInt32LE(packed, 24);
  line.writeUInt16LE(16, 28);
  const lines = Buffer.concat(
    Array.from({ length: count }, (_, number) => {
      line.write(`files/c/r/${number.toString(36).padStart(6, '0')}`, 46);
      return Buffer.from(line);
    }),
  );
  const head = Buffer.from('PK\x03\x04', 'latin1');
  const end = Buffer.alloc(56 + 20 + 22);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(head.length), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(head.length + lines.length), 64);
  end.writeUInt32LE(0x06054b50, 76);
  return Buffer.concat([head, lines, end]);
}

test(
  '[25.20] a part that lies of its size, and a row that has no end, are refused when they are unpacked',
  async () => {
    const before = stored();
    const line = await backupWith({ 'database/papers': repeated(300, text) });
    const lying = await backupWith({ 'files/c/r/lies.bin': repeated(700, zeros) });
    const bytes = readFileSync(lying);
    const at = bytes.lastIndexOf('files/c/r/lies.bin') - 46;
    bytes.writeUInt32LE(1000, at + 24);
    writeFileSync(lying, bytes);
    for (const [name, path, words] of [
      ['line.zip', line, 'is too long'],
      ['lying.zip', lying, "can't be read to its end"],
    ] as const) {
      await upload(name, path);
      takePeak();
      expect(await restore(name)).toMatchObject({ state: 'refused', message: expect.stringContaining(words) });
      const peak = takePeak();
      expect(peak).toBeLessThan(600);
      await root.backups.delete(name);
    }
    expect(stored()).toEqual(before);
  },
  restoreMs * 2,
);

test(
  '[25.20] only files that a record holds are kept, and the largest passes in pieces',
  async () => {
    const before = stored();
    const strangers = Array.from(
      { length: 15 },
      (_, number) => [`files/c/r/n${number}.bin`, repeated(14, zeros)] as const,
    );
    const lost = Object.fromEntries(strangers);
    const random = randomBytes(mebibyte);
    const path = await backupWith({
      ...lost,
      'files/c/r/deep/er.bin': repeated(1, zeros),
      [held]: repeated(300, random),
    });
    await upload('held.zip', path);
    takePeak();
    expect(await restore('held.zip')).toMatchObject({ state: 'done' });
    const peak = takePeak();
    expect(peak).toBeLessThan(600);
    await root.backups.delete('held.zip');
    expect(stored()).toEqual(before);
    expect(statSync(join(dataDir, held)).size).toBe(300 * mebibyte);
  },
  restoreMs * 2,
);
