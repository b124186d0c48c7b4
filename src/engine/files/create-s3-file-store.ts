import type { S3mini } from 's3mini';
import type { FileStore } from './file-store.ts';

/** Keeps files in a bucket of any S3-compatible service. */
export function createS3FileStore(s3: S3mini): FileStore {
  return {
    async put(key, bytes, contentType) {
      await s3.putAnyObject(key, bytes, contentType);
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
