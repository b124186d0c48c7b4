import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import yazl from 'yazl';

/** The same zip with other parts: `change` answers what a part is instead, undefined to leave it out. Sums are right for what is in it. */
export async function rewriteZip(
  bytes: Uint8Array,
  change: (name: string, part: Buffer) => Buffer | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const zip = await promisify<Buffer, yauzl.Options, ZipFile>(yauzl.fromBuffer)(Buffer.from(bytes), {
    lazyEntries: true,
  });
  const made = new yazl.ZipFile();
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        buffer(stream).then((part) => {
          const next = change(entry.fileName, part);
          if (next) made.addBuffer(next, entry.fileName);
          zip.readEntry();
        }, reject);
      });
    });
    zip.readEntry();
  });
  made.end();
  return new Uint8Array(await buffer(made.outputStream));
}

/** The same zip, in which the sum of one part is another than it was written with. */
export function withWrongSum(bytes: Uint8Array, name: string): Uint8Array<ArrayBuffer> {
  const wrong = Buffer.from(bytes);
  // Its line in the directory at the end: 46 bytes, then the name; the sum is the seventeenth.
  const at = wrong.lastIndexOf(name) - 46;
  if (wrong.readUInt32LE(at) !== 0x02014b50) throw new Error(`The zip has no part ${name}.`);
  wrong.writeUInt32LE((wrong.readUInt32LE(at + 16) ^ 1) >>> 0, at + 16);
  return new Uint8Array(wrong);
}
