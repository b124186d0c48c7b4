import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';
import { makePerson, startApp, type TestApp } from '#support/start-app.ts';

type Shown = { from: { name: string; address: string }; subject: string; text: string; html: string };

let server: EngineServer;

beforeAll(async () => {
  server = await startEngineServer();
});

afterAll(() => server.close());

async function newestMail(to: string): Promise<Shown> {
  const [mail] = await (await fetch(`${server.url}/api/dev/mailbox?to=${encodeURIComponent(to)}`)).json();
  return mail;
}

const placeholders =
  '{APP_NAME}|{APP_URL}|{RECORD:name}|{RECORD:email}|{RECORD:id}|{RECORD:number}|{RECORD:json}|{RECORD:date}|{RECORD:select}|{RECORD:many}|{RECORD:place}|{RECORD:verified}|{RECORD:hush}|{RECORD:password}|{RECORD:tokenKey}|{RECORD:nothing}|{UNKNOWN}|{ALERT_INFO}';

describe('a template of a collection', () => {
  let id = '';
  const email = 'ann@example.com';

  beforeAll(async () => {
    const template = (subject: string) => ({ subject, body: `<p>${placeholders}|{TOKEN}</p>` });
    await server.root.collections.create({
      name: 'people',
      type: 'auth',
      fields: [
        { name: 'name', type: 'text' },
        { name: 'hush', type: 'text', hidden: true },
        { name: 'number', type: 'number' },
        { name: 'json', type: 'json' },
        { name: 'date', type: 'date' },
        { name: 'select', type: 'select', values: ['a', 'b'] },
        { name: 'many', type: 'select', values: ['a', 'b'], maxSelect: 2 },
        { name: 'place', type: 'geoPoint' },
      ],
      verificationTemplate: template('Verify {RECORD:name} at {APP_NAME}'),
      resetPasswordTemplate: template('Reset'),
    });
    ({ id } = await server.root.collection('people').create({
      email,
      password: 'password-ann',
      passwordConfirm: 'password-ann',
      name: '<b>Ann & Co</b>',
      hush: 'nobody may know',
      number: 1.5,
      json: ['<x>'],
      date: '2026-01-02 03:04:05Z',
      select: 'a',
      many: ['a', 'b'],
      place: { lon: 103.8, lat: 1.3 },
    }));
  });

  test('gets every placeholder, never a hidden field, safe inside HTML', async () => {
    await server.guest.collection('people').requestVerification(email);
    const { subject, html, from } = await newestMail(email);
    expect(subject).toBe('Verify <b>Ann & Co</b> at Acme');
    expect(from).toEqual({ name: 'Support', address: 'support@example.com' });
    const [, filled = ''] = /<p>(.*)<\/p>/.exec(html) ?? [];
    expect(filled.split('|').slice(0, -1)).toEqual([
      'Acme',
      'http://localhost',
      '&lt;b&gt;Ann &amp; Co&lt;/b&gt;',
      email,
      id,
      '1.5',
      '',
      '2026-01-02 03:04:05.000Z',
      'a',
      '',
      '{&#34;lon&#34;:103.8,&#34;lat&#34;:1.3}',
      'false',
      '{RECORD:hush}',
      '{RECORD:password}',
      '{RECORD:tokenKey}',
      '{RECORD:nothing}',
      '{UNKNOWN}',
      '{ALERT_INFO}',
    ]);
    expect(filled.split('|').at(-1)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test('is used as it is now', async () => {
    await server.root.collections.update('people', { resetPasswordTemplate: { subject: 'Now', body: 'See {TOKEN}' } });
    await server.guest.collection('people').requestPasswordReset(email);
    expect(await newestMail(email)).toMatchObject({ subject: 'Now', text: expect.stringMatching(/^See [\w.-]+$/) });
  });
});

describe('a sample of a mail', () => {
  test.each(['verification', 'password-reset', 'email-change', 'otp', 'login-alert'])(
    'of %s is sent',
    async (template) => {
      const to = `${template}@example.com`;
      await server.root.settings.testEmail('_superusers', to, template);
      expect(await newestMail(to)).toMatchObject({ from: { name: 'Support' } });
    },
  );

  test.each([
    [['_superusers', '', ''], { email: { code: 'validation_required' }, template: { code: 'validation_required' } }],
    [['_superusers', 'no address', 'otp'], { email: { code: 'validation_is_email' } }],
    [['_superusers', `${'a'.repeat(260)}@x.sg`, 'otp'], { email: { code: 'validation_length_out_of_range' } }],
    [['_superusers', 'a@b.sg', 'constructor'], { template: { code: 'validation_in_invalid' } }],
    [['missing', 'a@b.sg', 'otp'], { collection: { code: 'validation_invalid_auth_collection' } }],
    [['_otps', 'a@b.sg', 'otp'], { collection: { code: 'validation_invalid_auth_collection' } }],
  ] as const)('for %j is refused', async ([collection, email, template], data) => {
    const refusal = await refusalOf(server.root.settings.testEmail(collection, email, template));
    expect(refusal).toMatchObject({ status: 400, message: 'Failed to send the test email.', data });
  });

  test('is for superusers, and of values of the right type', async () => {
    expect((await refusalOf(server.guest.settings.testEmail('_superusers', 'a@b.sg', 'otp'))).status).toBe(401);
    const call = server.root.send('/api/settings/test/email', { method: 'POST', body: { email: 5, template: 5 } });
    expect((await refusalOf(call)).message).toBe('An error occurred while loading the submitted data.');
  });
});

describe('a login alert', () => {
  test('tells of a fingerprint that is new and not the first, and remembers the last five', async () => {
    await server.root.collections.create({ name: 'alerted', type: 'auth' });
    const account = { email: 'al@example.com', password: 'password-al', passwordConfirm: 'password-al' };
    const { id } = await server.root.collection('alerted').create(account);
    const signIn = (agent: string) =>
      server.guest
        .collection('alerted')
        .authWithPassword(account.email, account.password, { headers: { 'User-Agent': agent } });
    const mails = async () =>
      (await (await fetch(`${server.url}/api/dev/mailbox?to=${account.email}`)).json()).length as number;
    const counts: number[] = [];
    for (const agent of ['one', 'one', 'two', 'two', 'three', 'four', 'five', 'six', 'one', 'six']) {
      await signIn(agent);
      counts.push(await mails());
    }
    expect(counts).toEqual([0, 0, 1, 1, 2, 3, 4, 5, 6, 6]);
    const filter = server.root.filter('recordRef = {:id}', { id });
    expect(await server.root.collection('_authOrigins').getList(1, 1, { filter })).toMatchObject({ totalItems: 5 });
    expect((await newestMail(account.email)).text).toMatch(/- (127\.0\.0\.1|[0-9a-f:]+) one/);
  });
});

describe('mails of the product’s own accounts', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(() => app.close());

  test('lead to the product’s own pages, and an operator may word them', async () => {
    const person = await makePerson(app);
    const email = `${person.id}@kerbside.example`;
    const html = async () => {
      const [mail] = await (await fetch(`${app.url}/api/dev/mailbox?to=${email}`)).json();
      return String(mail.html);
    };
    await app.guest().collection('users').requestPasswordReset(email);
    expect(await html()).toMatch(/href="http:\/\/kerbside\.example\/auth\/confirm-password-reset\/[\w.-]+"/);
    await person.collection('users').requestEmailChange(`new-${email}`);
    expect(await html()).toMatch(/href="http:\/\/kerbside\.example\/auth\/confirm-email-change\/[\w.-]+"/);
    const words = {
      subject: 'In our own words',
      body: '<p>{APP_NAME}: {APP_URL}/auth/confirm-password-reset/{TOKEN}</p>',
    };
    await app.root.collections.update('users', { resetPasswordTemplate: words });
    app.clock.advance(3);
    await app.guest().collection('users').requestPasswordReset(email);
    expect(await html()).toContain('<p>Kerbside: http://kerbside.example/auth/confirm-password-reset/');
    const rules = app.root.collections.update('users', { updateRule: '' });
    await expect(rules).rejects.toMatchObject({ status: 400 });
  });
});
