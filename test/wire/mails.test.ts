import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let mails: Email[] = [];
let refusals = 0;
const arrived = new EventTarget();

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, done) {
    if (!address.startsWith('gone')) return done();
    refusals += 1;
    done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }));
  },
  onData(stream, _session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    stream.on('end', async () => {
      mails.push(await PostalMime.parse(Buffer.concat(chunks)));
      arrived.dispatchEvent(new Event('mail'));
      done();
    });
  },
});

beforeAll(async () => {
  app = await startApp();
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  await app.root.settings.update({ smtp: { enabled: true, host: '127.0.0.1', port } });
});

afterEach(() => {
  mails = [];
});

afterAll(async () => {
  await app.close();
  server.close(() => {});
});

async function mailTo(address: string): Promise<Email> {
  for (;;) {
    const mail = mails.find((candidate) => candidate.to?.some((to) => 'address' in to && to.address === address));
    if (mail) return mail;
    await once(arrived as never, 'mail');
  }
}

test('[59] a code arrives by SMTP, signs in once, and makes the account of a new address', async () => {
  const client = app.guest();
  const { otpId } = await client.collection('users').requestOTP('new.person@example.com');
  const mail = await mailTo('new.person@example.com');
  expect(mail.from).toMatchObject({ name: 'Kerbside' });
  expect(mail.subject).toBe('OTP for Kerbside');
  const code = /\b(\d{6})\b/.exec(mail.text ?? '')?.[1] ?? '';
  const signedIn = await client.collection('users').authWithOTP(otpId, code);
  expect(signedIn.record).toMatchObject({ email: 'new.person@example.com', verified: true, role: 'user' });
  expect((await refusalOf(app.guest().collection('users').authWithOTP(otpId, code))).status).toBe(400);
});

test('the answer to a code request tells nothing about who has an account', async () => {
  const person = await makePerson(app);
  const ask = async (email: string) => {
    const answer = await fetch(`${app.url}/api/collections/users/request-otp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    const body = await answer.json();
    return { status: answer.status, keys: Object.keys(body), length: body.otpId.length };
  };
  expect(await ask('nobody.at.all@example.com')).toEqual(await ask(`${person.id}@kerbside.example`));
});

test('a confirmed lesson sends both parties a mail with an invitation, and the start code to the learner only', async () => {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const lesson = await learner.collection('lessons').create({
    instructor: teacher.id,
    start: '2026-12-05T02:00:00Z',
    durationMinutes: 90,
    pickup: 'Bedok MRT, exit B',
    postalCode: '467360',
  });
  await learner.collection('payments').create({ lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' });
  const { startCode } = await learner.collection('lessons').getOne(lesson.id);
  const [own, teachers] = await Promise.all([
    mailTo(`${learner.id}@kerbside.example`),
    mailTo(`${teacher.client.id}@kerbside.example`),
  ]);
  for (const mail of [own, teachers]) {
    expect(mail.text).toContain('Bedok MRT, exit B');
    const invitation = mail.attachments.find((attachment) => attachment.mimeType.startsWith('text/calendar'));
    const ics =
      typeof invitation?.content === 'string'
        ? invitation.content
        : new TextDecoder().decode(invitation?.content as ArrayBuffer);
    expect(ics).toContain(`UID:${lesson.id}@kerbside`);
    expect(ics).toContain('DTSTART:20261205T020000Z');
    expect(ics).toContain('METHOD:REQUEST');
  }
  expect(own.text).toContain(startCode);
  expect(`${teachers.text}${teachers.html}`).not.toContain(startCode);
});

test('an address that is refused for good is written down and not tried again', async () => {
  await app.guest().collection('users').requestOTP('gone.person@example.com');
  await expect
    .poll(
      async () => (await app.db.query(`select status from _mails where "to" = 'gone.person@example.com'`))[0]?.status,
      { timeout: 15_000 },
    )
    .toBe('failed');
  expect(refusals).toBe(1);
});
