import { S3mini } from 's3mini';
import type { S3Settings } from '../settings/settings.ts';

/** Longer than a slow bucket takes for a file of the usual size; a request must not wait for ever. */
const timeoutMs = 30_000;

/** The client of a bucket, as the settings describe it (wire contract, section 20). Nothing is asked of it yet. */
export function openS3({ bucket, region, endpoint, accessKey, secret, forcePathStyle }: S3Settings): S3mini {
  const url = new URL(/^https?:\/\//.test(endpoint) ? endpoint : `https://${endpoint}`);
  if (forcePathStyle) url.pathname = `${url.pathname.replace(/\/$/, '')}/${bucket}`;
  else url.hostname = `${bucket}.${url.hostname}`;
  return new S3mini({
    accessKeyId: accessKey,
    secretAccessKey: secret,
    endpoint: url.href,
    region,
    requestAbortTimeout: timeoutMs,
  });
}
