import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepAccountChanges } from '#marketplace/people/account-changes/sweep-changes.ts';
import { runs } from '#support/runs.ts';
import { makePerson, startApp, type TestApp } from '../support/start-app.ts';

/*
 * Whatever one administrator calls, and in whatever order, they never get a session, a token, a link or a code of another person, nor a second administrator
 * of their own, nor do they take a colleague's part in the staff away: one is locked for a day at most. What reaches the mailboxes that are theirs, and what the
 * accounts of the others are in the end, is looked up in the database.
 */
type Client = PocketBase & { id: string };
type World = { admin: Client; others: Client[]; made: string[]; changes: string[] };

let app: TestApp;
const often = runs(60);

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const mine = 'walker.example';
const password = 'known-to-the-walker-1';
const fields = [
  'email',
  'verified',
  'twoFactor',
  'role',
  'password',
  'emailVisibility',
  'suspended',
  'tokenKey',
] as const;
const values = {
  email: `taken@${mine}`,
  verified: true,
  twoFactor: false,
  role: 'admin',
  password,
  emailVisibility: true,
  suspended: true,
  tokenKey: 'x'.repeat(50),
};

const whom = fc.nat({ max: 5 });
const step = fc.oneof(
  fc.record({ call: fc.constant('patch'), who: whom, field: fc.constantFrom(...fields), plus: fc.boolean() }),
  fc.record({
    call: fc.constant('ask'),
    who: whom,
    field: fc.constantFrom('email', 'twoFactor', 'role', 'suspended', 'suspended'),
    plus: fc.boolean(),
  }),
  fc.record({
    call: fc.constantFrom('confirm', 'withdraw', 'done', 'delete', 'invite', 'sign out', 'look'),
    who: whom,
  }),
  fc.record({ call: fc.constantFrom('add', 'add admin', 'reset', 'code', 'own address', 'sweep', 'enter'), who: whom }),
);
type Step = { call: string; who: number; field?: string; plus?: boolean };

async function makeWorld(): Promise<World> {
  const admin = await makePerson(app, { role: 'admin', email: `walker${Math.random()}@${mine}` });
  const others = [
    await makePerson(app),
    await makePerson(app, { role: 'admin' }),
    await makePerson(app, { role: 'moderator' }),
    await makePerson(app, { verified: false }),
  ];
  await app.db.query('update users set "twoFactor" = true where id = $1', [others[1]?.id]);
  return { admin, others, made: [], changes: [] };
}

/** Makes a call of the walk; a refusal is an answer like others. */
async function take(world: World, { call, who, field = '', plus }: Step): Promise<void> {
  const { admin, others, made, changes } = world;
  const targets = [...others.map(({ id }) => id), ...made];
  const id = targets[who % targets.length] ?? '';
  const change = changes.at(-1 - who) ?? changes.at(-1) ?? '';
  const records = (name: string) => admin.collection(name);
  const address = async () => String((await records('users').getOne(id)).email);
  const calls: Record<string, () => Promise<unknown>> = {
    patch: () =>
      records('users').update(id, {
        [plus ? `${field}+` : field]: Reflect.get(values, field),
        passwordConfirm: password,
      }),
    ask: async () => {
      const asked: Record<string, unknown> = {
        email: `asked${Math.random()}@${mine}`,
        role: plus ? 'admin' : 'premium',
        suspended: plus !== true,
      };
      const value = asked[field] ?? false;
      changes.push((await records('account_changes').create({ user: id, field, value })).id);
    },
    confirm: () =>
      records('account_change_confirmations').create({ change, way: 'old_address', confirmer: others[1]?.id }),
    withdraw: () => records('account_changes').update(change, { status: 'withdrawn' }),
    done: () => records('account_changes').update(change, { status: 'done' }),
    delete: () => records('users').delete(id),
    invite: () => admin.send(`/api/marketplace/users/${id}/invitation`, { method: 'POST' }),
    'sign out': () => admin.send(`/api/marketplace/users/${id}/sessions`, { method: 'DELETE' }),
    look: () => admin.send(`/api/marketplace/users/${id}/impersonations`, { method: 'POST', body: { reason: 'x' } }),
    add: async () => void made.push((await records('users').create({ email: `made${Math.random()}@${mine}` })).id),
    'add admin': () =>
      records('users').create({
        email: `made${Math.random()}@${mine}`,
        role: 'admin',
        verified: true,
        password,
        passwordConfirm: password,
      }),
    reset: async () =>
      app
        .guest()
        .collection('users')
        .requestPasswordReset(await address()),
    code: async () =>
      app
        .guest()
        .collection('users')
        .requestOTP(await address()),
    'own address': () => records('users').requestEmailChange(`own${Math.random()}@${mine}`),
    sweep: () => sweepAccountChanges(app.app.engine, app.clock.nowMs() + 23 * 3_600_000),
    enter: async () =>
      app
        .guest()
        .collection('users')
        .authWithPassword(await address(), password),
  };
  await calls[call]?.().catch(() => undefined);
}

