import { EventSource } from 'eventsource';
import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '../support/start-app.ts';

Object.assign(globalThis, { EventSource });

let app: TestApp;
let teacher: Teacher;

const facts = { vehiclePlate: 'SKB 1234 A', licenceExpiresOn: '2031-05-01', retiresOn: '2050-02-03' };
const lessonAt = (start: string) => ({ instructor: teacher.id, start, durationMinutes: 60 });

beforeAll(async () => {
  app = await startApp();
  teacher = await makeInstructor(app, { ...facts, name: 'Lim' });
});
afterAll(() => app.close());

type Seen = Record<string, unknown>;
const seenBy = (client: { collection: TestApp['root']['collection'] }) =>
  client.collection('instructors').getOne<Seen>(teacher.id);

describe('[10.1.10] of a listed instructor', () => {
  test('guests are shown neither account nor birth date nor plate, in no answer', async () => {
    const guest = app.guest();
    const answers = [
      await seenBy(guest),
      ...(await guest.collection('instructors').getFullList<Seen>({ expand: 'user' })),
      (await guest.send<{ items: Array<{ instructor: Seen }> }>('/api/marketplace/instructors', {})).items[0]!
        .instructor,
    ];
    for (const answer of answers) {
      expect(Object.keys(answer)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(?:user|licenceExpiresOn|retiresOn|vehiclePlate)$/)]),
      );
      expect(JSON.stringify(answer)).not.toContain(teacher.client.id.slice(-6));
    }
  });

  test.each(['user', 'licenceExpiresOn', 'retiresOn', 'vehiclePlate', 'user.name'])(
    'guests may neither filter nor sort by %s',
    async (name) => {
      const list = (options: object) => app.guest().collection('instructors').getList(1, 5, options);
      expect((await refusalOf(list({ filter: `${name} != "x"` }))).status).toBe(400);
      expect((await refusalOf(list({ filter: `${name}:lower ?~ "x"` }))).status).toBe(400);
      expect((await refusalOf(list({ sort: `-${name}` }))).status).toBe(400);
    },
  );

  test('its own and the admins see all, other people whose profile it is', async () => {
    const [admin, stranger] = [await makePerson(app, { role: 'admin' }), await makePerson(app)];
    expect(await seenBy(teacher.client)).toMatchObject({ ...facts, user: teacher.client.id });
    expect(await seenBy(admin)).toMatchObject({ ...facts, user: teacher.client.id });
    const shown = await seenBy(stranger);
    expect(shown.user).toBe(teacher.client.id);
    for (const name of Object.keys(facts)) expect(shown).not.toHaveProperty(name);
    const sorted = stranger.collection('instructors').getList(1, 5, { sort: 'retiresOn' });
    expect((await refusalOf(sorted)).status).toBe(400);
    expect((await admin.collection('instructors').getList(1, 5, { sort: 'retiresOn' })).items.length).toBe(1);
  });

  test('a learner looks for the plate once a lesson is confirmed', async () => {
    const learner = await makePerson(app);
    const held = await learner.collection('lessons').create(lessonAt('2026-11-24T09:00:00+08:00'));
    expect(await seenBy(learner)).not.toHaveProperty('vehiclePlate');
    await learner.collection('payments').create({ lesson: held.id, method: 'card', cardNumber: '4242424242424242' });
    expect((await seenBy(learner)).vehiclePlate).toBe(facts.vehiclePlate);
    const lesson = await learner.collection('lessons').getOne(held.id, { expand: 'instructor' });
    expect(lesson.expand?.instructor).toMatchObject({ vehiclePlate: facts.vehiclePlate });
    expect(lesson.expand?.instructor).not.toHaveProperty('retiresOn');
  });

  test('a listener is told no more than a reader', async () => {
    const guest = app.guest();
    const heard = new Promise<Seen>((resolve) => {
      void guest
        .collection('instructors')
        .subscribe(teacher.id, ({ record }) => resolve(record))
        .then(() => app.root.collection('instructors').update(teacher.id, { bio: 'New' }));
    });
    const record = await heard;
    expect(record.bio).toBe('New');
    for (const name of ['user', ...Object.keys(facts)]) expect(record).not.toHaveProperty(name);
    await guest.realtime.unsubscribe();
  });

  test.each([
    { name: 'Somebody Else' },
    { licenceClasses: ['3', '4'] },
    { 'licenceClasses+': '4' },
    { vehiclePlate: 'SKB 1' },
    { vehicleModel: 'Vios' },
  ])('what was checked before waits for a review: %j', async (change) => {
    const refusal = await refusalOf(teacher.client.collection('instructors').update(teacher.id, change));
    const name = Object.keys(change)[0]!.replace('+', '');
    expect([refusal.status, refusal.data[name]?.code]).toEqual([400, 'needs_review']);
  });

  test('its photo too, and the rest is free to change', async () => {
    const photo = new File([new Uint8Array([1])], 'me.png');
    const refusal = await refusalOf(teacher.client.collection('instructors').update(teacher.id, { photo }));
    expect(refusal.data.photo?.code).toBe('needs_review');
    const kept = { name: 'Lim', licenceClasses: ['3A'], status: 'listed', hourlyCents: 7000 };
    expect(await teacher.client.collection('instructors').update(teacher.id, kept)).toMatchObject(kept);
  });
});

