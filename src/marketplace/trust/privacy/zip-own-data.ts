import { Readable } from 'node:stream';
import yazl from 'yazl';
import type { FileStore } from '#engine/files/file-store.ts';
import type { OwnData } from './collect-own-data.ts';

const readMe = `This is everything Kerbside keeps about you and shows to you.

data.json   your account, its devices and activity, and every record that belongs to you, by collection
files/      pictures and documents of these records

Money is in cents of the Singapore dollar, times are UTC.
`;

/**
 * A zip of somebody's data and files, a file at a time and no faster than it is taken. It breaks off with the error of a file that can't be read;
 * whoever takes no more destroys it, and nothing stays open.
 */
export function zipOwnData(store: Pick<FileStore, 'open'>, { data, files }: OwnData): Readable {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  let current: Readable | undefined;
  const fail = (error: Error) => {
    output.destroy(error);
  };
  zip.on('error', fail);
  output.once('close', () => current?.destroy());
  zip.addBuffer(Buffer.from(readMe), 'README.txt');
  zip.addBuffer(Buffer.from(`${JSON.stringify(data, null, 2)}\n`), 'data.json');
  for (const { key, name } of files) {
    zip.addReadStreamLazy(name, { compress: false }, (give) => {
      store.open(key).then((file) => {
        // One that is missing in the store is empty here; the record still names it.
        current = file ? file.read(0, file.size) : Readable.from([], { objectMode: false });
        current.on('error', fail);
        if (output.destroyed) current.destroy();
        else give(null, current);
      }, fail);
    });
  }
  zip.end();
  return output;
}
