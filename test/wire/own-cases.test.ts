import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
type Person = Awaited<ReturnType<typeof makePerson>>;
let [admin, judge]: Person[] = [];
let own: Teacher;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, { role: 'admin' });
});
afterAll(() => app.close());

// Somebody of the staff who teaches, too.
beforeEach(async () => {
  own = await makeInstructor(app, { name: 'Lim' });
  await app.root.collection('users').update(own.client.id, { role: 'admin' });
  judge = own.client;
});

const by = (client: Person | undefined) => client as Person;
const codesOf = async (call: Promise<unknown>) =>
  Object.entries((await refusalOf(call)).data).map(([field, { code }]) => `${field}: ${code}`);

describe('nobody of the staff checks themselves', () => {
  const verify = (client: Person | undefined, outcome: string, more: object = {}) =>
    by(client)
      .collection('verifications')
      .create({ instructor: own.id, outcome, ...more });
  const licence = { kind: 'licence', checkedOn: '2026-11-21', expiresOn: '2027-06-30', note: '' };
  const reasons = { insurance: 'It has run out.' };

  test.each([
    ['accepted', { checks: [licence] }],
    ['refused', { reasons }],
    ['suspended', { reasons }],
    ['restored', {}],
  ])('by a verification that says %s', async (outcome, more) => {
    expect(await codesOf(verify(judge, outcome, more))).toEqual(['instructor: own_profile']);
  });

  test('by answering a change that they asked for', async () => {
    const change = { instructor: own.id, changes: { vehiclePlate: 'SKB 1' } };
    const { id } = await by(judge).collection('instructor_changes').create(change);
    const answer = (client: Person | undefined) =>
      by(client).collection('instructor_changes').update(id, { status: 'accepted' });
    expect(await codesOf(answer(judge))).toEqual(['status: own_profile']);
    expect(await answer(admin)).toMatchObject({ status: 'accepted' });
  });

  test('by withdrawing or confirming a suspension of theirs', async () => {
    const { id: verification } = await verify(admin, 'suspended', { reasons });
    const withdraw = by(judge).collection('verifications').update(verification, { status: 'withdrawn' });
    expect(await codesOf(withdraw)).toEqual(['status: own_profile']);
    const confirm = by(judge).collection('verification_confirmations').create({ verification });
    expect(await codesOf(confirm)).toEqual(['verification: own_profile']);
  });

  test('by writing into their own profile and papers what others check', async () => {
    const update = (body: object) => by(judge).collection('instructors').update(own.id, body);
    await app.root.collection('instructors').update(own.id, { status: 'suspended' });
    expect(await codesOf(update({ status: 'listed' }))).toEqual(['status: not_allowed']);
    expect(await codesOf(update({ verifiedAt: '2026-11-21 00:00:00Z' }))).toEqual(['verifiedAt: not_allowed']);
    expect(await codesOf(update({ licenceExpiresOn: '2040-01-01' }))).toEqual(['licenceExpiresOn: not_allowed']);
    expect(await codesOf(update({ ratingAverage: 5 }))).toEqual(['ratingAverage: not_allowed']);
    expect(await codesOf(update({ licenceClasses: ['4'] }))).toEqual(['licenceClasses: needs_review']);
    const papers = by(judge).collection('instructor_documents');
    expect(await codesOf(papers.create({ instructor: own.id, kind: 'licence', status: 'accepted' }))).toEqual([
      'status: not_allowed',
    ]);
    const { id } = await papers.create({ instructor: own.id, kind: 'licence' });
    expect(await codesOf(papers.update(id, { status: 'accepted' }))).toEqual(['status: not_allowed']);
    const listed = by(judge).collection('instructors').create({ name: 'Lim', status: 'listed' });
    expect(await codesOf(listed)).toEqual(['status: not_allowed']);
    // Nor into anybody else's, once it was checked: that follows from what its instructor asked for.
    const others = by(admin)
      .collection('instructors')
      .update(own.id, { licenceClasses: ['4'] });
    expect(await codesOf(others)).toEqual(['licenceClasses: needs_review']);
    await by(admin).collection('instructor_documents').update(id, { status: 'accepted' });
  });
});

