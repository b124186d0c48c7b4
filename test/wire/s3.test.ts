import { generateKeyPairSync } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';
import { type S3Server, startS3Server } from '#support/s3-server.ts';

const bucket = { bucket: 'kerb', region: 'ap-southeast-1', accessKey: 'key', secret: 'secret' };
let s3: S3Server;
let server: EngineServer;

beforeAll(async () => {
  s3 = await startS3Server(bucket);
  server = await startEngineServer();
  const file = { name: 'paper', type: 'file', maxSelect: 1, thumbs: ['10x10'] };
  await server.root.collections.create({ name: 'papers', type: 'base', viewRule: '', fields: [file] });
});

beforeEach(() => use({}));

afterAll(async () => {
  await server.close();
  await s3.close();
});

const use = (change: Record<string, unknown>) =>
  server.root.settings.update({
    s3: { ...bucket, endpoint: s3.endpoint, forcePathStyle: true, enabled: true, ...change },
  });
const papers = () => server.root.collection('papers');
const upload = (text: string) => papers().create({ paper: new File([text], 'paper.txt') });

describe('files in a bucket', () => {
  test('are stored, served and deleted there, and old ones stay where they were', async () => {
    await use({ enabled: false });
    const local = await upload('local');
    await use({});
    const record = await upload('in the bucket');
    expect([...s3.objects.keys()]).toEqual([`${record.collectionId}/${record.id}/${record.paper}`]);
    const url = server.root.files.getURL(record, record.paper);
    expect(await (await fetch(url)).text()).toBe('in the bucket');
    expect((await fetch(server.root.files.getURL(local, local.paper))).status).toBe(404);
    await use({ enabled: false });
    expect(await (await fetch(server.root.files.getURL(local, local.paper))).text()).toBe('local');
    await use({});
    await papers().delete(record.id);
    expect(s3.objects.size).toBe(0);
  });

  test('make no record when the bucket refuses them', async () => {
    await use({ secret: 'wrong' });
    const before = await papers().getList(1, 1);
    expect((await refusalOf(upload('lost'))).status).toBe(503);
    expect((await papers().getList(1, 1)).totalItems).toBe(before.totalItems);
  });
});

describe('trying a bucket', () => {
  const tryIt = (filesystem?: string) => server.root.settings.testS3(filesystem as 'storage');

  test('[282] writes, lists and deletes, and leaves nothing behind', async () => {
    expect(await tryIt('storage')).toBe(true);
    expect(s3.objects.size).toBe(0);
  });

  const wrong: Array<[string, Record<string, unknown>, string, string]> = [
    ['a wrong secret', { secret: 'wrong' }, 'storage', 'SignatureDoesNotMatch'],
    ['a bucket that is not there', { bucket: 'other' }, 'storage', 'NoSuchBucket'],
    ['a bucket that is switched off', { enabled: false }, 'storage', 'not enabled'],
    ['the bucket of backups, which is another', {}, 'backups', 'not enabled'],
  ];
  test.each(wrong)('says what is wrong with %s', async (_name, change, filesystem, words) => {
    await use(change);
    const refusal = await refusalOf(tryIt(filesystem));
    expect(refusal).toMatchObject({ status: 400, data: {} });
    expect(refusal.message).toContain(words);
  });

  test('refuses an unknown place, and everybody but superusers', async () => {
    expect((await refusalOf(tryIt('moon'))).data).toMatchObject({ filesystem: { code: 'validation_in_invalid' } });
    expect((await refusalOf(tryIt(''))).data).toMatchObject({ filesystem: { code: 'validation_required' } });
    expect((await refusalOf(server.guest.settings.testS3('storage'))).status).toBe(401);
  });
});

describe('the secret for signing in with Apple', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

  test('[284] is signed with the key and says what Apple asks for', async () => {
    const { secret } = await server.root.settings.generateAppleClientSecret(
      'client',
      'team567890',
      'keyid67890',
      key,
      3600,
    );
    expect(decodeProtectedHeader(secret)).toMatchObject({ alg: 'ES256', kid: 'keyid67890' });
    const { payload } = await jwtVerify(secret, publicKey);
    expect(payload).toMatchObject({ iss: 'team567890', sub: 'client', aud: ['https://appleid.apple.com'] });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
  });

  test('is not made of what is wrong', async () => {
    const make = (...fields: Parameters<typeof server.root.settings.generateAppleClientSecret>) =>
      refusalOf(server.root.settings.generateAppleClientSecret(...fields));
    expect((await make('', 'short', '', 'x', 20_000_000)).data).toMatchObject({
      clientId: { code: 'validation_required' },
      teamId: { code: 'validation_length_invalid' },
      keyId: { code: 'validation_required' },
      privateKey: { code: 'validation_match_invalid' },
      duration: { code: 'validation_max_less_equal_than_required' },
    });
    const broken = '-----BEGIN PRIVATE KEY-----\nxx\n-----END PRIVATE KEY-----';
    expect((await make('client', 'team567890', 'keyid67890', broken, 60)).message).toContain('Raw error');
  });
});
