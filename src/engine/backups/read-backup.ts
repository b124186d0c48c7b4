import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { z } from 'zod';
import { usualLimits } from './backup-limits.ts';
import { type BackupLimits, NoBackup, readParts } from './judge-parts.ts';
import type { Manifest } from './write-backup.ts';

export type OpenBackup = {
  manifest: Manifest;
  /** The rows of a table, as `copy` wrote them. */
  openTable: (name: string) => Promise<Readable>;
  /** The keys of the files in it. */
  files: string[];
  /** How large a part says it is; one that is larger ends with an error. */
  sizeOf: (part: string) => number;
  openFile: (key: string) => Promise<Readable>;
  /** Reads every part to its end. Throws `NoBackup` for one whose bytes are not those that were written. */
  checkSums: () => Promise<void>;
  close: () => void;
};

const manifestShape = z.object({
  format: z.literal('kerbside-backup'),
  version: z.union([z.literal(1), z.literal(2)]),
  created: z.string(),
  migrations: z.array(z.string()),
  history: z.string().optional(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});

const maxManifestBytes = 10 * 1024 * 1024;
const fileKey = /^files\/(\w+\/\w+\/[^/]+)$/;

/** Judges a zip by its directory alone, as `openBackup` does first. Throws `NoBackup`, `TooMuch` where it is too much to be unpacked. */
export async function judgeBackup(path: string, limits: BackupLimits): Promise<void> {
  const zip = await openZip(path);
  try {
    await readParts(zip, limits);
  } finally {
    zip.close();
  }
}

/** Opens a zip at `path` and checks that it is a whole backup, no larger than `limits` let it be. Throws `NoBackup`. */
export async function openBackup(path: string, limits = usualLimits): Promise<OpenBackup> {
  const zip = await openZip(path);
  try {
    const entries = await readParts(zip, limits);
    const open = (name: string) => {
      const entry = entries.get(name);
      if (!entry) throw new NoBackup(`The backup has no part ${name}.`);
      return openEntry(zip, entry);
    };
    const manifest = await readManifest(entries.get('manifest.json'), () => open('manifest.json'));
    for (const { name } of manifest.tables) {
      if (!entries.has(`database/${name}`)) throw new NoBackup(`The backup lacks the table ${name}.`);
    }
    return {
      manifest,
      openTable: (name) => open(`database/${name}`),
      files: [...entries.keys()].flatMap((name) => fileKey.exec(name)?.[1] ?? []),
      sizeOf: (part) => entries.get(part)?.uncompressedSize ?? 0,
      openFile: (key) => open(`files/${key}`),
      checkSums: () => checkSums(zip, entries.values()),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await promisify<string, yauzl.Options, ZipFile>(yauzl.open)(path, { lazyEntries: true, autoClose: false });
  } catch (cause) {
    throw new NoBackup('The file is no whole zip.', { cause });
  }
}

function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return promisify<Entry, Readable>(zip.openReadStream.bind(zip))(entry);
}

// The library checks sizes, not sums.
async function checkSums(zip: ZipFile, entries: Iterable<Entry>): Promise<void> {
  for (const entry of entries) {
    let sum = 0;
    try {
      for await (const chunk of await openEntry(zip, entry)) sum = crc32(chunk, sum);
    } catch (cause) {
      throw new NoBackup(`The part ${entry.fileName} can't be read to its end.`, { cause });
    }
    if (sum !== entry.crc32)
      throw new NoBackup(`The part ${entry.fileName} is not what was written: its sum is wrong.`);
  }
}

async function readManifest(entry: Entry | undefined, open: () => Promise<Readable>): Promise<Manifest> {
  if (!entry || entry.uncompressedSize > maxManifestBytes) throw new NoBackup('The file is no backup of this product.');
  try {
    return manifestShape.parse(JSON.parse(await text(await open())));
  } catch (cause) {
    throw new NoBackup('The file is no backup of this product.', { cause });
  }
}
