import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clientOf, type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';

const secrets = { auth: 's', verification: 'v', passwordReset: 'p', emailChange: 'e', file: 'f' } as const;
type Kind = keyof typeof secrets;
const secretOf = (kind: Kind) => secrets[kind].repeat(50);

let server: EngineServer;
let collectionId = '';
let otherId = '';
let people = 0;
let ann = { id: '', email: '', key: '' };

beforeAll(async () => {
  server = await startEngineServer();
  const tokens = Object.fromEntries(
    (Object.keys(secrets) as Kind[]).map((kind) => [`${kind}Token`, { secret: secretOf(kind), duration: 600 }]),
  );
  const rules = { viewRule: '', createRule: '', updateRule: 'id = @request.auth.id' };
  ({ id: collectionId } = await server.root.collections.create({ name: 'people', type: 'auth', ...rules, ...tokens }));
  ({ id: otherId } = await server.root.collections.create({ name: 'others', type: 'auth', ...rules, ...tokens }));
});

afterAll(() => server.close());

async function newPerson(collection = 'people') {
  people += 1;
  const [email, key] = [`ann${people}@example.com`, `${people}`.padStart(40, 'k')];
  const fields = { email, password: 'password-ann', passwordConfirm: 'password-ann', tokenKey: key };
  const { id } = await server.root.collection(collection).create(fields);
  return { id, email, key };
}

beforeEach(async () => {
  ann = await newPerson();
});

type Forged = { kind: Kind; claims?: Record<string, unknown>; secret?: string; person?: typeof ann };

/** A token as the server would sign it, but for what is told otherwise. */
function forge({ kind, claims = {}, secret = secretOf(kind), person = ann }: Forged): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + 600;
  const own = { type: kind, id: person.id, collectionId, email: person.email, newEmail: `new-${person.email}`, exp };
  return new SignJWT({ ...own, refreshable: true, ...claims } as Record<string, unknown>)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(person.key + secret));
}

function refresh(token: string): Promise<unknown> {
  const client = clientOf(server.url);
  client.authStore.save(token, null);
  return client.collection('people').authRefresh();
}

const uses: Array<[Kind, (token: string) => Promise<unknown>]> = [
  ['auth', refresh],
  ['verification', (token) => server.guest.collection('people').confirmVerification(token)],
  [
    'passwordReset',
    (token) => server.guest.collection('people').confirmPasswordReset(token, 'new-password', 'new-password'),
  ],
  ['emailChange', (token) => server.guest.collection('people').confirmEmailChange(token, 'password-ann')],
];

/** Whether the call was refused for its token. */
async function isRefused(call: Promise<unknown>): Promise<boolean> {
  const { status, data } = await refusalOf(call);
  return status === 401 || (status === 400 && 'token' in data);
}

describe.each(uses)('a token of kind %s', (kind, use) => {
  test('works where it belongs, once where it changes something', async () => {
    await use(await forge({ kind }));
  });

  test('works without an end, as one whose end is 0', async () => {
    await use(await forge({ kind, claims: { exp: 0 } }));
  });

  test('is refused when it is of another kind, whatever it is signed with', async () => {
    for (const other of Object.keys(secrets) as Kind[]) {
      if (other === kind) continue;
      expect(await isRefused(use(await forge({ kind: other })))).toBe(true);
      expect(await isRefused(use(await forge({ kind: other, secret: secretOf(kind) })))).toBe(true);
    }
  });

  test.each([
    ['too old', { exp: 1_700_000_000 }],
    ['too early', { nbf: 4_000_000_000 }],
    ['from the future', { iat: 4_000_000_000 }],
    ['without an account', { id: '' }],
    ['of nobody', { id: 'nobodynobody123' }],
    ['of no collection', { collectionId: 'missing' }],
    ['of a name that is no text', { id: 5 }],
    ['of an end that is no number', { exp: 'tomorrow' }],
  ])('is refused when it is %s', async (_case, claims) => {
    expect(await isRefused(use(await forge({ kind, claims })))).toBe(true);
  });

  test('is refused when another secret or another key signed it', async () => {
    expect(await isRefused(use(await forge({ kind, secret: 'z'.repeat(50) })))).toBe(true);
    expect(await isRefused(use(await forge({ kind, person: { ...ann, key: 'z'.repeat(40) } })))).toBe(true);
  });

  test('is refused once the address, the password or the key changed', async () => {
    for (const change of [
      { email: `moved-${ann.email}` },
      { password: 'password-ann', passwordConfirm: 'password-ann' },
      { 'tokenKey:autogenerate': '' },
    ]) {
      const token = await forge({ kind });
      await server.root.collection('people').update(ann.id, change);
      expect(await isRefused(use(token))).toBe(true);
      ann = await newPerson();
    }
  });

  test('of another collection is told from an invalid one', async () => {
    const person = await newPerson('others');
    const call = use(await forge({ kind, person, claims: { collectionId: otherId } }));
    const { status, message, data } = await refusalOf(call);
    if (kind === 'auth') {
      expect([status, message]).toEqual([403, 'The request requires auth record from others collection.']);
    } else expect(data).toMatchObject({ token: { code: 'validation_token_collection_mismatch' } });
  });
});

