import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Collection } from '#engine/collections/collection.ts';
import { ApiError } from '#engine/http/api-error.ts';
import { createRecord } from '#engine/records/create-record.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';
import { hiddenForGood, hiddenUntilConfirmed, isName } from '#marketplace/platform/rights/contacts.ts';
import { pairFieldOf } from '#marketplace/trust/privacy/pairs.store.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '../support/start-app.ts';

/*
 * The text-door table: each text that says that contact details in it are hidden or that it is a name × each kind of contact detail × whose record it is,
 * made from the collections. What passed the door is all that is kept, so no way out of the product has more.
 */

/** By what somebody may be reached, and what of it must be nowhere. */
const contacts = {
  'a phone number': ['call 9123 4567', '9123 4567'],
  'a number in one': ['call 91234567', '91234567'],
  'a mail address': ['write to ravi@mail.example', 'ravi@mail'],
  'a link': ['see https://evil.example/x', 'evil.example'],
  'a bare host': ['see ravi-teaches.com now', 'ravi-teaches.com'],
  'a way into WhatsApp': ['wa.me/6591234567', 'wa.me'],
  'a handle': ['whatsapp @ravi_teaches', '@ravi_teaches'],
  'spelled digits': ['nine one two three four five six seven', 'nine one two'],
  'a foreign number': ['+44 7911 123456', '7911'],
  'digits apart': ['ring 9123 — — 4567', '4567'],
  'digits of another script': ['ring 九一二三四五六七', '九一二三'],
  'a name in a chat': ['telegram johntan88', 'johntan88'],
  'a name of letters in a chat': ['IG suryatan', 'suryatan'],
  'half a mail address': ['write johnny at gmail', 'johnny'],
  'an exact address': ['at Blk 204 #05-123', '#05-123'],
} as const;
const every = Object.values(contacts)
  .map(([text]) => text)
  .join('; ');
const traces = Object.values(contacts).map(([, trace]) => trace);

const cells = marketplaceCollections.flatMap((collection) =>
  collection.fields
    .filter(({ contacts: says }) => says === hiddenForGood || says === hiddenUntilConfirmed || says === isName)
    .map((field) => ({ collection, field, name: `${collection.name}.${field.name}` })),
);

let app: TestApp;
type Client = Awaited<ReturnType<typeof makePerson>>;
let learner: Client;
let stranger: Client;
let teacher: Awaited<ReturnType<typeof makeInstructor>>;
const start = '2026-12-01T02:00:00Z';

beforeAll(async () => {
  app = await startApp();
  [learner, stranger, teacher] = [await makePerson(app), await makePerson(app), await makeInstructor(app)];
  await makeLesson('lessonconfirmed', learner.id, 'confirmed', start);
  await makeLesson('lessonasked0000', stranger.id, 'requested', '2026-12-01T05:00:00Z');
}, 60_000);
afterAll(() => app.close());

async function makeLesson(id: string, of: string, status: string, at: string): Promise<void> {
  const lesson = { id, instructor: teacher.id, learner: of, start: at, durationMinutes: 60, status };
  await app.root.collection('lessons').create(lesson);
  const rows =
    status === 'completed'
      ? {}
      : ({
          conversations: ['learner, instructor', [of, teacher.id]],
          no_shows: ['lesson, missing', [id, 'learner']],
          claims: ['lesson, learner, instructor, kind, status', [id, of, teacher.id, 'quality', 'open']],
        } as const);
  await app.db.transaction(async (tx) => {
    await tx.script('set local session_replication_role = replica');
    for (const [table, [columns, values]] of Object.entries(rows)) {
      const places = values.map((_, index) => `$${index + 2}`);
      await tx.query(`insert into ${table} (id, ${columns}, created, updated) values ($1, ${places}, now(), now())`, [
        id,
        ...values,
      ]);
    }
  });
}

