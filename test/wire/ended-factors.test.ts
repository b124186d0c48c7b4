import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addApp, beginSignIn, signInWithApp } from '#support/authenticator-app.ts';
import { mailedCode } from '#support/mailed-code.ts';
import { makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ staffNeedSecondFactor: true });
});
afterAll(() => app.close());

type Person = Awaited<ReturnType<typeof makePerson>>;

const password = 'learner-password';
const emailOf = ({ id }: { id: string }) => `${id}@kerbside.example`;
const post = (client: PocketBase, path: string, body: object = {}) =>
  client.send(`/api/marketplace/${path}`, { method: 'POST', body });
const users = (client = app.guest()) => client.collection('users');
const people = (client: PocketBase) => client.send('/api/marketplace/users', {});

async function signInByMail(person: Person): Promise<void> {
  const mfaId = await beginSignIn(app.guest(), emailOf(person));
  const { otpId } = await users().requestOTP(emailOf(person), { mfaId });
  await users(person).authWithOTP(otpId, await mailedCode(app, emailOf(person)), { mfaId });
}

describe('[25.23] a token of before', () => {
  test('opens no rights of staff once somebody else took the factors off', async () => {
    const admin = await makePerson(app, { role: 'admin' });
    await post(admin, 'two-factor', { isOn: true, password });
    await signInByMail(admin);
    const { secret } = await addApp(app, admin);
    await signInWithApp(app, admin, { email: emailOf(admin), secret });
    expect((await people(admin)).totalItems).toBeGreaterThan(0);
    await users(app.root).update(admin.id, { twoFactor: false });
    expect((await refusalOf(users(admin).update(admin.id, { twoFactor: true }))).status).toBe(404);
    expect((await refusalOf(people(admin))).status).toBe(401);
  });
});
