import type { Entry, ZipFile } from 'yauzl';

/** A file is no backup of this product; the message says why. */
export class NoBackup extends Error {}

/** A zip is too much to be unpacked, whatever is in it. */
export class TooMuch extends NoBackup {}

/** How much a backup may be: the operator's budgets. */
export type BackupLimits = { parts: number; bytes: number };

/** Rows of a table and files of people, which are mostly pictures, are never that much smaller packed; what is small may be. */
const highestRatio = 250;
const smallBytes = 16 * 1024 * 1024;

const longestName = 1000;

/**
 * Reads the directory of a zip and judges by it alone, before anything is unpacked: how many parts, how long their names, how large they say they are,
 * how much smaller they are packed, and whether they lie in each other. Throws `NoBackup`.
 */
export function readParts(zip: ZipFile, limits: BackupLimits): Promise<Map<string, Entry>> {
  const parts = new Map<string, Entry>();
  let [unpacked, packed] = [0, 0];
  const judge = (entry: Entry): void => {
    unpacked += entry.uncompressedSize;
    packed += entry.compressedSize;
    if (unpacked > limits.bytes) throw new TooMuch(`Unpacked it is more than ${limits.bytes} bytes (backupBytes).`);
    if (packed > zip.fileSize) throw new TooMuch('Its parts lie in each other.');
    if (entry.uncompressedSize > smallBytes && entry.uncompressedSize > highestRatio * entry.compressedSize) {
      throw new TooMuch(`The part ${entry.fileName} is more than ${highestRatio} times as large unpacked.`);
    }
    if (parts.has(entry.fileName)) throw new NoBackup(`The part ${entry.fileName} is in it twice.`);
  };
  return new Promise((resolve, reject) => {
    const refuse = () => new TooMuch(`It has ${zip.entryCount} parts, more than ${limits.parts} (backupParts).`);
    if (zip.entryCount > limits.parts) return reject(refuse());
    // Names that leave the folder and sizes that contradict each other are refused by the library.
    zip.on('error', (cause: Error) => reject(new NoBackup(cause.message, { cause })));
    zip.on('end', () => resolve(parts));
    zip.on('entry', (entry: Entry) => {
      try {
        if (entry.fileNameLength > longestName)
          throw new TooMuch(`The name of a part has ${entry.fileNameLength} bytes.`);
        judge(entry);
      } catch (error) {
        return reject(error);
      }
      parts.set(entry.fileName, slim(entry));
      zip.readEntry();
    });
    zip.readEntry();
  });
}

const nothing = Buffer.alloc(0);

/** What is only needed to read the directory goes: of many parts it would be most of what they take. */
function slim(entry: Entry): Entry {
  return Object.assign(entry, {
    fileNameRaw: nothing,
    extraFieldRaw: nothing,
    fileCommentRaw: nothing,
    extraFields: [],
    fileComment: '',
    comment: '',
  });
}
