import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;
type Person = Awaited<ReturnType<typeof makePerson>>;
let admin: Person;
let moderator: Person;
let stranger: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, { role: 'admin' });
  moderator = await makePerson(app, { role: 'moderator' });
  stranger = await makePerson(app);
});
afterAll(() => app.close());

const codesOf = async (call: Promise<unknown>) =>
  Object.entries((await refusalOf(call)).data).map(([field, { code }]) => `${field}: ${code}`);

describe('a change of what was checked', () => {
  const ask = (client: Person, instructor: string, changes: object) =>
    client.collection('instructor_changes').create({ instructor, changes });
  const decide = (client: Person, id: string, body: object) => client.collection('instructor_changes').update(id, body);

  test('shows learners the old until staff accept it', async () => {
    const { id, client } = await makeInstructor(app, { name: 'Lim' });
    const made = await ask(client, id, { name: 'Lim Ah Kow', licenceClasses: ['3', '3A'], vehicleModel: 'Vios' });
    expect(made.status).toBe('waiting');
    expect((await app.guest().collection('instructors').getOne(id)).name).toBe('Lim');
    await decide(moderator, made.id, { status: 'accepted' });
    const seen = await app.guest().collection('instructors').getOne(id);
    expect(seen).toMatchObject({ name: 'Lim Ah Kow', licenceClasses: ['3', '3A'], vehicleModel: 'Vios' });
    const news = await client.collection('notifications').getFullList();
    expect(news.map(({ title }) => title)).toContain('Your change was accepted');
    expect(await codesOf(decide(admin, made.id, { status: 'refused', reason: 'No' }))).toEqual([
      'status: already_decided',
    ]);
  });

  test('is refused with a reason', async () => {
    const { id, client } = await makeInstructor(app, { name: 'Lim' });
    const made = await ask(client, id, { name: 'Lim Best Driver' });
    expect(await codesOf(decide(admin, made.id, { status: 'refused' }))).toEqual(['reason: validation_required']);
    await decide(admin, made.id, { status: 'refused', reason: 'Not the name on the licence.' });
    expect((await app.root.collection('instructors').getOne(id)).name).toBe('Lim');
    expect((await client.collection('instructor_changes').getOne(made.id)).reason).toBe('Not the name on the licence.');
  });

  test('waits one at a time for each field', async () => {
    const { id, client } = await makeInstructor(app);
    const made = await ask(client, id, { vehiclePlate: 'SKB 1' });
    expect(await codesOf(ask(client, id, { vehiclePlate: 'SKB 2', name: 'X' }))).toEqual(['changes: already_waiting']);
    await ask(client, id, { name: 'X' });
    await decide(admin, made.id, { status: 'accepted' });
    await ask(client, id, { vehiclePlate: 'SKB 2' });
  });

  test.each(['photo', 'carPhoto'] as const)('may be a new picture as %s', async (field) => {
    const { id, client } = await makeInstructor(app);
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const picture = () => new File([new Uint8Array(pixel)], 'me.png', { type: 'image/png' });
    expect(await codesOf(client.collection('instructors').update(id, { [field]: picture() }))).toEqual([
      `${field}: needs_review`,
    ]);
    const made = await client.collection('instructor_changes').create({ instructor: id, [field]: picture() });
    const again = client.collection('instructor_changes').create({ instructor: id, [field]: picture() });
    expect(await codesOf(again)).toEqual(['changes: already_waiting']);
    expect((await app.root.collection('instructors').getOne(id))[field]).toBe('');
    await decide(admin, made.id, { status: 'accepted' });
    const seen = await app.root.collection('instructors').getOne(id);
    expect(seen[field]).toBe(made[field]);
    const answer = await fetch(app.guest().files.getURL(seen, String(seen[field])));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    const found = await app.guest().send('/api/marketplace/instructors', { query: { q: String(seen.name) } });
    expect(found.items.map(({ instructor }: { instructor: object }) => instructor)).toContainEqual(
      expect.objectContaining({ id, [field]: made[field] }),
    );
  });

  test.each([
    {},
    { status: 'listed' },
    { hourlyCents: 1 },
    { name: '' },
    { licenceClasses: ['9'] },
    { licenceClasses: [] },
  ])('takes nothing else: %j', async (changes) => {
    const { id, client } = await makeInstructor(app);
    const refusal = await refusalOf(ask(client, id, changes));
    expect([refusal.status, Object.keys(refusal.data)]).toEqual([400, ['changes']]);
  });

  test('is for those who were listed, and decided by staff alone', async () => {
    const person = await makePerson(app);
    const { id } = await person.collection('instructors').create({ name: 'Mei' });
    expect(await codesOf(ask(person, id, { name: 'X' }))).toEqual(['instructor: wrong_state']);
    const teacher = await makeInstructor(app);
    expect((await refusalOf(ask(stranger, teacher.id, { name: 'X' }))).status).toBe(400);
    const made = await ask(teacher.client, teacher.id, { name: 'X' });
    for (const client of [teacher.client, stranger]) {
      expect((await refusalOf(decide(client, made.id, { status: 'accepted' }))).status).toBe(404);
    }
  });
});
