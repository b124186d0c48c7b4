import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { S3mini } from 's3mini';
import { type FileStore, type OpenedFile, openBytes } from './file-store.ts';
import { lookAtFile } from './look-at-file.ts';

/** Keeps files in a bucket of any S3-compatible service. */
export function createS3FileStore(s3: S3mini): FileStore {
  return {
    async put(key, bytes, contentType) {
      await s3.putAnyObject(key, bytes, contentType);
    },
    async take(key, path) {
      const { contentType } = await lookAtFile(path);
      await s3.putAnyObject(key, await openAsBlob(path), contentType);
      await rm(path);
    },
    async get(key) {
      const answer = await s3.getObjectResponse(key);
      if (!answer) return undefined;
      const modifiedMs = Date.parse(answer.headers.get('last-modified') ?? '');
      return {
        bytes: Buffer.from(await answer.arrayBuffer()),
        contentType: answer.headers.get('content-type') ?? 'application/octet-stream',
        modifiedMs: Number.isNaN(modifiedMs) ? 0 : modifiedMs,
      };
    },
    open: (key) => openObject(s3, key),
    async stream(key) {
      const opened = await openObject(s3, key);
      return opened?.read(0, opened.size);
    },
    async delete(key) {
      await s3.deleteObject(key);
    },
    async deletePrefix(prefix) {
      const objects = (await s3.listObjects('/', prefix)) ?? [];
      if (objects.length > 0) await s3.deleteObjects(objects.map(({ Key }) => Key));
    },
    async list() {
      const objects = (await s3.listObjects('/', '')) ?? [];
      return objects.map(({ Key }) => Key);
    },
  };
}

/** Large objects are fetched in pieces of this size, each when it is wanted: a reader who does not read holds one or two of them. */
const pieceBytes = 256 * 1024;

async function openObject(s3: S3mini, key: string): Promise<OpenedFile | undefined> {
  const first = await fetchPiece(s3, key, 0);
  if (!first) return undefined;
  const { headers, bytes } = first;
  const total = Number(headers.get('content-range')?.split('/').at(-1) ?? bytes.length);
  const modifiedMs = Date.parse(headers.get('last-modified') ?? '') || 0;
  const contentType = headers.get('content-type') ?? 'application/octet-stream';
  const opened = openBytes({ bytes, contentType, modifiedMs });
  if (total <= bytes.length) return opened;
  const read = (from: number, length: number) => Readable.from(piecesOf(s3, key, { from, end: from + length }));
  return { ...opened, size: total, read };
}

async function* piecesOf(s3: S3mini, key: string, { from, end }: { from: number; end: number }) {
  for (let at = from; at < end; at += pieceBytes) {
    const piece = await fetchPiece(s3, key, at, Math.min(at + pieceBytes, end));
    if (!piece) throw new Error('A file vanished from the bucket while it was read.');
    yield piece.bytes;
  }
}

async function fetchPiece(s3: S3mini, key: string, from: number, end = from + pieceBytes) {
  try {
    const answer = await s3.getObjectRaw(key, false, from, end);
    return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  } catch (error) {
    const status = error instanceof Error && 'status' in error ? error.status : undefined;
    if (status === 404) return undefined;
    // Of an empty object there is no part.
    if (status !== 416) throw error;
    const whole = await s3.getObjectResponse(key);
    return whole ? { headers: whole.headers, bytes: Buffer.from(await whole.arrayBuffer()) } : undefined;
  }
}
