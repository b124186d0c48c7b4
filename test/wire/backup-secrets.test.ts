import { readFile, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Decrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBackup } from '#engine/backups/read-backup.ts';
import { clientOf, type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;

beforeAll(async () => {
  server = await startEngineServer();
});

afterAll(() => server.close());

// Each lays whole backups out.
const timeout = 120_000;

const restore = async (key: string, where = server) => {
  await where.root.backups.restore(key);
  await where.engine.backups.done();
};

/** The rows of a table as a clear backup has them. */
async function rowsIn(path: string, name: string): Promise<Array<Record<string, string>>> {
  const zip = await openBackup(path);
  const columns = zip.manifest.tables.find((table) => table.name === name)?.columns ?? [];
  const lines = (await text(await zip.openTable(name))).split('\n').filter((line) => line !== '');
  zip.close();
  return lines.map((line) =>
    Object.fromEntries(line.split('\t').map((value, at) => [columns[at], value.replaceAll('\\\\', '\\')])),
  );
}

const authOf = (row: Record<string, string>) => JSON.parse(row.definition ?? '').auth;

/** A token as whoever reads `path` would sign it for an account in it. */
async function signFrom(path: string, kind: 'auth' | 'passwordReset', name: string): Promise<string> {
  const collection = (await rowsIn(path, '_collections')).find((row) => row.name === name) ?? {};
  const [account = {}] = await rowsIn(path, name);
  const { secret } = authOf(collection)[`${kind}Token`];
  const exp = Math.floor(Date.now() / 1000) + 600;
  const claims = { type: kind, id: account.id, email: account.email, refreshable: true, collectionId: collection.id };
  return new SignJWT({ ...claims, exp })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(`${account.tokenKey}${secret}`));
}

test('[10.1.12] in clear is nothing to sign in with: no secrets of tokens and providers, no mailed links', {
  timeout,
}, async () => {
  const provider = { name: 'google', clientId: 'client', clientSecret: 'of-the-provider' };
  const oauth2 = { enabled: true, providers: [provider] };
  await server.root.collections.create({ name: 'signers', type: 'auth', oauth2 });
  const account = { email: 'kim@example.com', password: '12345678', passwordConfirm: '12345678' };
  await server.root.collection('signers').create(account);
  const client = clientOf(server.url);
  await client.collection('signers').authWithPassword(account.email, account.password);
  await server.engine.db.query(
    `insert into _mails ("to", subject, message, created) values ('a@b.sg', 'x', '{"isSecret": true, "text": "/reset/ey"}', now())`,
  );
  await server.root.backups.create('clear.zip');
  const path = `${server.dataDir}/backups/clear.zip`;

  const asRoot = { headers: { Authorization: await signFrom(path, 'auth', '_superusers') } };
  expect((await fetch(`${server.url}/api/settings`, asRoot)).status).toBe(401);
  const asKim = { headers: { Authorization: await signFrom(path, 'auth', 'signers') }, method: 'POST' };
  expect((await fetch(`${server.url}/api/collections/signers/auth-refresh`, asKim)).status).toBe(401);
  const link = await signFrom(path, 'passwordReset', '_superusers');
  const reset = server.guest.collection('_superusers').confirmPasswordReset(link, '12345678', '12345678');
  expect((await refusalOf(reset)).data).toMatchObject({ token: { code: 'validation_invalid_token' } });
  expect(JSON.stringify(await rowsIn(path, '_collections'))).not.toContain('of-the-provider');
  expect(JSON.stringify(await rowsIn(path, '_mails'))).not.toContain('/reset/');

  // On the machine that made it everybody stays signed in; a mail without its link is not sent.
  const secrets = 'select name, definition from _collections order by name';
  const before = await server.engine.db.query(secrets);
  await restore('clear.zip');
  expect(await server.engine.db.query(secrets)).toEqual(before);
  await client.collection('signers').authRefresh();
  expect(await server.engine.db.query(`select status from _mails where subject = 'x'`)).toEqual([{ status: 'failed' }]);

  // On another machine there are new secrets: nobody can sign with none.
  const other = await startEngineServer();
  await other.root.backups.upload({ file: new File([await readFile(path)], 'clear.zip') });
  await restore('clear.zip', other);
  for (const name of ['authToken', 'passwordResetToken', 'emailChangeToken', 'verificationToken', 'fileToken']) {
    const rows = await other.engine.db.query<{ secret: string }>(
      `select definition->'auth'->$1->>'secret' as secret from _collections where name = 'signers'`,
      [name],
    );
    expect(rows[0]?.secret).toMatch(/^\w{50}$/);
  }
  const there = { headers: { Authorization: await signFrom(path, 'auth', 'signers') }, method: 'POST' };
  expect((await fetch(`${other.url}/api/collections/signers/auth-refresh`, there)).status).toBe(401);
  await clientOf(other.url).collection('signers').authWithPassword(account.email, account.password);
  await other.close();
  await server.root.collections.delete('signers');
});

test('[10.1.12] for the operator’s key has all of it', { timeout }, async () => {
  const identity = await generateIdentity();
  const recipients = [await identityToRecipient(identity)];
  const keyed = await startEngineServer({ backupKeys: { recipients, readIdentities: async () => [identity] } });
  await keyed.root.backups.create('sealed.zip');
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const path = `${keyed.dataDir}/plain.zip`;
  await writeFile(path, await decrypter.decrypt(await readFile(`${keyed.dataDir}/backups/sealed.zip`)));
  const asRoot = { headers: { Authorization: await signFrom(path, 'auth', '_superusers') } };
  expect((await fetch(`${keyed.url}/api/settings`, asRoot)).status).toBe(200);
  await keyed.close();
});
