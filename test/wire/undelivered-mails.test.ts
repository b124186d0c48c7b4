import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type PocketBase from 'pocketbase';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { emptyOldMails } from '#engine/mail/drop-old-mails.ts';
import { makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let admin: PocketBase & { id: string };
let learner: PocketBase & { id: string };
let address: string;
/** Whether the mail server knows the address. */
let isKnown = false;
const taken: string[] = [];

const server = new SMTPServer({
  authOptional: true,
  hideSTARTTLS: true,
  logger: false,
  onRcptTo({ address: to }, _session, done) {
    if (!isKnown) return done(Object.assign(new Error('No such mailbox here'), { responseCode: 550 }));
    taken.push(to);
    done();
  },
  onData(stream, _session, done) {
    stream.resume();
    stream.on('end', () => done());
  },
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  app = await startApp({ smtpUrl: `smtp://127.0.0.1:${port}` });
  admin = await makePerson(app, { role: 'admin' });
  learner = await makePerson(app);
  address = `${learner.id}@kerbside.example`;
});
afterAll(async () => {
  await app.close();
  server.close();
});

type Mail = {
  hasWords: boolean;
  id: number;
  to: string;
  subject: string;
  error: string;
  isAccount: boolean;
  handledBy: string;
};
const read = (): Promise<{ open: Mail[]; done: Mail[] }> => admin.send('/api/marketplace/mails/undelivered', {});
const deed = (id: number | string, as: 'again' | 'told') =>
  admin.send(`/api/marketplace/mails/undelivered/${id}/${as}`, { method: 'POST' });

async function refuseOne(subject: string): Promise<Mail> {
  await app.app.engine.mail.queue(app.db, {
    kind: 'own',
    to: { address },
    subject,
    html: '<p>Words</p>',
    text: 'Secret words',
  });
  return vi.waitFor(async () => {
    const mail = (await read()).open.find((one) => one.subject === subject);
    if (!mail) throw new Error('The mail was not refused yet.');
    return mail;
  }, 15_000);
}

test('a mail that the mail server refuses waits for somebody, without its words, and is sent again', async () => {
  const mail = await refuseOne('Your lesson');
  expect(mail).toMatchObject({ to: address, isAccount: true, error: expect.stringContaining('No such mailbox') });
  expect(JSON.stringify(await read())).not.toContain('Secret words');
  isKnown = true;
  await deed(mail.id, 'again');
  await vi.waitFor(() => expect(taken).toEqual([address]), 15_000);
  await vi.waitFor(async () => expect((await read()).open).toEqual([]), 15_000);
  expect((await refusalOf(deed(mail.id, 'again'))).status).toBe(404);
  isKnown = false;
});

test('its owner is told once, in the product and not by mail; who did it is written down', async () => {
  const mail = await refuseOne('Your receipt');
  const outcomes = await Promise.allSettled([deed(mail.id, 'told'), deed(mail.id, 'told')]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const told = await learner.collection('notifications').getFullList({ filter: "link = '/dashboard/profile'" });
  expect(told.map(({ title, message }) => [title, message.includes(address)])).toEqual([
    ['Our emails don’t reach you', true],
  ]);
  const mails = await app.db.query(`select 1 from _mails where subject = 'Our emails don’t reach you'`);
  expect(mails).toEqual([]);
  const { open, done } = await read();
  expect(open).toEqual([]);
  expect(done).toEqual([expect.objectContaining({ id: mail.id, handledBy: expect.stringMatching(/^Person/) })]);
  const { items } = await admin.send('/api/marketplace/audit', { query: { record: String(mail.id) } });
  expect(items[0]).toMatchObject({ collection: '_mails', actor: admin.id, after: { handledAs: 'told' } });
});

test('a mail that was tried to the end waits, too; one that is still tried does not', async () => {
  await app.db.query(
    `insert into _mails ("to", subject, message, status, attempts, error, created) values
       ('a@example.com', 'Tried to the end', '{}', 'failed', 16, 'Timeout', now()),
       ('a@example.com', 'Still tried', '{}', 'queued', 15, 'Timeout', now())`,
  );
  const { open } = await read();
  expect(open.map(({ subject, isAccount }) => [subject, isAccount])).toEqual([['Tried to the end', false]]);
  expect((await refusalOf(deed(open[0]!.id, 'told'))).status).toBe(400);
  expect((await refusalOf(deed('not-a-number', 'again'))).status).toBe(404);
});

test('a mail whose words are forgotten is not sent again: it would go out empty', async () => {
  const mail = await refuseOne('Your invoice');
  expect(mail).toMatchObject({ hasWords: true });
  await app.db.query(`update _mails set created = created - interval '31 days' where id = $1`, [mail.id]);
  await emptyOldMails(app.app.engine, app.clock.nowMs() - 30 * 86_400_000);
  const [forgotten] = (await read()).open.filter(({ id }) => id === mail.id);
  expect(forgotten).toMatchObject({ hasWords: false });
  isKnown = true;
  const before = taken.length;
  expect(await refusalOf(deed(mail.id, 'again'))).toMatchObject({
    status: 409,
    data: { mail: { code: 'mail_forgotten' } },
  });
  const [row] = await app.db.query('select status, "handledAs" from _mails where id = $1', [mail.id]);
  expect(row).toEqual({ status: 'failed', handledAs: '' });
  expect(taken).toHaveLength(before);
  isKnown = false;
  await deed(mail.id, 'told');
});