describe('[10.1.10] a profile', () => {
  const offer = { name: 'Mei', licenceClasses: ['3A'], hourlyCents: 6000, areas: ['Bedok'] };

  test('is begun by anybody signed in, for themselves and once', async () => {
    const person = await makePerson(app);
    const made = await person.collection('instructors').create(offer);
    expect(made).toMatchObject({ user: person.id, status: 'draft', instantBooking: true, lessonMinutes: [] });
    // Whoever lists one by hand gets the usual lengths for what was never chosen.
    const draft = await (await makePerson(app)).collection('instructors').create(offer);
    const listed = await app.root.collection('instructors').update(draft.id, { status: 'listed' });
    expect(listed.lessonMinutes).toEqual([60, 90, 120]);
    const again = await refusalOf(person.collection('instructors').create({ ...offer, user: person.id }));
    expect([again.status, again.data.user?.code]).toEqual([400, 'validation_not_unique']);
    await person.collection('instructors').update(made.id, { name: 'Mei Ling', vehiclePlate: 'SKA 1' });
  });

  test.each([
    { status: 'listed' },
    { user: 'somebody0000001' },
    { verifiedAt: '2026-01-01 00:00:00.000Z' },
    { 'ratingCount+': 3 },
    { passRatePercent: 99 },
    { licenceExpiresOn: '2030-01-01' },
    { retiresOn: '2050-01-01' },
  ])('takes nothing from its maker that the platform decides: %j', async (more) => {
    const person = await makePerson(app);
    const refusal = await refusalOf(person.collection('instructors').create({ ...offer, ...more }));
    expect([refusal.status, refusal.data[Object.keys(more)[0]!.replace('+', '')]?.code]).toEqual([400, 'not_allowed']);
  });

  test('[25.33] has no word of an admin’s in what follows from reviews and verifications', async () => {
    const admin = await makePerson(app, { role: 'admin' });
    const { id } = await makeInstructor(app);
    const facts = { ratingAverage: 5, ratingCount: 999, licenceExpiresOn: '2099-01-01', retiresOn: '2099-01-01' };
    for (const [field, value] of Object.entries({ ...facts, verifiedAt: '2026-01-01 00:00:00.000Z' })) {
      const { data } = await refusalOf(admin.collection('instructors').update(id, { [field]: value }));
      expect(data[field]?.code).toBe('not_allowed');
    }
  });

  test('[25.49] has its price and its terms changed, and packages of its hours sold, by nobody but its instructor', async () => {
    const admin = await makePerson(app, { role: 'admin' });
    const { id, client } = await makeInstructor(app);
    const terms = { hourlyCents: 1000, cancellationHours: 48, minNoticeMinutes: 500_000, instantBooking: false };
    for (const [field, value] of Object.entries({ ...terms, lessonMinutes: [30], weekendSurchargePercent: 5 })) {
      const { data } = await refusalOf(admin.collection('instructors').update(id, { [field]: value }));
      expect(data[field]?.code).toBe('not_allowed');
    }
    const offer = { instructor: id, minutes: 600, discountPercent: 50, active: true };
    expect((await refusalOf(admin.collection('package_offers').create(offer))).status).toBe(400);
    const made = await client.collection('package_offers').create({ ...offer, discountPercent: 5 });
    const cheaper = admin.collection('package_offers').update(made.id, { discountPercent: 50 });
    expect((await refusalOf(cheaper)).status).toBe(404);
    await client.collection('instructors').update(id, { hourlyCents: 7000 });
    await admin.collection('instructors').update(id, { bio: 'Put right' });
  });

  test('is not begun by a guest, nor by an account of another collection', async () => {
    expect((await refusalOf(app.guest().collection('instructors').create(offer))).status).toBe(400);
  });

  test('is listed by no admin’s hand, and its maker accepts no paper', async () => {
    const [person, admin] = [await makePerson(app), await makePerson(app, { role: 'admin' })];
    const { id } = await person.collection('instructors').create(offer);
    for (const status of ['submitted', 'listed', 'suspended']) {
      const refusal = await refusalOf(admin.collection('instructors').update(id, { status }));
      expect([refusal.status, refusal.data.status?.code]).toEqual([400, 'needs_verification']);
    }
    const papers = person.collection('instructor_documents');
    const refused = await refusalOf(papers.create({ instructor: id, kind: 'licence', status: 'accepted' }));
    expect([refused.status, refused.data.status?.code]).toEqual([400, 'not_allowed']);
  });
});

