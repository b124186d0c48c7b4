import { canonicalJson } from '../canonical-json.ts';
import { recordFromRow } from '../collections/record-row.ts';
import { createChecksum } from './checksum.ts';
import { type Copying, fileNamesOf, isCleaned, recordsOf } from './copy-records.ts';
import type { MovedCollection } from './import-plan.ts';
import { countRows, findRowsByIds } from './moving.store.ts';
import { readChunks } from './open-pocketbase.ts';

/** What a collection holds in two places. Checksums are equal when every value of every record is. */
export type Comparison = {
  name: string;
  there: { records: number; checksum: string; files: number };
  here: { records: number; checksum: string; files: number };
  isEqual: boolean;
  /** Sentences about what differs, the first ones. */
  faults: string[];
};

const faultsShown = 5;

/** Reads a collection in the folder and here, record by record and file by file. */
export async function compareRecords(copying: Copying, moved: MovedCollection): Promise<Comparison> {
  const { engine, source } = copying;
  const sums = { there: createChecksum(), here: createChecksum() };
  const files = { there: 0, here: 0 };
  const faults: string[] = [];
  let records = 0;
  let found = 0;
  for (const rows of readChunks(source, moved.source.name)) {
    const expected = recordsOf(copying.plan, moved, rows);
    records += expected.length;
    const byId = await readHere(
      copying,
      moved,
      expected.map(({ id }) => String(id)),
    );
    found += byId.size;
    for (const record of expected) {
      const there = canonicalJson(record);
      const here = byId.get(String(record.id));
      sums.there.add(there);
      if (here !== undefined) sums.here.add(here);
      if (here !== there) faults.push(faultOf(record, here));
      await compareFiles(copying, moved, { record, files, faults });
    }
    copying.onRecords(moved.source.name, rows.length);
  }
  // A collection of ours may have records of its own besides.
  const here = moved.kind === 'made' ? await countRows(engine.db, moved.collection.name) : found;
  if (here !== records) faults.push(`There are ${records} records there and ${here} here.`);
  return {
    name: moved.collection.name,
    there: { records, checksum: sums.there.text(), files: files.there },
    here: { records: here, checksum: sums.here.text(), files: files.here },
    isEqual: faults.length === 0 && sums.there.text() === sums.here.text(),
    faults: shortened(faults),
  };
}

function faultOf({ id }: Record<string, unknown>, here: string | undefined): string {
  return `${id} ${here === undefined ? 'is missing here' : 'differs'}.`;
}

function shortened(faults: readonly string[]): string[] {
  const rest = faults.length - faultsShown;
  return rest > 0 ? [...faults.slice(0, faultsShown), `${rest} more.`] : [...faults];
}

async function readHere(
  { engine }: Copying,
  { collection, fields }: MovedCollection,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await findRowsByIds(engine.db, collection.name, ids);
  return new Map(rows.map((row) => [String(row.id), canonicalJson(recordFromRow({ ...collection, fields }, row))]));
}

type Found = { record: Record<string, unknown>; files: { there: number; here: number }; faults: string[] };

async function compareFiles(copying: Copying, moved: MovedCollection, { record, files, faults }: Found): Promise<void> {
  for (const { field, name } of fileNamesOf(moved, record)) {
    const there = await copying.files.get(`${moved.source.id}/${record.id}/${name}`);
    const here = await copying.engine.files.get(`${moved.collection.id}/${record.id}/${name}`);
    if (there) files.there++;
    if (here) files.here++;
    // A file that was lost there can't be here either.
    if (!there) continue;
    const isSame = here !== undefined && (isCleaned(moved, field) || here.bytes.equals(there.bytes));
    if (!isSame) faults.push(`The file ${name} of ${record.id} ${here ? 'differs' : 'is missing here'}.`);
  }
}