/** What the door makes of a text in a new record of a collection that is between the instructor and whose lesson that is. */
async function passed(
  collection: Collection,
  field: string,
  text: string,
  lesson: string,
  by: Client,
): Promise<unknown> {
  const [door] = app.app.engine.hooks.of(collection.name);
  const row = await app.app.engine.collections.find('users');
  const [account = {}] = await app.db.query(`select * from users where id = $1`, [by.id]);
  const record = { id: 'anewrecord00000', [pairFieldOf(collection) ?? 'lesson']: lesson, [field]: text };
  const event: RecordEvent = {
    collection,
    auth: {
      id: by.id,
      collectionId: row?.id ?? '',
      collectionName: 'users',
      isSuperuser: false,
      refreshable: true,
      sessionId: '',
      secondFactor: 'none',
      isLimited: false,
      limitedBecause: '',
      actor: '',
      impersonator: '',
      row: account,
    },
    system: false,
    body: { fields: {}, files: {} },
    sent: new Set([field]),
    record,
    original: null,
    requestHash: '',
    authorId: '',
    db: app.db,
  };
  await door?.beforeCreate?.(event);
  return record[field];
}

test.each(cells)(
  '[25.6] $name takes no contact detail of a stranger, whatever kind, and leaves other words',
  async ({ collection, field }) => {
    const { contacts: says, wholeFor } = field;
    const keep = (text: string) => passed(collection, field.name, text, 'lessonasked0000', stranger);
    // What is kept whole for some is hidden from the others where it is shown: see below.
    for (const [text, trace] of wholeFor ? [] : Object.values(contacts)) {
      if (says === isName) {
        const refused = await keep(`Ravi ${text}`).catch((error: unknown) => error);
        if (!(refused instanceof ApiError)) throw new Error(`${text} was taken`);
        expect([text, refused.data]).toEqual([
          text,
          {
            [field.name]: {
              code: expect.stringMatching(/^name_(?:digits|sign|address)$/),
              message: expect.stringMatching(/^[A-Z].*\.$/),
            },
          },
        ]);
      } else {
        const kept = await keep(`Ravi ${text}`);
        expect([text, kept]).toEqual([text, expect.stringContaining('hidden]')]);
        expect(kept).not.toContain(trace);
      }
      if (says !== hiddenUntilConfirmed) continue;
      expect(await passed(collection, field.name, text, 'lessonconfirmed', learner)).toBe(text);
    }
    const none = says === isName ? 'Tan Ah Kow @ Peter' : 'Sat 5 Dec, 10:00 to 11:30 at Bedok MRT, S$66';
    expect(await keep(none)).toBe(none);
  },
);

