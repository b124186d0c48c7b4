import { afterAll, beforeAll, expect, test } from 'vitest';
import { signToken } from '#engine/auth/tokens.ts';
import type { Collection, Field } from '#engine/collections/collection.ts';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';
import { lookedAt, privateFields } from '#marketplace/platform/audit/private-records.ts';
import { ownCalls } from './others-ids-table.ts';
import { makeWorld, type World } from './others-ids-world.ts';

/*
 * The product's own calls write their answers themselves, so nothing makes them note a look but this: every private text of every record is a word that
 * stands nowhere else, every call that reads is asked by each of the platform's people, and whose word an answer has must be in the trail.
 */

type Mark = { collection: Collection; id: string; field: string };

let world: World;
/** Whose word it is. */
const marks = new Map<string, Mark>();

beforeAll(async () => {
  world = await makeWorld();
  await makeMore(world);
  await mark();
}, 120_000);
afterAll(() => world.app.close());

/** What the world has none of: money that failed or is said to be sent, a mail that did not arrive, a question of who teaches. */
async function makeMore({ app, ids, clients }: World): Promise<void> {
  const now = new Date(app.clock.nowMs()).toISOString();
  const isDeclared = `status = 'processing', "declaredAt" = $2, "expiresAt" = $2::timestamptz + interval '1 day'`;
  await app.db.query(`update payments set ${isDeclared} where id = $1`, [ids.openPayment, now]);
  await app.db.query(
    `insert into payments (id, learner, lesson, method, status, "amountCents", provider, created, updated)
     values ('failedpayment00', $1, $2, 'paynow', 'failed', 6600, 'manual', $3::timestamptz, $3::timestamptz)`,
    [ids.learner, ids.lesson, now],
  );
  const asked = { category: 'other', subject: 'A question', text: 'May I?' };
  ids.request = (await clients.get('instructor')?.collection('support_requests').create(asked))?.id ?? '';
}

const isMarkable = (field: Field) =>
  field.type === 'email' ||
  (field.type === 'text' && field.pattern === '' && field.max !== 15 && (field.max === 0 || field.max >= 20));
/** What is shown of people is told of as the person, wherever a copy of it is kept. */
const isCopy = ({ contacts }: Field) =>
  contacts === 'a copy of what went through the door' || contacts === 'from the server';
const kept: Readonly<Record<string, readonly string[]>> = {
  users: ['timezone', 'language'],
  bank_lines: [],
  payments: [],
};

/** Writes a word of its own into every private text of every record. */
async function mark(): Promise<void> {
  const { app } = world;
  await app.db.transaction(async (tx) => {
    await tx.script('set local session_replication_role = replica');
    for (const collection of marketplaceCollections) {
      const rows = await tx.query<{ id: string }>(`select id from ${collection.name} order by id`);
      for (const field of privateFields(collection)) {
        if (!isMarkable(field) || isCopy(field) || kept[collection.name]?.includes(field.name)) continue;
        for (const { id } of rows) {
          const word = `w${marks.size.toString(36)}q`.padEnd(9, 'z');
          const value = field.type === 'email' ? `${word}@kerbside.example` : word;
          await tx.query(`update ${collection.name} set "${field.name}" = $2 where id = $1`, [id, value]);
          marks.set(word, { collection, id, field: field.name });
        }
      }
    }
  });
}

const staff = ['moderator', 'finance', 'admin', 'superuser'] as const;
let made = 0;

async function makeLooker(role: (typeof staff)[number]): Promise<{ id: string; token: string }> {
  const { app } = world;
  const { engine } = app.app;
  made += 1;
  const id = `looker${String(made).padStart(9, '0')}`;
  const name = role === 'superuser' ? '_superusers' : 'users';
  const [row = {}] = await app.db.query(
    `insert into ${name} (id, password, "tokenKey", email, verified, created, updated ${role === 'superuser' ? '' : ', name, role'})
     values ($1, 'none', $1 || '-key-of-more-than-thirty-characters', $1 || '@kerbside.example', true, now(), now()
       ${role === 'superuser' ? '' : `, 'Staff', '${role}'`}) returning *`,
    [id],
  );
  return { id, token: signToken(engine, { kind: 'auth', collection: engine.collections.get(name), row }) };
}

/** What stands in the trail of somebody, and whose that is: a line of a lesson is one of its learner's, too. */
async function trailOf(actor: string): Promise<Set<string>> {
  const { db } = world.app;
  const lines = await db.query<{ collection: string; id: string }>(
    `select e.collection, one.id from audit_entries e,
       lateral (select e.record as id where e.record <> '' union all select jsonb_array_elements_text(e.after -> 'records') where e.record = '') one
     where e.actor = $1`,
    [actor],
  );
  const trail = new Set<string>();
  for (const { collection, id } of lines) {
    trail.add(`${collection} ${id}`);
    const columns = marketplaceCollections.find(({ name }) => name === collection)?.fields ?? [];
    for (const column of ['user', 'learner'].filter((name) => columns.some((field) => field.name === name))) {
      const [row] = await db.query<{ user: string }>(`select "${column}" as user from ${collection} where id = $1`, [
        id,
      ]);
      if (row) trail.add(`users ${row.user}`);
    }
  }
  return trail;
}

