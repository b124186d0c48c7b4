import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLogger } from '#engine/log.ts';
import { defaultSettings } from '#engine/settings/default-settings.ts';
import type { Settings } from '#engine/settings/settings.ts';
import { cutEach, startCuttingProxy } from '#support/cutting-proxy.ts';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import type { MailQueueOptions } from './create-mail-queue.ts';
import type { Mail } from './mail-queue.ts';
import { sendMail, transportOf } from './send-mail.ts';

let database: TestDatabase;
let options: MailQueueOptions;
let smtp: Settings['smtp'];
let received: Array<{ mail: Email; user: unknown }> = [];
/** What the server says to the next address, instead of taking it. */
let refusal: { code: number } | undefined;

const server = new SMTPServer({
  authOptional: true,
  // The test server's certificate is nobody's, so an upgraded connection could not be trusted.
  hideSTARTTLS: true,
  logger: false,
  onAuth: ({ username, password }, _session, done) =>
    password === 'right' ? done(null, { user: username }) : done(new Error('Wrong password')),
  onRcptTo(_address, _session, done) {
    done(refusal ? Object.assign(new Error('Not now, not here'), { responseCode: refusal.code }) : null);
  },
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    stream.on('end', async () => {
      const mail = await PostalMime.parse(Buffer.concat(chunks));
      received.push({ mail, user: session.user });
      done();
    });
  },
});

beforeAll(async () => {
  database = await createTestDatabase();
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const settings = defaultSettings({ publicUrl: 'http://localhost' });
  options = {
    db: database.db,
    clock: { nowMs: () => Date.parse('2026-11-21T02:00:00Z') },
    jobs: { handle: () => {}, add: async () => {}, start: async () => {}, stop: async () => {} },
    settings: { current: () => ({ ...settings, smtp }), revision: () => 0 },
    log: createLogger('silent'),
    sender: { name: 'Kerbside', address: 'hello@kerbside.example' },
  };
});

beforeEach(() => {
  const { port } = server.server.address() as AddressInfo;
  const rest = { username: '', password: '', authMethod: '', tls: false, localName: '' };
  smtp = { enabled: true, host: '127.0.0.1', port, ...rest };
  received = [];
  refusal = undefined;
});

afterAll(async () => {
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await database.drop();
});

async function put(more: Partial<Mail> = {}): Promise<number> {
  const mail: Mail = {
    kind: 'own',
    to: { address: 'mei@example.com', name: 'Mei Líng' },
    subject: 'Grüße',
    html: '<p>Hi</p>',
    text: 'Hi',
    ...more,
  };
  const rows = await database.db.query<{ id: number }>(
    `insert into _mails ("to", subject, message, created) values ('mei@example.com', 'x', $1, now()) returning id`,
    [JSON.stringify(mail)],
  );
  return Number(rows[0]?.id);
}

const stateOf = async (id: number) =>
  (await database.db.query('select status, error, attempts, subject, message from _mails where id = $1', [id]))[0];

