import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { budgets } from '#engine/limits/budgets.ts';
import { makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

// A number is proved by a code that came back from it, and by nothing else.
let app: TestApp;
let provider: Server;
const messages: Array<{ to: string; text: string }> = [];

beforeAll(async () => {
  provider = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      messages.push({ to: form.get('To') ?? '', text: form.get('Body') ?? '' });
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1"}');
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  app = await startApp({ twilioUrl: `http://AC1:token@127.0.0.1:${port}?from=%2B6580000000` });
  await app.root.settings.update({ trustedProxy: { headers: ['X-Real-IP'] } });
});
afterAll(async () => {
  await app.close();
  provider.close();
});

type Person = Awaited<ReturnType<typeof makePerson>>;
let numbers = 0;
let places = 0;

/** Whoever it is asks from this address from now on. */
function askFrom(person: Person, ip: string): void {
  person.beforeSend = (url, options) => ({
    url,
    options: { ...options, headers: { ...options.headers, 'X-Real-IP': ip } },
  });
}

async function personWith(phone: string, verified = true): Promise<Person> {
  const person = await makePerson(app, { verified });
  await person.collection('users').update(person.id, { phone });
  places += 1;
  askFrom(person, `10.8.${places >> 8}.${places & 255}`);
  return person;
}

/** Somebody with a number that nobody else of these tests has. */
async function personWithNumber(): Promise<{ person: Person; number: string }> {
  numbers += 1;
  const number = `+659${String(1_000_000 + numbers)}`;
  return { person: await personWith(number), number };
}

const call = (person: Person, name: string, body: object = {}) =>
  person.send(`/api/marketplace/phone/${name}`, { method: 'POST', body });
const codeTo = (number: string) => /\d{6}/.exec(messages.findLast(({ to }) => to === number)?.text ?? '')?.[0] ?? '';
const provedOf = async (person: Person) => (await person.collection('users').getOne(person.id)).phoneProved;

describe('[25.5] a telephone number', () => {
  test('keeps no code that was not sent, which could only be guessed', async () => {
    await app.root.settings.update({ budgets: { textedCodesPerDay: 1 } });
    const [first, second] = [await personWithNumber(), await personWithNumber()];
    await call(first.person, 'code');
    const { message } = budgets.textedCodesPerDay;
    await expect(call(second.person, 'code')).rejects.toMatchObject({ status: 429, response: { message } });
    expect(codeTo(second.number)).toBe('');
    expect(await app.db.query('select 1 from phone_codes where "user" = $1', [second.person.id])).toEqual([]);
    await app.root.settings.update({ budgets: { textedCodesPerDay: null } });
  });

  test('is proved by the code that was sent to it, once, and by no other', async () => {
    const { person, number } = await personWithNumber();
    await call(person, 'code');
    const code = codeTo(number);
    const wrong = code === '000000' ? '111111' : '000000';
    expect((await refusalOf(call(person, 'confirm', { code: wrong }))).data.code?.code).toBe('invalid_code');
    expect(await provedOf(person)).toBe('');
    await call(person, 'confirm', { code });
    expect(await provedOf(person)).not.toBe('');
    expect((await refusalOf(call(person, 'confirm', { code }))).status).toBe(400);
    expect(await person.send('/api/marketplace/channels', {})).toMatchObject({
      isNumberProved: true,
      takesMoney: true,
    });
  });

  test('that is changed is unproved, and the code of the one before is of no use', async () => {
    const { person, number } = await personWithNumber();
    await call(person, 'code');
    const code = codeTo(number);
    await call(person, 'confirm', { code });
    await call(person, 'code');
    const later = codeTo(number);
    await person.collection('users').update(person.id, { phone: '+6598765432' });
    expect(await provedOf(person)).toBe('');
    expect((await refusalOf(call(person, 'confirm', { code: later }))).status).toBe(400);
    expect(await provedOf(person)).toBe('');
  });

  test('is not proved by whoever writes that it is', async () => {
    const { person } = await personWithNumber();
    const admin = await makePerson(app, { role: 'admin' });
    for (const client of [person, admin]) {
      const refused = await refusalOf(
        client.collection('users').update(person.id, { phoneProved: '2026-11-21 00:00:00Z' }),
      );
      expect(refused.status).toBeGreaterThanOrEqual(400);
    }
    expect(await provedOf(person)).toBe('');
  });

  test('takes five tries of a code, and a code for ten minutes', async () => {
    const { person, number } = await personWithNumber();
    await call(person, 'code');
    const code = codeTo(number);
    const wrong = code === '000000' ? '111111' : '000000';
    for (let count = 0; count < 5; count++) await refusalOf(call(person, 'confirm', { code: wrong }));
    expect((await refusalOf(call(person, 'confirm', { code }))).status).toBe(400);
    await call(person, 'code');
    app.clock.advance(11);
    expect((await refusalOf(call(person, 'confirm', { code: codeTo(number) }))).status).toBe(400);
  });

  test('takes five tries of a code when twenty are made at once', async () => {
    const { person, number } = await personWithNumber();
    await call(person, 'code');
    const code = codeTo(number);
    const wrong = code === '000000' ? '111111' : '000000';
    await Promise.all(Array.from({ length: 20 }, () => refusalOf(call(person, 'confirm', { code: wrong }))));
    expect((await refusalOf(call(person, 'confirm', { code }))).status).toBe(400);
    expect(await provedOf(person)).toBe('');
  });

  test('that is changed while its code comes back is not proved', async () => {
    for (let round = 0; round < 5; round++) {
      const { person, number } = await personWithNumber();
      await call(person, 'code');
      const code = codeTo(number);
      await Promise.allSettled([
        call(person, 'confirm', { code }),
        person.collection('users').update(person.id, { phone: '+6598765432' }),
        call(person, 'confirm', { code }),
      ]);
      expect((await person.collection('users').getOne(person.id)).phone).toBe('+6598765432');
      expect(await provedOf(person)).toBe('');
    }
  });

  test('is sent two codes a day by an account within what a receiver gets; an account asks five times, and who is refused is told', async () => {
    const number = '+6591112223';
    const { limit: most, message } = budgets.receiverTextsPerDay;
    const sent = () => messages.filter(({ to }) => to === number);
    for (let count = 0; count < most; count += 2) {
      const person = await personWith(number);
      for (let own = 0; own < 2; own++) await call(person, 'code');
      expect((await refusalOf(call(person, 'code'))).status).toBe(429);
      expect(sent()).toHaveLength(count + 2);
    }
    const late = await personWith(number);
    await expect(call(late, 'code')).rejects.toMatchObject({ status: 429, response: { message } });
    expect(sent()).toHaveLength(most);
    const { person } = await personWithNumber();
    for (let count = 0; count < 5; count++) {
      await person.collection('users').update(person.id, { phone: `+659222000${count}` });
      await call(person, 'code');
    }
    await person.collection('users').update(person.id, { phone: '+6592220009' });
    expect((await refusalOf(call(person, 'code'))).status).toBe(429);
  });

  test('is sent nothing for an account whose address nobody proved', async () => {
    const person = await personWith('+6591112224', false);
    expect(await refusalOf(call(person, 'code'))).toMatchObject({
      status: 400,
      data: { phone: { code: 'email_not_verified', message: expect.stringContaining('email address first') } },
    });
    expect(messages.filter(({ to }) => to === '+6591112224')).toEqual([]);
  });

  test('is asked for from the many networks of one subscriber four times as often as from one', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 81; count++) {
      const { person } = await personWithNumber();
      askFrom(person, `2001:db8:7:${count}::1`);
      const asked = call(person, 'code');
      statuses.push(await asked.then(() => 204).catch(({ status }) => status));
    }
    expect(statuses.indexOf(429)).toBe(80);
  });
});