test('[10.1.10] a published review tells guests neither whose it is nor of which lesson', async () => {
  const learner = await makePerson(app);
  const lesson = await app.root.collection('lessons').create({
    ...lessonAt('2026-12-01T02:00:00Z'),
    learner: learner.id,
    status: 'completed',
  });
  const review = await app.root.collection('reviews').create({
    instructor: teacher.id,
    author: learner.id,
    lesson: lesson.id,
    side: 'learner',
    rating: 5,
    text: 'Calm',
    publishedAt: '2026-12-03 00:00:00.000Z',
  });
  const [guest, stranger] = [app.guest(), await makePerson(app)];
  for (const client of [guest, stranger]) {
    const seen = await client.collection('reviews').getOne(review.id, { expand: 'author,lesson' });
    expect(seen.text).toBe('Calm');
    expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${learner.id}|${lesson.id}`));
    for (const filter of [`author = "${learner.id}"`, `lesson.learner.id = "${learner.id}"`]) {
      expect((await refusalOf(client.collection('reviews').getList(1, 5, { filter }))).status).toBe(400);
    }
  }
  const own = await learner.collection('lessons').getOne(lesson.id, { expand: 'reviews_via_lesson' });
  expect(own.expand?.reviews_via_lesson).toMatchObject([{ author: learner.id, lesson: lesson.id }]);
});

test('[10.1.14] a role in a collection of an operator’s own opens nothing', async () => {
  await app.root.collections.create({
    name: 'partners',
    type: 'auth',
    createRule: '',
    fields: [{ name: 'role', type: 'text' }],
  });
  const account = { email: 'p@x.example', password: 'learner-password', passwordConfirm: 'learner-password' };
  const partner = app.guest();
  await partner.collection('partners').create({ ...account, role: 'admin' });
  await partner.collection('partners').authWithPassword(account.email, account.password);
  for (const name of ['users', 'lessons', 'payments', 'reports', 'instructor_documents', 'support_requests']) {
    expect((await partner.collection(name).getList(1, 5)).totalItems, name).toBe(0);
  }
  expect((await refusalOf(partner.collection('holidays').create({ date: '2028-02-02' }))).status).toBe(400);
  expect((await refusalOf(partner.collection('instructors').create({ name: 'P' }))).status).toBe(400);
  expect(await seenBy(partner)).not.toHaveProperty('user');
});

describe('a pause', () => {
  const verifiedAt = '2026-01-01 00:00:00.000Z';
  const statusOf = async (id: string) => (await app.root.collection('instructors').getOne(id)).status;
  const set = (by: PocketBase, id: string, status: string) => by.collection('instructors').update(id, { status });

  test('is made and ended by the instructor; nobody books meanwhile, and what is booked stays', async () => {
    const teacher = await makeInstructor(app, { verifiedAt });
    const learner = await makePerson(app);
    const wanted = { instructor: teacher.id, start: '2026-12-01T02:00:00Z', durationMinutes: 60 };
    const { id } = await learner.collection('lessons').create(wanted);
    await learner.collection('payments').create({ lesson: id, method: 'card', cardNumber: '4242424242424242' });
    await set(teacher.client, teacher.id, 'paused');
    const refusal = await refusalOf(learner.collection('lessons').create({ ...wanted, start: '2026-12-02T02:00:00Z' }));
    expect(refusal.data.instructor?.code).toBe('not_bookable');
    expect((await learner.collection('lessons').getOne(id)).status).toBe('confirmed');
    await set(teacher.client, teacher.id, 'listed');
    await learner.collection('lessons').create({ ...wanted, start: '2026-12-02T02:00:00Z' });
  });

  test('of staff is not ended by the instructor, nor does an instructor retire, or list what was never checked', async () => {
    const teacher = await makeInstructor(app, { verifiedAt });
    const admin = await makePerson(app, { role: 'admin' });
    await set(teacher.client, teacher.id, 'paused');
    await set(admin, teacher.id, 'listed');
    await set(admin, teacher.id, 'paused');
    const refused = await refusalOf(set(teacher.client, teacher.id, 'listed'));
    expect([refused.status, refused.data.status?.code]).toEqual([400, 'not_allowed']);
    const mine = await refusalOf(teacher.client.collection('instructors').update(teacher.id, { pausedBySelf: true }));
    expect([mine.status, mine.data.pausedBySelf?.code]).toEqual([400, 'not_allowed']);
    await set(admin, teacher.id, 'listed');
    for (const client of [teacher.client, admin]) {
      const retiring = await refusalOf(set(client, teacher.id, 'retired'));
      expect([retiring.status, retiring.data.status?.code]).toEqual([400, 'needs_verification']);
    }
    const unchecked = await makeInstructor(app, { status: 'paused' });
    expect((await refusalOf(set(unchecked.client, unchecked.id, 'listed'))).data.status?.code).toBe('not_allowed');
    for (const stranger of [await makePerson(app), (await makeInstructor(app)).client]) {
      expect((await refusalOf(set(stranger, teacher.id, 'paused'))).status).toBe(404);
    }
    expect(await statusOf(teacher.id)).toBe('listed');
  });

  test('that staff make of one by the instructor is theirs from then on', async () => {
    const teacher = await makeInstructor(app, { verifiedAt });
    const admin = await makePerson(app, { role: 'admin' });
    await set(teacher.client, teacher.id, 'paused');
    await set(admin, teacher.id, 'paused');
    expect((await refusalOf(set(teacher.client, teacher.id, 'listed'))).data.status?.code).toBe('not_allowed');
  });

  test('is not ended by an instructor who is suspended in that moment', async () => {
    const teacher = await makeInstructor(app, { verifiedAt });
    await set(teacher.client, teacher.id, 'paused');
    const { db } = app;
    const waiting = async () => {
      const [row] = await db.query<{ count: number }>(
        `select count(*)::integer as count from pg_locks where not granted and pid in (
           select pid from pg_stat_activity where datname = current_database())`,
      );
      return row?.count;
    };
    let ending: Promise<{ status: number; data: Record<string, { code: string }> }> | undefined;
    await db.transaction(async (tx) => {
      await tx.query(`update instructors set status = 'suspended' where id = $1`, [teacher.id]);
      // It is judged by the state of before, and waits for the row.
      ending = refusalOf(set(teacher.client, teacher.id, 'listed'));
      await expect.poll(waiting).toBeGreaterThan(0);
    });
    expect(await ending).toMatchObject({ status: 400, data: { status: { code: 'not_allowed' } } });
    expect(await statusOf(teacher.id)).toBe('suspended');
  });
});

test('[10.1.10] nobody is listed by a profile that was changed and sent in anew while its check was open', async () => {
  const [person, moderator] = [await makePerson(app), await makePerson(app, { role: 'moderator' })];
  const offer = {
    name: 'Mei',
    licenceClasses: ['3A'],
    hourlyCents: 6600,
    areas: ['Bedok'],
    lessonMinutes: [60],
  };
  const { id: instructor } = await person.collection('instructors').create(offer);
  await person.collection('instructor_documents').create({ instructor, kind: 'licence' });
  await person.collection('availability_rules').create({ instructor, weekday: 1, startMinute: 480, endMinute: 1200 });
  const submit = () => person.collection('instructor_submissions').create({ instructor });
  const seen = await submit();
  await person.collection('instructors').update(instructor, { name: 'Somebody Else', licenceClasses: ['4'] });
  const again = await submit();
  const checks = [{ kind: 'licence', checkedOn: '2026-11-21', expiresOn: '2027-06-30', note: '' }];
  const accept = (submission: string) =>
    moderator.collection('verifications').create({ instructor, outcome: 'accepted', checks, submission });
  expect(await refusalOf(accept(seen.id))).toMatchObject({
    status: 409,
    data: { submission: { code: 'profile_changed' } },
  });
  expect((await person.collection('instructors').getOne(instructor)).status).toBe('submitted');
  await accept(again.id);
  expect((await person.collection('instructors').getOne(instructor)).status).toBe('listed');
});