test('a verification for an address that is no longer the account’s is refused by its code', async () => {
  const people = server.guest.collection('people');
  const code = async (claims: Record<string, unknown>) =>
    (await refusalOf(people.confirmVerification(await forge({ kind: 'verification', claims })))).data;
  expect(await code({ email: 'other@example.com' })).toMatchObject({
    token: { code: 'validation_token_email_mismatch' },
  });
  expect(await code({ email: '' })).toMatchObject({ token: { code: 'validation_invalid_token_claims' } });
});

test('a change of address without one, or to a taken one, is refused by its code', async () => {
  const bob = await newPerson();
  const confirm = async (claims: Record<string, unknown>) =>
    (
      await refusalOf(
        server.guest
          .collection('people')
          .confirmEmailChange(await forge({ kind: 'emailChange', claims }), 'password-ann'),
      )
    ).data;
  expect(await confirm({ newEmail: '' })).toMatchObject({ token: { code: 'validation_invalid_token_payload' } });
  expect(await confirm({ newEmail: bob.email })).toMatchObject({ token: { code: 'validation_invalid_token_email' } });
});

describe('what belongs to an account', () => {
  const references = ['_otps', '_mfas', '_externalAuths', '_authOrigins'];
  const fields = { password: '123456', method: 'password', provider: 'google', fingerprint: 'f' };

  async function giveEverything(): Promise<void> {
    for (const name of references) {
      const reference = { collectionRef: collectionId, recordRef: ann.id, providerId: ann.id };
      await server.root.collection(name).create({ ...fields, ...reference });
    }
  }

  async function left(): Promise<string[]> {
    const filter = server.root.filter('recordRef = {:id}', { id: ann.id });
    const found: string[] = [];
    for (const name of references) {
      if ((await server.root.collection(name).getList(1, 1, { filter })).totalItems > 0) found.push(name);
    }
    return found;
  }

  test.each([
    ['a new password', { password: 'password-ann', passwordConfirm: 'password-ann' }, ['_externalAuths']],
    ['a new address', { email: 'somewhere.else@example.com' }, ['_mfas', '_externalAuths', '_authOrigins']],
    ['a new key', { 'tokenKey:autogenerate': '' }, ['_mfas', '_externalAuths', '_authOrigins']],
    ['a first verification', { verified: true }, ['_mfas', '_authOrigins']],
    ['another visibility', { emailVisibility: true }, references],
  ])('stays or ends with %s', async (_case, change, expected) => {
    await giveEverything();
    const token = await forge({ kind: 'auth' });
    await server.root.collection('people').update(ann.id, change);
    expect(await left()).toEqual(expected);
    if (expected.includes('_otps')) await refresh(token);
    else expect((await refusalOf(refresh(token))).status).toBe(401);
  });

  test('ends with it', async () => {
    await giveEverything();
    await server.root.collection('people').delete(ann.id);
    expect(await left()).toEqual([]);
  });

  test.each(references)('in %s is of an account that exists', async (name) => {
    const create = (reference: Record<string, string>) =>
      refusalOf(server.root.collection(name).create({ ...fields, providerId: 'x', ...reference }));
    expect((await create({ collectionRef: 'people', recordRef: ann.id })).data).toEqual({
      collectionRef: { code: 'validation_invalid_collection_id', message: 'Missing or invalid collection.' },
    });
    expect((await create({ collectionRef: collectionId, recordRef: 'nobody' })).data).toEqual({
      recordRef: { code: 'validation_invalid_record', message: 'Missing or invalid record.' },
    });
  });
});

test('superusers are always verified', async () => {
  const account = { email: `su${people}@example.com`, password: 'password-su', passwordConfirm: 'password-su' };
  const made = await server.root.collection('_superusers').create({ ...account, verified: false });
  expect(made.verified).toBe(true);
  expect((await server.root.collection('_superusers').update(made.id, { verified: false })).verified).toBe(true);
});

test('a token that is no longer good makes a guest of its sender, and the answer says so', async () => {
  const list = (Authorization?: string) =>
    fetch(`${server.url}/api/collections/people/records`, { headers: Authorization ? { Authorization } : {} });
  const said = async (answer: Promise<Response>) => (await answer).headers.get('WWW-Authenticate');
  expect(await said(list())).toBeNull();
  expect(await said(list(await forge({ kind: 'auth' })))).toBeNull();
  const ended = await forge({ kind: 'auth', secret: 'z'.repeat(50) });
  expect(await said(list(ended))).toBe('Bearer error="invalid_token"');
  expect((await list(ended)).status).toBe((await list()).status);
});
