import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;
type Person = Awaited<ReturnType<typeof makePerson>>;
let [admin, second, moderator, stranger]: Person[] = [];

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, { role: 'admin' });
  second = await makePerson(app, { role: 'admin' });
  moderator = await makePerson(app, { role: 'moderator' });
  stranger = await makePerson(app);
});
afterAll(() => app.close());

const staff = (client: Person | undefined) => client as Person;
const offer = { name: 'Mei', licenceClasses: ['3A'], hourlyCents: 6600, areas: ['Bedok'], lessonMinutes: [60] };
const licence = { kind: 'licence', checkedOn: '2026-11-21', expiresOn: '2027-06-30', note: '' };
const insurance = { kind: 'insurance', checkedOn: '2026-11-21', expiresOn: '2027-03-31', note: 'Covers tuition' };
const age = { kind: 'age', checkedOn: '2026-11-21', expiresOn: '2031-12-01', note: '' };
const codesOf = async (call: Promise<unknown>) =>
  Object.entries((await refusalOf(call)).data).map(([field, { code }]) => `${field}: ${code}`);
const stateOf = (id: string) => app.root.collection('instructors').getOne(id);
const submit = (client: Person, instructor: string) =>
  client.collection('instructor_submissions').create({ instructor });
const verify = (client: Person | undefined, instructor: string, outcome: string, more: object = {}) =>
  staff(client)
    .collection('verifications')
    .create({ instructor, outcome, ...more });
const messagesOf = async (client: Person) =>
  (await client.collection('notifications').getFullList()).map(({ message }) => message);
const titlesOf = async (client: Person) =>
  (await client.collection('notifications').getFullList()).map(({ title }) => title);

/** A draft with everything that a check needs. */
async function draft(): Promise<{ person: Person; id: string; paper: string }> {
  const person = await makePerson(app);
  const { id } = await person.collection('instructors').create(offer);
  const paper = await person.collection('instructor_documents').create({ instructor: id, kind: 'licence' });
  const hours = { instructor: id, weekday: 1, startMinute: 480, endMinute: 1200 };
  await person.collection('availability_rules').create(hours);
  return { person, id, paper: paper.id };
}

async function submitted() {
  const made = await draft();
  await submit(made.person, made.id);
  return made;
}

test('[rule 3] a draft that says nothing of notice, horizon and gap has those of the policies', async () => {
  const person = await makePerson(app);
  const { id } = await person.collection('instructors').create({ name: 'Mei' });
  expect(await stateOf(id)).toMatchObject({ minNoticeMinutes: 720, horizonDays: 56, gapMinutes: 15 });
});

describe('a submission', () => {
  test('says at each field what an empty draft lacks', async () => {
    const person = await makePerson(app);
    const { id } = await person.collection('instructors').create({ name: 'Mei' });
    const codes = await codesOf(submit(person, id));
    expect(codes.sort()).toEqual(
      ['areas', 'documents', 'hourlyCents', 'hours', 'lessonMinutes', 'licenceClasses'].map(
        (name) => `${name}: missing`,
      ),
    );
    expect((await stateOf(id)).status).toBe('draft');
  });

  test('puts a whole draft into the queue, once, and tells those who check', async () => {
    const { person, id } = await submitted();
    expect((await stateOf(id)).status).toBe('submitted');
    expect(await codesOf(submit(person, id))).toEqual(['instructor: wrong_state']);
    expect(await titlesOf(staff(moderator))).toContain('Papers to check');
  });

  test('is nobody else’s to make or see', async () => {
    const { id } = await draft();
    for (const client of [staff(stranger), staff(admin), app.guest()]) {
      const call = client.collection('instructor_submissions').create({ instructor: id });
      expect((await refusalOf(call)).status).toBe(400);
    }
    expect((await staff(stranger).collection('instructor_submissions').getList(1, 5)).totalItems).toBe(0);
  });
});

