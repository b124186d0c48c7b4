/*
 * A PocketBase folder of a gigabyte comes in and goes out: its import is killed in the middle and called again, what came is compared record by record
 * and file by file, it is exported, and the reference starts on what was written. POCKETBASE names its program, which `bin/check --reference` builds;
 * RECORDS and FILES make the folder smaller. The limit is 1,000,000 records in ten minutes, comparing them included.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PocketBase from 'pocketbase';
import { fileName, idOf, makeLargeFolder, member, type Size, withReference } from './support/large-pocketbase.ts';
import { childrenOf, memoryOf } from './support/memory-of.ts';
import { printTable } from './support/print-table.ts';

const { POCKETBASE: program = '' } = process.env;
if (program === '') throw new Error('POCKETBASE must name the program of the reference.');
const size: Size = {
  records: Number(process.env.RECORDS ?? 400_000),
  files: Number(process.env.FILES ?? 12_000),
  fileBytes: 40_000,
};
const limitPerSecond = 1_000_000 / 600;
const parent = mkdtempSync(join(tmpdir(), 'kerbside-moving-'));
const folder = join(parent, 'there');

type Ran = { seconds: number; code: number | null; output: string; allMb: number; ownMb: number };

/** Progress is told each tenth. */
const halfOfLines = 5;

/** Runs what `bin/kerbside` runs; `isKilled`: about half way, and its database with it. */
async function moving(args: string[], isKilled = false): Promise<Ran> {
  const began = performance.now();
  const child = spawn(process.execPath, ['src/kerbside.ts', ...args], {
    env: { ...process.env, DATA_DIR: join(parent, 'here'), DEMO: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const own = child.pid ?? 0;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (isKilled && output.split('copying clubPosts').length > halfOfLines) child.kill('SIGKILL');
    });
  }
  let [allMb, ownMb] = [0, 0];
  const watch = setInterval(() => {
    try {
      allMb = Math.max(allMb, memoryOf([own, ...childrenOf(own)]));
      ownMb = Math.max(ownMb, memoryOf([own]));
    } catch {
      // It ended meanwhile.
    }
  }, 250);
  const [code] = await once(child, 'close');
  clearInterval(watch);
  return { seconds: (performance.now() - began) / 1000, code, output, allMb, ownMb };
}

function bytesOf(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** Asks the reference, running on the folder that we wrote, for what the one we read had. */
async function seeThere(client: PocketBase): Promise<void> {
  const { totalItems } = await client.collection('clubPosts').getList(1, 1);
  if (totalItems !== size.records) throw new Error(`The reference has ${totalItems} of ${size.records} records.`);
  for (const n of [0, size.files - 1]) {
    const post = await client.collection('clubPosts').getOne(idOf('p', n));
    const paper = await (await fetch(client.files.getURL(post, fileName(n)))).arrayBuffer();
    if (paper.byteLength !== size.fileBytes) throw new Error(`The reference has not the file of post ${n}.`);
  }
  await new PocketBase(client.baseURL).collection('clubMembers').authWithPassword(member.email, member.password);
}

const rows: Array<Record<string, string | number>> = [];
function note(what: string, { seconds, allMb, ownMb }: Ran, perSecond?: number): void {
  rows.push({
    what,
    seconds: seconds.toFixed(1),
    'records/s': perSecond === undefined ? '' : Math.round(perSecond),
    'of the limit': perSecond === undefined ? '' : (perSecond / limitPerSecond).toFixed(2),
    'highest MB': allMb,
    'of it its own': ownMb,
  });
}

function insist(isSo: boolean, { output, code }: Ran): void {
  if (!isSo) throw new Error(`It ended with ${code} and said:\n${output}`);
}

try {
  await makeLargeFolder(program, folder, size);
  const megabytes = Math.round(bytesOf(folder) / 1e6);
  const importing = ['import', 'pocketbase', folder];
  const broken = await moving(importing, true);
  insist(broken.code === null, broken);
  note('import, killed about half way', broken);
  const rest = await moving(importing);
  insist(rest.code === 0 && rest.output.includes('Everything was imported'), rest);
  const inAll = broken.seconds + rest.seconds;
  note(`the same again, to its end; both took ${inAll.toFixed(0)} s`, rest, size.records / inAll);
  const written = await moving(['export', 'pocketbase', join(parent, 'back')]);
  insist(written.code === 0 && written.output.includes('Everything was exported'), written);
  note('export, with the folder compared', written, size.records / written.seconds);
  await withReference(program, join(parent, 'back'), seeThere);
  console.log(`${megabytes} MB: ${size.records} records, ${size.files} files`);
  printTable('moving', rows);
} finally {
  rmSync(parent, { recursive: true, force: true });
}
