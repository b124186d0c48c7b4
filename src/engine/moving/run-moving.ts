import { writeFile } from 'node:fs/promises';
import type { RunningEngine } from '../create-engine.ts';
import { writeTypes } from '../schema/write-types.ts';
import type { Comparison } from './compare-records.ts';
import { createProgressBar, type Terminal } from './create-progress-bar.ts';
import { exportPocketbase } from './export-pocketbase.ts';
import type { ImportChoice } from './import-plan.ts';
import { importPocketbase } from './import-pocketbase.ts';
import { MoveError } from './move-error.ts';

export const usage = `bin/kerbside import pocketbase <pb_data> [options]   takes collections, records, files and settings in
    --dry-run             says what would become of each collection, and keeps nothing
    --as <name>=<other>   takes a collection in under another name
    --leave-out <name>    leaves a collection behind, or one field of it (<name>.<field>)
    --keep-settings       takes no settings
bin/kerbside export pocketbase <folder>              writes a data folder that PocketBase starts on
bin/kerbside types [file]                            writes TypeScript types of all collections
bin/kerbside admin reset-factors <email>             takes all second factors off an account whose owner lost them
bin/kerbside admin open-rights <email>               lets an account's rights of staff wait no longer, whose owner added the first factor
bin/kerbside admin create <email> [--name <name>]    makes an administrator, and prints a link to choose a password
bin/kerbside admin changes                           lists the changes of accounts that wait for a second word
bin/kerbside admin confirm <id>                      says the second word about one of them`;

type Output = { out: (line: string) => void; progress: Terminal };

/** Runs one command of `bin/kerbside` and answers its exit code. Throws a MoveError for what it cannot do. */
export async function runMoving(engine: RunningEngine, args: readonly string[], output: Output): Promise<number> {
  const [verb, format, folder, ...options] = args;
  if (verb === 'types' && args.length <= 2) return writeTypesTo(engine, args[1], output);
  if (format === 'pocketbase' && folder !== undefined && !folder.startsWith('-')) {
    if (verb === 'import') return runImport(engine, { folder, options }, output);
    if (verb === 'export' && options.length === 0) return runExport(engine, folder, output);
  }
  throw new MoveError([usage]);
}

async function writeTypesTo(engine: RunningEngine, file: string | undefined, { out }: Output): Promise<number> {
  const types = writeTypes(engine.collections.all());
  if (file === undefined) out(types);
  else await writeFile(file, types);
  return 0;
}

async function runImport(
  engine: RunningEngine,
  { folder, options }: { folder: string; options: readonly string[] },
  { out, progress }: Output,
): Promise<number> {
  const { choice, isDryRun } = readOptions(options);
  const bar = createProgressBar(progress);
  const report = await importPocketbase(engine, {
    folder,
    choice,
    isDryRun,
    onProgress: ({ stage, name, done, total }) => bar.show(`${stage} ${name}`, done, total),
  }).finally(bar.end);
  for (const { from, to, type, records, kind } of report.collections) {
    const name = from === to ? from : `${from} as ${to}`;
    out(
      `${name}: ${type}, ${type === 'view' ? 'no records of its own' : `${records} records`}${kind === 'made' ? '' : ', into ours'}`,
    );
  }
  for (const note of report.notes) out(`! ${note}`);
  if (isDryRun) {
    out('Nothing was written: this was a dry run.');
    return 0;
  }
  return tellComparisons(report.comparisons, out, 'imported');
}

async function runExport(engine: RunningEngine, folder: string, { out, progress }: Output): Promise<number> {
  const bar = createProgressBar(progress);
  const report = await exportPocketbase(engine, folder, ({ name, done, total }) =>
    bar.show(`writing ${name}`, done, total),
  ).finally(bar.end);
  for (const note of report.notes) out(`! ${note}`);
  out(`${report.files} files`);
  return tellComparisons(report.comparisons, out, 'exported');
}

function tellComparisons(comparisons: readonly Comparison[], out: Output['out'], done: string): number {
  for (const { name, there, here, isEqual, faults } of comparisons) {
    const files = there.files + here.files > 0 ? `, files ${there.files} there, ${here.files} here` : '';
    const sums = `checksums ${there.checksum} and ${here.checksum}`;
    out(`${isEqual ? 'equal' : 'DIFFERENT'} ${name}: ${there.records} there, ${here.records} here${files}, ${sums}`);
    for (const fault of faults) out(`    ${fault}`);
  }
  const isWhole = comparisons.every(({ isEqual }) => isEqual);
  const records = comparisons.reduce((sum, { here }) => sum + here.records, 0);
  out(isWhole ? `Everything was ${done}: ${records} records.` : `Not everything was ${done}: see above.`);
  return isWhole ? 0 : 1;
}

function readOptions(options: readonly string[]): { choice: ImportChoice; isDryRun: boolean } {
  const renames = new Map<string, string>();
  const leftOut = new Set<string>();
  const flags = new Set<string>();
  for (let place = 0; place < options.length; place++) {
    const option = options[place] ?? '';
    if (option === '--dry-run' || option === '--keep-settings') {
      flags.add(option);
      continue;
    }
    const value = options[++place];
    const [, from = '', to = ''] = /^(\w+)=(\w+)$/.exec(value ?? '') ?? [];
    if (option === '--as' && from !== '') renames.set(from, to);
    else if (option === '--leave-out' && value !== undefined) leftOut.add(value);
    else throw new MoveError([usage]);
  }
  return {
    choice: { renames, leftOut, keepsSettings: flags.has('--keep-settings') },
    isDryRun: flags.has('--dry-run'),
  };
}