describe('a verification', () => {
  test('is about the papers that were on the desk: with one that came in since nothing is decided, and it goes on waiting', async () => {
    const { person, id, paper } = await submitted();
    const late = await person.collection('instructor_documents').create({ instructor: id, kind: 'insurance' });
    const statusOf = async (of: string) => (await person.collection('instructor_documents').getOne(of)).status;
    const checks = { checks: [licence, age] };
    for (const outcome of ['accepted', 'refused']) {
      const said = { ...(outcome === 'accepted' ? checks : { reasons: { documents: 'Too dark.' } }), papers: [paper] };
      const { status, data } = await refusalOf(verify(admin, id, outcome, said));
      expect([status, data.papers?.code]).toEqual([409, 'papers_changed']);
    }
    expect([(await stateOf(id)).status, await statusOf(paper), await statusOf(late.id)]).toEqual([
      'submitted',
      'pending',
      'pending',
    ]);
    expect(await codesOf(verify(admin, id, 'accepted', { ...checks, papers: 'all' }))).toEqual([
      'papers: validation_invalid_value',
    ]);
    await verify(admin, id, 'accepted', { ...checks, papers: [paper, late.id] });
    expect([await statusOf(paper), await statusOf(late.id)]).toEqual(['accepted', 'accepted']);
  });

  test('that accepts lists the instructor until the earliest expiry, with the papers, and leaves an audit entry', async () => {
    const { person, id, paper } = await submitted();
    const made = await verify(moderator, id, 'accepted', { checks: [licence, insurance] });
    expect(made).toMatchObject({ status: 'done', checker: staff(moderator).id, checks: [licence, insurance] });
    const state = await stateOf(id);
    expect(state).toMatchObject({ status: 'listed', licenceExpiresOn: '2027-03-31' });
    expect(state.verifiedAt).toBe('2026-11-21 02:00:00.000Z');
    expect(await person.collection('instructor_documents').getOne(paper)).toMatchObject({
      status: 'accepted',
      expiresOn: '2027-06-30',
    });
    expect(await titlesOf(person)).toContain('Your profile is checked');
    expect((await app.guest().collection('instructors').getOne(id)).status).toBe('listed');
    const audit = await staff(admin).send<{ items: object[] }>('/api/marketplace/audit', {
      query: { record: id, looks: 'false' },
    });
    expect(audit.items).toMatchObject([{ actor: staff(moderator).id, collection: 'instructors', action: 'update' }]);
    const own = await person.collection('verifications').getOne(made.id);
    expect(own.outcome).toBe('accepted');
    for (const name of ['checker', 'checkerName', 'checks']) expect(own).not.toHaveProperty(name);
  });

  test.each([
    ['no licence', [insurance], 'checks: missing'],
    ['an expired paper', [licence, { ...insurance, expiresOn: '2026-11-20' }], 'checks: expired'],
    ['no list', 'licence', 'checks: validation_invalid_checks'],
    ['no date', [{ ...licence, expiresOn: '2027-02-30' }], 'checks: validation_invalid_checks'],
  ])('does not accept with %s', async (_name, checks, code) => {
    const { id } = await submitted();
    expect(await codesOf(verify(admin, id, 'accepted', { checks }))).toEqual([code]);
    expect((await stateOf(id)).status).toBe('submitted');
  });

  test('that refuses goes back to the draft, with reasons that the instructor reads, and can be put right', async () => {
    const { person, id, paper } = await submitted();
    expect(await codesOf(verify(admin, id, 'refused'))).toEqual(['reasons: validation_required']);
    const { id: made } = await verify(admin, id, 'refused', { reasons: { licence: 'The photo is too dark.' } });
    expect((await messagesOf(person)).join()).toContain('again. Instructor’s licence: The photo is too dark.');
    expect((await stateOf(id)).status).toBe('draft');
    expect((await person.collection('verifications').getOne(made)).reasons).toEqual({
      licence: 'The photo is too dark.',
    });
    const refused = await person.collection('instructor_documents').getOne(paper);
    expect(refused).toMatchObject({ status: 'refused', reason: 'The photo is too dark.' });
    expect(await codesOf(submit(person, id))).toEqual(['documents: missing']);
    await person.collection('instructor_documents').create({ instructor: id, kind: 'licence' });
    await submit(person, id);
    expect((await stateOf(id)).status).toBe('submitted');
  });

  test('that suspends waits for a second person, and can be ended', async () => {
    const { id, client } = await makeInstructor(app);
    const { id: verification } = await verify(admin, id, 'suspended', { reasons: { insurance: 'It has run out.' } });
    expect((await stateOf(id)).status).toBe('listed');
    const confirm = (by: Person | undefined) =>
      staff(by).collection('verification_confirmations').create({ verification });
    expect(await codesOf(confirm(admin))).toEqual(['verification: same_person']);
    expect((await client.collection('verifications').getList(1, 5)).totalItems).toBe(0);
    await confirm(second);
    expect((await stateOf(id)).status).toBe('suspended');
    expect(await titlesOf(client)).toContain('Your profile is suspended');
    expect(await codesOf(confirm(moderator))).toEqual(['verification: not_waiting']);
    await verify(moderator, id, 'restored');
    expect((await stateOf(id)).status).toBe('listed');
  });

  test('that suspends can be withdrawn while nobody has confirmed it', async () => {
    const { id } = await makeInstructor(app);
    const made = await verify(admin, id, 'suspended', { reasons: { insurance: 'It has run out.' } });
    const change = (by: Person | undefined, body: object) =>
      staff(by).collection('verifications').update(made.id, body);
    expect(await codesOf(change(admin, { status: 'done' }))).toEqual(['status: not_allowed']);
    expect(await codesOf(change(admin, { status: 'withdrawn', outcome: 'accepted' }))).toEqual([
      'outcome: not_allowed',
    ]);
    expect((await refusalOf(change(stranger, { status: 'withdrawn' }))).status).toBe(404);
    await change(moderator, { status: 'withdrawn' });
    expect(await codesOf(change(admin, { status: 'withdrawn' }))).toEqual(['status: not_waiting']);
    const confirm = staff(second).collection('verification_confirmations').create({ verification: made.id });
    expect(await codesOf(confirm)).toEqual(['verification: not_waiting']);
    expect((await stateOf(id)).status).toBe('listed');
    await verify(admin, id, 'suspended', { reasons: { insurance: 'It has run out.' } });
  });

  test('says from when an instructor is too old to teach, and nothing is sold after that', async () => {
    const { id } = await submitted();
    const age = { kind: 'age', checkedOn: '2026-11-21', expiresOn: '2026-12-01', note: '' };
    await verify(moderator, id, 'accepted', { checks: [licence, age] });
    expect(await stateOf(id)).toMatchObject({ licenceExpiresOn: '2027-06-30', retiresOn: '2026-12-01' });
    const lesson = { instructor: id, start: '2026-12-07T10:00:00+08:00', durationMinutes: 60 };
    expect(await codesOf(staff(stranger).collection('lessons').create(lesson))).toEqual(['instructor: not_bookable']);
  });

  test('refuses a new paper of a listed instructor, who stays listed', async () => {
    const { id, client } = await makeInstructor(app);
    const paper = await client.collection('instructor_documents').create({ instructor: id, kind: 'insurance' });
    await verify(moderator, id, 'refused', { reasons: { insurance: 'The date is cut off.' } });
    expect((await stateOf(id)).status).toBe('listed');
    expect(await client.collection('instructor_documents').getOne(paper.id)).toMatchObject({ status: 'refused' });
    expect(await titlesOf(client)).toContain('A paper was not accepted');
    expect((await messagesOf(client)).join()).toContain('Send another photo. Insurance: The date is cut off. Learners');
  });

  test('is told to everybody by what was checked and when, and to the instructor until when', async () => {
    const { person, id } = await submitted();
    const read = (client: Person | ReturnType<TestApp['guest']>) =>
      client.send<{ items: object[] }>(`/api/marketplace/instructors/${id}/checks`, {});
    for (const client of [app.guest(), staff(stranger)]) expect((await refusalOf(read(client))).status).toBe(404);
    expect((await read(person)).items).toEqual([]);
    await verify(moderator, id, 'accepted', { checks: [licence, insurance] });
    const { kind, checkedOn, expiresOn } = insurance;
    expect((await read(app.guest())).items[1]).toEqual({ kind, checkedOn });
    for (const client of [person, staff(moderator)]) {
      expect((await read(client)).items[1]).toEqual({ kind, checkedOn, expiresOn });
    }
  });

  test('says nothing of the car any more once it is another one', async () => {
    const { person, id } = await submitted();
    await verify(moderator, id, 'accepted', { checks: [licence, insurance] });
    const changes = { vehiclePlate: 'SKB 99' };
    const made = await person.collection('instructor_changes').create({ instructor: id, changes });
    await staff(admin).collection('instructor_changes').update(made.id, { status: 'accepted' });
    const { items } = await app.guest().send(`/api/marketplace/instructors/${id}/checks`, {});
    expect(items).toEqual([{ kind: 'licence', checkedOn: licence.checkedOn }]);
  });

  test('that restores lists nobody who was never accepted: they wait to be checked again', async () => {
    const { person, id } = await submitted();
    await staff(admin).collection('users').update(person.id, { suspended: true });
    await staff(admin).collection('users').update(person.id, { suspended: false });
    expect((await stateOf(id)).status).toBe('suspended');
    await verify(moderator, id, 'restored');
    expect(await stateOf(id)).toMatchObject({ status: 'submitted', verifiedAt: '' });
    await verify(moderator, id, 'accepted', { checks: [licence] });
    await app.root.collection('instructors').update(id, { status: 'suspended' });
    await verify(moderator, id, 'restored');
    expect((await stateOf(id)).status).toBe('listed');
  });

  test('is not of what somebody else is by now: whoever changes what is checked is a draft again', async () => {
    const { person, id } = await submitted();
    const change = (body: object) => person.collection('instructors').update(id, body);
    expect(await codesOf(change({ hourlyCents: 1 }))).toEqual(['hourlyCents: validation_min_number_constraint']);
    expect(await change({ bio: 'Calm.', hourlyCents: 7000, name: 'Mei' })).toMatchObject({ status: 'submitted' });
    expect(await change({ licenceClasses: ['4'] })).toMatchObject({ status: 'draft' });
    expect(await codesOf(verify(moderator, id, 'accepted', { checks: [licence] }))).toEqual([
      'instructor: wrong_state',
    ]);
    await submit(person, id);
    // Staff who put a name right don't send anybody back.
    expect(await staff(admin).collection('instructors').update(id, { name: 'Mei Ling' })).toMatchObject({
      status: 'submitted',
    });
    for (const body of [{ name: 'Somebody Else' }, { vehiclePlate: 'SKB 1' }, { vehicleModel: 'Vios' }]) {
      expect(await change(body)).toMatchObject({ status: 'draft' });
      await submit(person, id);
    }
  });

  test('leads on only from where it may', async () => {
    const { id } = await draft();
    const more = { checks: [licence], reasons: { name: 'No' } };
    for (const outcome of ['accepted', 'refused', 'suspended', 'restored']) {
      expect(await codesOf(verify(admin, id, outcome, more)), outcome).toEqual(['instructor: wrong_state']);
    }
  });

  test('is made by staff alone', async () => {
    const { person, id } = await submitted();
    for (const client of [person, staff(stranger)]) {
      expect((await refusalOf(verify(client, id, 'accepted', { checks: [licence] }))).status).toBe(400);
    }
    expect((await stateOf(id)).status).toBe('submitted');
  });
});