test('a mail goes out once, from the product, and says that no person wrote it', async () => {
  const id = await put();
  await sendMail(options, id);
  await sendMail(options, id);
  expect(await stateOf(id)).toMatchObject({ status: 'sent', attempts: 1, error: '' });
  expect(received).toHaveLength(1);
  const { mail } = received[0] ?? {};
  expect(mail).toMatchObject({
    subject: 'Grüße',
    text: expect.stringContaining('Hi'),
    from: { name: 'Kerbside', address: 'hello@kerbside.example' },
    to: [{ name: 'Mei Líng', address: 'mei@example.com' }],
    messageId: `<mail-${id}@kerbside.example>`,
  });
  expect(mail?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
  expect(mail?.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(false);
});

test('a mail with a code is forgotten once it is sent, another is not', async () => {
  const [secret, open] = [await put({ isSecret: true }), await put()];
  await sendMail(options, secret);
  await sendMail(options, open);
  expect(await stateOf(secret)).toMatchObject({ status: 'sent', message: { text: '', html: '', subject: 'Grüße' } });
  expect(await stateOf(open)).toMatchObject({ message: { text: 'Hi' } });
  expect(received[0]?.mail.text).toContain('Hi');
});

test('an address that is refused for good is not tried again, one that is refused for now is', async () => {
  const id = await put();
  refusal = { code: 450 };
  await expect(sendMail(options, id)).rejects.toThrow();
  expect(await stateOf(id)).toMatchObject({ status: 'queued', attempts: 1, error: expect.stringContaining('450') });
  refusal = { code: 550 };
  await sendMail(options, id);
  expect(await stateOf(id)).toMatchObject({ status: 'failed', attempts: 2, error: expect.stringContaining('550') });
});

test('a mail that was tried to the end has failed; the job of it is done', async () => {
  const id = await put();
  await database.db.query('update _mails set attempts = 14 where id = $1', [id]);
  refusal = { code: 450 };
  await expect(sendMail(options, id)).rejects.toThrow();
  expect(await stateOf(id)).toMatchObject({ status: 'queued', attempts: 15 });
  await sendMail(options, id);
  expect(await stateOf(id)).toMatchObject({ status: 'failed', attempts: 16, error: expect.stringContaining('450') });
});

test('of a mail that tells of somebody who left nothing stays, whether it is sent or given up', async () => {
  const [sent, given] = [await put({ isErased: true }), await put({ isErased: true })];
  await sendMail(options, sent);
  expect(received[0]?.mail).toMatchObject({ subject: 'Grüße', text: expect.stringContaining('Hi') });
  refusal = { code: 550 };
  await sendMail(options, given);
  for (const [id, status] of [
    [sent, 'sent'],
    [given, 'failed'],
  ] as const) {
    expect(await stateOf(id)).toMatchObject({ status, subject: '', message: { subject: '', text: '', html: '' } });
  }
});

test('a mail waits while the server refuses us or is away, and goes out when it takes us', async () => {
  const id = await put();
  smtp = { ...smtp, username: 'kerbside', password: 'wrong' };
  await expect(sendMail(options, id)).rejects.toThrow();
  const { port } = smtp;
  smtp = { ...smtp, password: 'right', port: 1 };
  await expect(sendMail(options, id)).rejects.toThrow();
  expect(await stateOf(id)).toMatchObject({ status: 'queued', attempts: 2 });
  smtp = { ...smtp, port, authMethod: 'LOGIN' };
  await sendMail(options, id);
  expect(await stateOf(id)).toMatchObject({ status: 'sent' });
  expect(received[0]?.user).toBe('kerbside');
});

test('[11.3] the mail server may break off at each step: the mail waits, goes out when it is tried again, and twice only under one id', async () => {
  const proxy = await startCuttingProxy(smtp.port);
  smtp = { ...smtp, port: proxy.port };
  const sent: number[] = [];
  const cuts = await cutEach(proxy, async () => {
    const id = await put();
    sent.push(id);
    const isCut = await sendMail(options, id).then(
      () => false,
      () => true,
    );
    if (isCut) expect(await stateOf(id)).toMatchObject({ status: 'queued', error: expect.stringMatching(/./) });
    await sendMail(options, id);
    expect(await stateOf(id)).toMatchObject({ status: 'sent' });
  });
  await proxy.close();
  expect(cuts).toBeGreaterThan(8);
  const ids = new Set(received.map(({ mail }) => mail.messageId));
  expect(ids).toEqual(new Set(sent.map((id) => `<mail-${id}@kerbside.example>`)));
});

test('without a mail server a mail is kept to be read', async () => {
  smtp = { ...smtp, enabled: false };
  const id = await put({ isSecret: true });
  await sendMail(options, id);
  expect(await stateOf(id)).toMatchObject({ status: 'kept', message: { text: 'Hi' } });
});

test('[10.1.14] a mail server elsewhere must speak TLS, unless the operator trusts the way to it', () => {
  const off = { current: () => ({ ...defaultSettings({ publicUrl: 'http://localhost' }) }), revision: () => 0 };
  const requires = (smtpUrl: string) => transportOf({ ...options, settings: off, smtpUrl })?.requireTLS;
  expect(requires('smtp://user:password@mail.example:587')).toBe(true);
  expect(requires('smtp://mail.example')).toBe(true);
  expect(requires('smtp://mail.example?insecure=1')).toBe(false);
  expect(requires('smtp://127.0.0.1:25')).toBe(false);
  smtp = { ...smtp, host: 'mail.example' };
  expect(transportOf(options)?.requireTLS).toBe(true);
});
