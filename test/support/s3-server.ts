import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export type S3Server = {
  endpoint: string;
  /** What lies in the bucket, by key. */
  objects: Map<string, { bytes: Buffer; type: string }>;
  close: () => Promise<void>;
};

type S3ServerOptions = { bucket: string; region: string; accessKey: string; secret: string };

/**
 * A bucket of an S3-compatible service in small, addressed by path, which checks each request's signature (AWS Signature Version 4) by the
 * published algorithm, independent of any client.
 */
export async function startS3Server(options: S3ServerOptions): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  const server = createServer((request, response) => {
    void answer(request, response, { options, objects });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    objects,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

type Bucket = { options: S3ServerOptions; objects: S3Server['objects'] };

async function answer(request: IncomingMessage, response: ServerResponse, bucket: Bucket): Promise<void> {
  const body = Buffer.concat(await request.toArray());
  const url = new URL(request.url ?? '/', 'http://bucket');
  const [, name = '', ...rest] = url.pathname.split('/');
  const key = decodeURIComponent(rest.join('/'));
  const refuse = (status: number, code: string) =>
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
  if (!isSigned(request, body, bucket.options)) return void refuse(403, 'SignatureDoesNotMatch');
  if (name !== bucket.options.bucket) return void refuse(404, 'NoSuchBucket');
  if (request.method === 'PUT') return void put(request, response, { ...bucket, key, body });
  if (request.method === 'DELETE') {
    bucket.objects.delete(key);
    return void response.writeHead(204).end();
  }
  if (request.method === 'POST' && url.searchParams.has('delete'))
    return void deleteMany(response, body, bucket.objects);
  if (request.method === 'GET' && key === '') return void list(response, url.searchParams, bucket.objects);
  const found = bucket.objects.get(key);
  if (!found) return void refuse(404, 'NoSuchKey');
  const headers = {
    'content-type': found.type,
    'content-length': found.bytes.length,
    'last-modified': 'Sat, 21 Nov 2026 02:00:00 GMT',
  };
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (from === undefined)
    return void response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : found.bytes);
  if (Number(from) >= found.bytes.length) return void refuse(416, 'InvalidRange');
  const part = found.bytes.subarray(Number(from), Number(to) + 1);
  const range = `bytes ${from}-${Number(from) + part.length - 1}/${found.bytes.length}`;
  response.writeHead(206, { ...headers, 'content-length': part.length, 'content-range': range }).end(part);
}

function put(
  request: IncomingMessage,
  response: ServerResponse,
  { objects, key, body }: Bucket & { key: string; body: Buffer },
): void {
  objects.set(key, { bytes: body, type: request.headers['content-type'] ?? 'application/octet-stream' });
  response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end();
}

function deleteMany(response: ServerResponse, body: Buffer, objects: S3Server['objects']): void {
  const keys = [...body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map((match) => match[1] ?? '');
  for (const key of keys) objects.delete(key);
  const deleted = keys.map((key) => `<Deleted><Key>${key}</Key></Deleted>`).join('');
  response.writeHead(200, { 'content-type': 'application/xml' }).end(`<DeleteResult>${deleted}</DeleteResult>`);
}

function list(response: ServerResponse, query: URLSearchParams, objects: S3Server['objects']): void {
  const found = [...objects].filter(([key]) => key.startsWith(query.get('prefix') ?? ''));
  const contents = found.map(
    ([key, { bytes }]) =>
      `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>2026-11-21T02:00:00.000Z</LastModified><ETag>"x"</ETag></Contents>`,
  );
  const text = `<ListBucketResult><KeyCount>${found.length}</KeyCount><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`;
  response.writeHead(200, { 'content-type': 'application/xml' }).end(text);
}

function isSigned(request: IncomingMessage, body: Buffer, { accessKey, region, secret }: S3ServerOptions): boolean {
  const match = /^AWS4-HMAC-SHA256 Credential=([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=(\w+)$/.exec(
    request.headers.authorization ?? '',
  );
  const [, credential = '', signedHeaders = '', signature] = match ?? [];
  const at = String(request.headers['x-amz-date'] ?? '');
  const scope = `${at.slice(0, 8)}/${region}/s3/aws4_request`;
  const payload = String(request.headers['x-amz-content-sha256'] ?? '');
  if (credential !== `${accessKey}/${scope}`) return false;
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return false;
  const canonical = canonicalRequest(request, { signedHeaders, payload });
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<Buffer | string>((known, part) => hmac(known, part), `AWS4${secret}`);
  return hmac(key, text).toString('hex') === signature;
}

function canonicalRequest(
  request: IncomingMessage,
  { signedHeaders, payload }: { signedHeaders: string; payload: string },
): string {
  const [path = '/', query = ''] = (request.url ?? '/').split('?');
  const parameters = query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => (part.includes('=') ? part : `${part}=`))
    .sort();
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
  return [request.method, path, parameters.join('&'), headers.join(''), signedHeaders, payload].join('\n');
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
