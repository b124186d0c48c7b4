import { Readable } from 'node:stream';

/** A file that can be read in part. Nothing is held open until it is read. */
export type OpenedFile = {
  size: number;
  contentType: string;
  modifiedMs: number;
  /** So many bytes from there on, read no faster than they are taken. */
  read: (from: number, length: number) => Readable;
};

/** Bytes in memory as an opened file. */
export function openBytes(file: { bytes: Buffer; contentType: string; modifiedMs: number }): OpenedFile {
  const { bytes, contentType, modifiedMs } = file;
  const read = (from: number, length: number) => Readable.from([bytes.subarray(from, from + length)]);
  return { size: bytes.length, contentType, modifiedMs, read };
}

/** Where uploaded files live. Keys are `<collectionId>/<recordId>/<filename>`. */
export type FileStore = {
  put: (key: string, bytes: Buffer, contentType: string) => Promise<void>;
  /** Takes a finished file of any size over from `path`, from which it is gone afterwards. */
  take: (key: string, path: string) => Promise<void>;
  /** The file's bytes and the type it was stored with, or undefined when there is none. */
  get: (key: string) => Promise<{ bytes: Buffer; contentType: string; modifiedMs: number } | undefined>;
  /** The file to be read in pieces, or undefined when there is none. */
  open: (key: string) => Promise<OpenedFile | undefined>;
  /** A file's bytes in pieces, read no faster than they are taken, or undefined when there is none. Whoever leaves off must destroy it. */
  stream: (key: string) => Promise<Readable | undefined>;
  delete: (key: string) => Promise<void>;
  /** Deletes every file whose key starts with `prefix`. */
  deletePrefix: (prefix: string) => Promise<void>;
  /** The keys of all files. */
  list: () => Promise<string[]>;
};