test('two people of the staff on one case are told of each other', async () => {
  const { id } = await submitted();
  const visit = (client: Person | ReturnType<TestApp['guest']>) =>
    client.send<{ others: object[] }>(`/api/marketplace/cases/${id}/visit`, { method: 'POST' });
  expect((await visit(staff(admin))).others).toEqual([]);
  expect((await visit(staff(moderator))).others).toHaveLength(1);
  expect((await visit(staff(admin))).others).toHaveLength(1);
  expect((await refusalOf(visit(staff(stranger)))).status).toBe(403);
  expect((await refusalOf(visit(app.guest()))).status).toBe(401);
});

test('[rule 28] an instructor is reminded 90, 60, 30, 14 and 7 days before the earliest expiry, each once, and nothing is booked after it', async () => {
  const { id, client } = await makeInstructor(app, { licenceExpiresOn: '2027-02-20', horizonDays: 200 });
  const reminders = async () =>
    (
      await app.db.query('select from notifications where "user" = $1 and title = $2', [
        client.id,
        'Your papers expire soon',
      ])
    ).length;
  const told: number[] = [];
  const days = ['2026-11-22', '2026-12-20', '2026-12-22', '2027-01-21', '2027-02-06', '2027-02-13', '2027-02-20'];
  for (const day of days) {
    app.clock.set(`${day}T10:00:00+08:00`);
    await app.app.sweepers.runDue();
    await app.app.sweepers.runDue();
    told.push(await reminders());
  }
  expect(told).toEqual([1, 1, 2, 3, 4, 5, 5]);
  const learner = await makePerson(app);
  const lessonOn = (day: string) => ({ instructor: id, start: `${day}T14:00:00+08:00`, durationMinutes: 60 });
  expect(await codesOf(learner.collection('lessons').create(lessonOn('2027-02-21')))).toEqual([
    'instructor: not_bookable',
  ]);
  await learner.collection('lessons').create(lessonOn('2027-02-20'));
});