describe('[25.24] what was made for one account stays with it', () => {
  test('so that no admin lays an instructor’s profile on another account, or their own aside for a decision', async () => {
    const puppet = await makePerson(app);
    for (const client of [admin, judge]) {
      const update = by(client).collection('instructors').update(own.id, { user: puppet.id });
      expect(await codesOf(update)).toEqual(['user: not_allowed']);
    }
    expect((await app.root.collection('instructors').getOne(own.id)).user).toBe(own.client.id);
  });

  test('and a paper says what it said when it was looked at', async () => {
    const other = await makeInstructor(app, { name: 'Tan' });
    const papers = by(admin).collection('instructor_documents');
    const { id } = await own.client.collection('instructor_documents').create({ instructor: own.id, kind: 'licence' });
    await papers.update(id, { status: 'accepted' });
    const attacks = { kind: 'medical', expiresOn: '2040-01-01', instructor: other.id };
    for (const [field, value] of Object.entries(attacks))
      expect(await codesOf(papers.update(id, { [field]: value }))).toEqual([`${field}: not_allowed`]);
    const file = new File([new Uint8Array([1])], 'other.pdf');
    expect(await codesOf(papers.update(id, { file }))).toEqual(['file: not_allowed']);
  });
});

describe('nobody of the staff judges a lesson that they gave or took', () => {
  /** A paid lesson of an hour with the one who judges, or another's that they took. */
  async function given(
    side: 'teacher' | 'learner',
    status: string,
    start = '2026-11-20T10:00:00+08:00',
  ): Promise<{ lesson: string; learner: Person }> {
    const teacher = side === 'teacher' ? own : await makeInstructor(app);
    const learner = side === 'teacher' ? await makePerson(app) : by(judge);
    const wanted = { instructor: teacher.id, learner: learner.id, start, status };
    const { id } = await app.root.collection('lessons').create({ ...wanted, durationMinutes: 60, priceCents: 6600 });
    const paid = { lesson: id, learner: learner.id, method: 'card', amountCents: 6600, status: 'succeeded' };
    await app.root.collection('payments').create(paid);
    return { lesson: id, learner };
  }

  test.each(['teacher', 'learner'] as const)('by deciding its claim, as its %s', async (side) => {
    const { lesson, learner } = await given(side, 'completed');
    const { id } = await learner.collection('claims').create({ lesson, kind: 'quality', text: 'The car broke down.' });
    const decide = (client: Person | undefined) =>
      by(client).collection('claim_decisions').create({ claim: id, outcome: 'full', reason: 'Both say so.' });
    expect(await codesOf(decide(judge))).toEqual(['claim: own_case']);
    expect(await decide(admin)).toMatchObject({ outcome: 'full' });
  });

  test.each(['teacher', 'learner'] as const)('by deciding who was missing, as its %s', async (side) => {
    const { lesson } = await given(side, 'confirmed', '2026-11-21T09:30:00+08:00');
    const noShow = await app.root.collection('no_shows').create({ lesson, missing: 'learner', text: 'x' });
    const contest = await app.root.collection('no_show_contests').create({ noShow: noShow.id, text: 'I was there.' });
    const decide = (client: Person | undefined) =>
      by(client)
        .collection('no_show_decisions')
        .create({ contest: contest.id, missing: 'learner', reason: 'The photo says so.' });
    expect(await codesOf(decide(judge))).toEqual(['contest: own_case']);
    expect(await decide(admin)).toMatchObject({ missing: 'learner' });
  });

  test('by waiving what they were charged themselves', async () => {
    const { lesson } = await given('learner', 'confirmed', '2026-11-21T09:30:00+08:00');
    expect(await by(judge).collection('cancellations').create({ lesson })).toMatchObject({ feeCents: 6600 });
    const waive = (client: Person | undefined) => by(client).collection('waivers').create({ lesson });
    expect(await codesOf(waive(judge))).toEqual(['lesson: own_case']);
    expect(await waive(admin)).toMatchObject({ refundCents: 6600 });
  });

  test('by removing what was written of them', async () => {
    const { lesson } = await given('teacher', 'completed');
    const review = await app.root.collection('reviews').create({ lesson, side: 'learner', rating: 1, text: 'Late.' });
    const decide = (client: Person | undefined) =>
      by(client)
        .collection('review_decisions')
        .create({ review: review.id, outcome: 'removed', reason: 'It is rude.' });
    expect(await codesOf(decide(judge))).toEqual(['review: own_case']);
    expect(await decide(admin)).toMatchObject({ outcome: 'removed' });
  });
});