/** What would be a way into an account of the others; the token of a looking admin reads alone, and is none. */
async function waysIn({ others, made }: World, before: unknown): Promise<unknown[]> {
  const ids = others.map(({ id }) => id);
  const found: unknown[] = [];
  const now = await accounts(ids);
  if (JSON.stringify(now) !== JSON.stringify(before)) found.push({ before, now });
  const mails = await app.db.query<{ to: string; text: string }>(
    `select "to", message ->> 'text' as text from _mails where "to" like $1`,
    [`%@${mine}`],
  );
  for (const { to, text } of mails) {
    const token = /\/auth\/[\w-]+\/[\w-]+\.([\w-]+)\./.exec(text)?.[1];
    const of = token ? JSON.parse(Buffer.from(token, 'base64url').toString()).id : '';
    if (ids.includes(of)) found.push({ to, of });
  }
  const links = mails.map(({ text }) => /confirm-account-change\/(\w+)/.exec(text)?.[1] ?? '').filter(Boolean);
  const asked = `select c.id, c."user" from account_changes c join users u on u.id = c."user" where u.id = any ($1)
    and c._token_hash in (select encode(sha256(convert_to(hash || ' ' || u.email, 'UTF8')), 'hex') from unnest($2::text[]) hash)`;
  const hashes = links.map((link) => createHash('sha256').update(link).digest('hex'));
  found.push(...(await app.db.query(asked, [ids, hashes])));
  const codes = `select "recordRef" from _otps where "sentTo" like $1 and "recordRef" = any ($2)`;
  found.push(...(await app.db.query(codes, [`%@${mine}`, ids])));
  const staff = `select id, role from users where role in ('moderator', 'finance', 'admin') and (id = any ($1) or id = any ($2)) order by id`;
  const [, boss, moderator] = others;
  const given = await app.db.query(staff, [ids, made]);
  found.push(...given.filter(({ id, role }) => !(id === boss?.id || (id === moderator?.id && role === 'moderator'))));
  return found;
}

/** Who of the staff is no longer what they were: another role, gone, or suspended by more than one lock. */
async function partsTaken([, boss, moderator]: Client[]): Promise<unknown[]> {
  const staff = [boss?.id, moderator?.id];
  const rows = await app.db.query<{ id: string; role: string; suspended: boolean; locked: boolean }>(
    `select u.id, u.role, u.suspended, c.id is not null as locked from users u
     left join account_changes c on c."user" = u.id and c.status = 'waiting' and c._locked where u.id = any ($1)`,
    [staff],
  );
  const areAsBefore =
    rows.length === 2 &&
    rows.every(({ id, role }) => role === (id === boss?.id ? 'admin' : 'moderator')) &&
    rows.every(({ suspended, locked }) => suspended === locked) &&
    rows.filter(({ locked }) => locked).length <= 1;
  return areAsBefore ? [] : rows;
}

/** What opens the accounts, and how often they were signed in to. */
function accounts(ids: readonly string[]): Promise<Array<{ id: string }>> {
  return app.db.query(
    `select u.id, u.email, u.password, u."twoFactor", u.verified, u.role = 'admin' as "isAdmin",
       (select count(*) > 1 from _sessions s where s."recordRef" = u.id and s.method <> 'staff') as "wasEntered"
     from users u where u.id = any ($1) order by u.id`,
    [ids],
  );
}

test('[25.2] [25.35] no sequence of calls by one administrator ends in a way into an account of another person, or without a colleague', {
  timeout: 3_600_000,
}, async () => {
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (walk) => {
      const world = await makeWorld();
      const ids = world.others.map(({ id }) => id);
      const before = await accounts(ids);
      for (const each of walk) await take(world, each);
      asked += world.changes.length;
      const there = new Set((await accounts(ids)).map(({ id }) => id));
      const kept = before.filter((row) => there.has(row.id));
      expect(await waysIn(world, kept)).toEqual([]);
      expect(await partsTaken(world.others)).toEqual([]);
    }),
    { ...often, verbose: 1 },
  );
  process.stdout.write(`${asked} changes were asked for\n`);
  expect(asked).toBeGreaterThan(0);
});