const calls = Object.entries(ownCalls).map(([call, { query = '' }]): [call: string, query: string] => [call, query]);
/** What the same calls answer when they are asked for something else. */
const more: Array<[call: string, query: string]> = [
  ['get /api/marketplace/dashboard', 'view=admin'],
  ['get /api/marketplace/dashboard', 'view=staff'],
  ['get /api/marketplace/bank/lines/{line}/candidates', 'q=person'],
  ['get /api/marketplace/analytics/rows', 'figure=firstLesson'],
  ['get /api/marketplace/analytics/rows', 'figure=cancellations'],
  ['get /api/marketplace/analytics/rows.csv', 'figure=cancellations'],
  ['get /api/marketplace/entries', 'of=lesson&id={lesson}'],
  ['get /api/marketplace/entries', 'of=revenue'],
  ['get /api/marketplace/users', 'q=person'],
];
const reading = [...calls, ...more].filter(([call]) => call.startsWith('get '));

test.each(reading)('[25.4] %s?%s notes whom it shows to staff', async (call, query) => {
  const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name) => world.ids[name] ?? name);
  const faults: string[] = [];
  for (const role of staff) {
    const { id, token } = await makeLooker(role);
    const path = filled(call.replace('get ', ''));
    const answer = await fetch(`${world.app.url}${path}?${filled(query)}`, { headers: { Authorization: token } });
    const text = answer.status === 200 ? await answer.text() : '';
    const trail = await trailOf(id);
    for (const [word, { collection, id: record, field }] of marks) {
      if (!text.includes(word) || (collection.name === 'users' && record === id)) continue;
      const told = lookedAt(marketplaceCollections, collection);
      const [row] = await world.app.db.query(`select * from ${collection.name} where id = $1`, [record]);
      const line = `${told?.of} ${String(row?.[told?.by ?? 'id'])}`;
      if (!trail.has(line)) faults.push(`${role} is shown ${collection.name}.${field} of ${record} without ${line}`);
    }
  }
  expect(faults).toEqual([]);
});

test('[25.4] printed pages, which nobody can look through for words, note what they are of', async () => {
  const { app, ids } = world;
  for (const [role, path, line] of [
    ['finance', `payments/${ids.payment}/receipt.pdf`, `payments ${ids.payment}`],
    ['finance', `payouts/${ids.payout}/statement.pdf`, `payouts ${ids.payout}`],
  ] as const) {
    const { id, token } = await makeLooker(role);
    const answer = await fetch(`${app.url}/api/marketplace/${path}`, { headers: { Authorization: token } });
    expect([path, answer.status]).toEqual([path, 200]);
    expect([...(await trailOf(id))]).toContain(line);
  }
});

test('[25.4] whoever looks through an account is noted by each call of the product that answers it, and a superuser who acts as one', async () => {
  const { app, ids } = world;
  const admin = await makeLooker('admin');
  const begun = await fetch(`${app.url}/api/marketplace/users/${ids.learner}/impersonations`, {
    method: 'POST',
    headers: { Authorization: admin.token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ reason: 'They asked' }),
  });
  const { token } = await begun.json();
  const acting = await app.root.collection('users').impersonate(String(ids.learner), 600);
  const looksOf = async (actor: unknown) => {
    const found = `select from audit_entries where actor = $1 and action = 'view' and collection = 'users' and record = $2`;
    return (await app.db.query(found, [actor, ids.learner])).length;
  };
  expect([await looksOf(admin.id), await looksOf(app.root.authStore.record?.id)]).toEqual([0, 0]);
  for (const one of [token, acting.authStore.token]) {
    const answer = await fetch(`${app.url}/api/marketplace/dashboard`, { headers: { Authorization: one } });
    expect(answer.status).toBe(200);
  }
  expect([await looksOf(admin.id), await looksOf(app.root.authStore.record?.id)]).toEqual([1, 1]);
});

test('[25.4] a private file is noted for who acts as somebody, as theirs', async () => {
  const { app, clients } = world;
  const teacher = clients.get('instructor');
  const file = new File(['%PDF-1.4\n%%EOF'], 'licence.pdf', { type: 'application/pdf' });
  const paper = await teacher
    ?.collection('instructor_documents')
    .create({ instructor: world.ids.instructor, kind: 'licence', file });
  const acting = await app.root.collection('users').impersonate(String(teacher?.authStore.record?.id), 600);
  const files = await acting.files.getToken();
  expect((await fetch(acting.files.getURL(paper ?? {}, String(paper?.file), { token: files }))).status).toBe(200);
  const [look] = await app.db.query(`select actor, action from audit_entries where record = $1 and action = 'view'`, [
    paper?.id,
  ]);
  expect(look).toEqual({ actor: app.root.authStore.record?.id, action: 'view' });
});

test('[25.4] the words that answers are looked through for stand in the private fields', () => {
  const fields = new Set([...marks.values()].map(({ collection, field }) => `${collection.name}.${field}`));
  const some = ['users.name', 'users.phone', 'users.email', 'lessons.pickup', 'lessons.note', 'support_messages.text'];
  expect([...fields]).toEqual(expect.arrayContaining(some));
});