describe('[25.2] of a case about staff nobody decides who got the right after it began', () => {
  const early = '2026-11-20 00:00:00.000Z';
  /** Staff since just now, in a role with the right. */
  const fresh = async (role: string) => {
    const person = await makePerson(app);
    app.clock.advance(1);
    await app.root.collection('users').update(person.id, { role });
    app.clock.advance(1);
    return person;
  };
  const refused = (field: string) => [`${field}: not_staff_then`];

  test('by a verification of what was sent in before', async () => {
    await by(judge).collection('instructor_documents').create({ instructor: own.id, kind: 'licence' });
    const late = await fresh('moderator');
    const checks = [{ kind: 'licence', checkedOn: '2026-11-21', expiresOn: '2027-06-30', note: '' }];
    const accept = (client: Person | undefined) =>
      by(client).collection('verifications').create({ instructor: own.id, outcome: 'accepted', checks });
    expect(await codesOf(accept(late))).toEqual(refused('instructor'));
    expect(await accept(admin)).toMatchObject({ outcome: 'accepted' });
  });

  test('by answering a change, or withdrawing a suspension, that was waiting', async () => {
    const change = { instructor: own.id, changes: { vehiclePlate: 'SKB 2' } };
    const { id } = await by(judge).collection('instructor_changes').create(change);
    const reasons = { insurance: 'It has run out.' };
    const suspension = { instructor: own.id, outcome: 'suspended', reasons };
    const { id: waiting } = await by(admin).collection('verifications').create(suspension);
    const late = await fresh('moderator');
    expect(await codesOf(late.collection('instructor_changes').update(id, { status: 'accepted' }))).toEqual(
      refused('status'),
    );
    expect(await codesOf(late.collection('verifications').update(waiting, { status: 'withdrawn' }))).toEqual(
      refused('status'),
    );
    expect(await by(admin).collection('instructor_changes').update(id, { status: 'accepted' })).toBeTruthy();
  });

  test('by comparing them with the Police’s list, which was due', async () => {
    await app.db.query(`update instructors set "_comparedOn" = '2026-10-01' where id = $1`, [own.id]);
    const late = await fresh('moderator');
    const compare = (client: Person | undefined) =>
      by(client)
        .collection('police_checks')
        .create({ instructor: own.id, listedOn: '2026-11-20', outcome: 'found', listedName: 'Lim' });
    expect(await codesOf(compare(late))).toEqual(refused('instructor'));
    expect(await compare(admin)).toMatchObject({ outcome: 'found' });
    // The next one is due in a month.
    expect(await compare(late)).toMatchObject({ outcome: 'found' });
  });

  test('by pardoning them what they did before', async () => {
    const learner = await makePerson(app);
    const wanted = { instructor: own.id, learner: learner.id, start: '2026-11-25T10:00:00+08:00', durationMinutes: 60 };
    const { id: lesson } = await app.root.collection('lessons').create({ ...wanted, priceCents: 6600 });
    await own.client.collection('cancellations').create({ lesson, reason: 'Busy' });
    const late = await fresh('admin');
    const pardon = (client: Person | undefined) =>
      by(client).collection('reliability_pardons').create({ instructor: own.id, reason: 'Illness' });
    expect(await codesOf(pardon(late))).toEqual(refused('instructor'));
    expect(await pardon(admin)).toMatchObject({ reason: 'Illness' });
  });

  test('by paying out what they earned before', async () => {
    const [entry] = await app.db.query<{ id: string }>('select id from ledger_entries order by id desc limit 1');
    await app.db.query(
      `insert into payables (entry, instructor, "amountCents", "payableFrom") values ($1, $2, 5940, $3)`,
      [entry?.id, own.id, early],
    );
    const late = await fresh('finance');
    const pay = late.collection('payouts').create({ instructor: own.id });
    expect(await codesOf(pay)).toEqual(refused('instructor'));
    await app.db.query('delete from payables where entry = $1', [entry?.id]);
  });

  test('[25.43] by sending a payout again that failed', async () => {
    await app.db.query(
      `insert into payouts (id, instructor, "amountCents", status, provider, date, "failureCode", attempts, created, updated)
       values ('payoutofthejudg', $1, 5940, 'failed', 'stripe', '2026-11-18', 'account_closed', 1, $2, $2)`,
      [own.id, early],
    );
    const retry = (client: Person | undefined) =>
      by(client).send('/api/marketplace/payouts/payoutofthejudg/retry', { method: 'POST' });
    expect(await codesOf(retry(judge))).toEqual(['payout: own_case']);
    expect(await codesOf(retry(await fresh('finance')))).toEqual(refused('payout'));
    await app.db.query(`delete from payouts where id = 'payoutofthejudg'`);
  });

  test('by waiving a fee of theirs', async () => {
    const teacher = await makeInstructor(app);
    const wanted = {
      instructor: teacher.id,
      learner: judge?.id,
      start: '2026-11-21T09:30:00+08:00',
      durationMinutes: 60,
    };
    const { id: lesson } = await app.root.collection('lessons').create({ ...wanted, priceCents: 6600 });
    const paid = { lesson, learner: judge?.id, method: 'card', amountCents: 6600, status: 'succeeded' };
    await app.root.collection('payments').create(paid);
    await by(judge).collection('cancellations').create({ lesson });
    const late = await fresh('admin');
    expect(await codesOf(late.collection('waivers').create({ lesson }))).toEqual(refused('lesson'));
    expect(await by(admin).collection('waivers').create({ lesson })).toMatchObject({ refundCents: 6600 });
  });
});