/** Tables and columns in which a text of somebody is found. */
async function whereIs(trace: string): Promise<string[]> {
  const columns = await app.db.query<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb', 'json', 'character varying')`,
  );
  const found: string[] = [];
  for (const { table, column } of columns) {
    const rows = await app.db.query(`select from "${table}" where "${column}"::text like $1 limit 1`, [`%${trace}%`]);
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

test('[25.6] what strangers write to each other is nowhere, whatever way it takes: messages, moves, mails, notices, public pages', async () => {
  const [other, one] = [await makeInstructor(app, { instantBooking: false }), await makePerson(app)];
  const conversation = await one.collection('conversations').create({ instructor: other.id });
  const message = await one.collection('messages').create({ conversation: conversation.id, text: every });
  expect(message).toMatchObject({ contactsHidden: true });
  await other.client.collection('instructors').update(other.id, { bio: every });
  const book = async (at: string) => {
    const wanted = { instructor: other.id, start: at, durationMinutes: 60, note: every, pickup: 'Bedok MRT' };
    const lesson = await one.collection('lessons').create(wanted);
    await one.collection('payments').create({ lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' });
    return lesson.id;
  };
  const [declined, called] = [await book('2026-12-02T02:00:00Z'), await book('2026-12-03T02:00:00Z')];
  // Until it is confirmed, the instructor reads the note without them, whatever way it comes.
  const heard: string[] = [];
  const ways = [
    () => other.client.collection('lessons').getOne(declined),
    () => other.client.collection('lessons').getFullList(),
    () => other.client.collection('instructors').getOne(other.id, { expand: 'lessons_via_instructor' }),
    () => other.client.send('/api/marketplace/dashboard', { query: { view: 'instructor' } }),
    () => other.client.send(`/api/marketplace/students/${one.id}`, {}),
  ];
  for (const way of ways) heard.push(JSON.stringify(await way()));
  expect(traces.filter((trace) => heard.some((text) => text.includes(trace)))).toEqual([]);
  await other.client.collection('approvals').create({ lesson: declined, decision: 'decline', reason: every });
  await one.collection('cancellations').create({ lesson: called, reason: every });
  // What anybody reads of the instructor.
  const guest = app.guest();
  const shown = JSON.stringify([
    await guest.collection('instructors').getOne(other.id),
    await guest.send('/api/marketplace/instructors', { query: { perPage: '100' } }),
  ]);
  expect(traces.filter((trace) => shown.includes(trace))).toEqual([]);
  const places = new Set((await Promise.all(traces.map(whereIs))).flat());
  places.delete('lessons.note');
  expect([...places]).toEqual([]);
});

test('[25.6] reviews, answers to them and notes of hand-overs are public or a stranger’s, and have none', async () => {
  await makeLesson('lessondone00000', learner.id, 'completed', '2026-11-20T02:00:00Z');
  const review = await learner
    .collection('reviews')
    .create({ lesson: 'lessondone00000', rating: 5, text: every, tags: ['patience'] });
  expect(traces.filter((trace) => review.text.includes(trace))).toEqual([]);
  await teacher.client.collection('reviews').create({ lesson: 'lessondone00000', rating: 5, text: every });
  const reply = await teacher.client.collection('review_replies').create({ review: review.id, text: every });
  expect(traces.filter((trace) => reply.text.includes(trace))).toEqual([]);
  const taker = await makeInstructor(app);
  const note = { learner: learner.id, fromInstructor: teacher.id, toInstructor: taker.id, note: every };
  const handOver = await learner.collection('hand_overs').create(note);
  expect(traces.filter((trace) => handOver.note.includes(trace))).toEqual([]);
});

test('[25.6] a name is refused at its field by whatever call it comes, with a sentence that says what to do', async () => {
  const register = (name: string) =>
    app.guest().collection('users').create({
      name,
      email: 'new@kerbside.example',
      password: 'a-long-pass-word',
      passwordConfirm: 'a-long-pass-word',
    });
  const codes = {
    'Ali 91234567': 'name_digits',
    'Ali @ali': 'name_sign',
    'a/b': 'name_sign',
    'Click evil.example': 'name_address',
    'Ali\u202egnp': 'name_characters',
    'Tan S1234567D': 'name_nric',
  };
  for (const [name, code] of Object.entries(codes)) {
    const refused = [
      register(name),
      learner.collection('users').update(learner.id, { name }),
      learner.collection('users').update(learner.id, { firstName: name }),
      learner.collection('users').update(learner.id, { lastName: name }),
      stranger.collection('instructors').create({ name }),
      teacher.client.collection('own_learners').create({ name }),
    ];
    const answers = await Promise.all(refused.map((each) => refusalOf(each)));
    const found = answers.map(({ status, data }) => [status, Object.values(data)[0]?.code]);
    expect([name, found]).toEqual([name, refused.map(() => [400, code])]);
    const change = await refusalOf(
      teacher.client.collection('instructor_changes').create({ instructor: teacher.id, changes: { name } }),
    );
    expect([name, JSON.stringify(change.data.changes)]).toEqual([name, expect.stringContaining(code)]);
  }
  const parts = { firstName: 'Ali 91', lastName: '23 Tan' };
  expect((await refusalOf(stranger.collection('users').update(stranger.id, parts))).data.lastName?.code).toBe(
    'name_digits',
  );
  for (const name of [
    'Tan Ah Kow @ Peter',
    'Muthu s/o Raman',
    'Kavitha D/O Kumar',
    'Vijay a/l Ganesan',
    'Siti binte Ali',
  ]) {
    expect((await stranger.collection('users').update(stranger.id, { name })).name).toBe(name);
  }
});

test('[25.6] a name that an outside account or the operator brings is cleaned', async () => {
  const { engine } = app.app;
  const users = engine.collections.get('users');
  const made = await createRecord(engine, {
    collection: users,
    body: {
      fields: {
        name: 'Mei https://evil.example 91234567',
        email: 'mei@kerbside.example',
        password: 'a-long-pass-word',
        passwordConfirm: 'a-long-pass-word',
      },
      files: {},
    },
    request: { context: 'oauth2', method: 'POST', auth: null, query: {}, headers: {}, body: {} },
  }).catch((error: unknown) => error);
  const row = made instanceof Error ? {} : (made as Record<string, unknown>);
  const imported = await app.root.collection('users').create({
    name: 'Tan S1234567D evil.example',
    email: 'imported@kerbside.example',
    password: 'a-long-pass-word',
    passwordConfirm: 'a-long-pass-word',
  });
  expect([row.name, imported.name]).toEqual(['Mei', 'Tan']);
});
