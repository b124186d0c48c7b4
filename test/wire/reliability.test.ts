import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp | undefined;
type Client = Awaited<ReturnType<typeof makePerson>>;

// Sessions end with the days: each test begins on the same one.
beforeEach(async () => {
  await app?.close();
  app = await startApp();
});
afterAll(() => app?.close());

const card = { method: 'card', cardNumber: '4242424242424242' };
const the = (): TestApp => app as TestApp;
/** A full hour of today, the 21st of November, in Singapore. */
const at = (hour: number, day = 21) => `2026-11-${day}T${String(hour).padStart(2, '0')}:00:00+08:00`;

async function book(teacher: Teacher, learner: Client, start: string): Promise<string> {
  const lesson = await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 });
  await learner.collection('payments').create({ lesson: lesson.id, ...card });
  return lesson.id;
}

/** Lessons of today, each called off hours ahead by the instructor. */
async function cancelLate(teacher: Teacher, learner: Client, hours: readonly number[], more: object = {}) {
  for (const hour of hours) {
    const lesson = await book(teacher, learner, at(hour));
    await teacher.client.collection('cancellations').create({ lesson, ...more });
  }
}

const standingOf = (who: Client) => who.send('/api/marketplace/standing', {});
const titlesOf = async (who: Client) =>
  (await who.collection('notifications').getFullList({ sort: 'created' })).map(({ title }) => title);
const found = async (query: object = {}): Promise<string[]> =>
  (await the().guest().send('/api/marketplace/instructors', { query })).items.map(
    ({ instructor }: { instructor: { id: string } }) => instructor.id,
  );

describe('the reliability of an instructor', () => {
  test('[rule 12] two late cancellations are nothing, the third is a warning and a place behind the others', async () => {
    const [teacher, learner] = await Promise.all([makeInstructor(the()), makePerson(the())]);
    await the().root.collection('instructors').update(teacher.id, { ratingShown: 5 });
    const other = await makeInstructor(the());
    await cancelLate(teacher, learner, [13, 14]);
    expect((await standingOf(teacher.client)).instructor).toMatchObject({ state: 'good', count: 2, warnedUntil: null });
    expect(await found()).toEqual([teacher.id, other.id]);
    await cancelLate(teacher, learner, [15]);
    // 90 days after the oldest of the three.
    expect((await standingOf(teacher.client)).instructor).toMatchObject({
      state: 'warned',
      count: 3,
      warnedUntil: '2027-02-19T02:00:00.000Z',
    });
    expect(await titlesOf(teacher.client)).toContain('A warning about cancelled lessons');
    expect(await found()).toEqual([other.id, teacher.id]);
    the().clock.set('2027-02-19T10:00:00+08:00');
    expect((await found())[0]).toBe(teacher.id);
  });

  test('[rule 12] the fifth hides from the search for 14 days to the minute, while the page and booked lessons stay', async () => {
    const [teacher, learner, second] = await Promise.all([makeInstructor(the()), makePerson(the()), makePerson(the())]);
    await cancelLate(teacher, learner, [12, 13, 14]);
    await cancelLate(teacher, second, [15]);
    expect(await found()).toEqual([teacher.id]);
    await cancelLate(teacher, second, [16]);
    expect((await standingOf(teacher.client)).instructor).toMatchObject({
      state: 'hidden',
      hiddenUntil: '2026-12-05T02:00:00.000Z',
      appealUntil: '2026-12-05T02:00:00.000Z',
    });
    expect(await found()).toEqual([]);
    expect(await titlesOf(teacher.client)).toContain('You are hidden from the search');
    expect((await the().guest().collection('instructors').getOne(teacher.id)).hiddenUntil).toBeUndefined();
    await book(teacher, learner, at(10, 28));
    the().clock.set('2026-12-05T09:59:00+08:00');
    expect(await found()).toEqual([]);
    the().clock.set('2026-12-05T10:00:00+08:00');
    expect(await found()).toEqual([teacher.id]);
  });

  test('[rule 12] illness with a note does not count, early cancellations neither; without a note there is no excuse', async () => {
    const [teacher, learner] = await Promise.all([makeInstructor(the()), makePerson(the())]);
    await cancelLate(teacher, learner, [12, 13, 14], { excuse: 'illness', reason: 'Fever since this morning' });
    const early = await book(teacher, learner, at(10, 25));
    await teacher.client.collection('cancellations').create({ lesson: early });
    expect((await standingOf(teacher.client)).instructor).toMatchObject({ state: 'good', count: 0 });
    const lesson = await book(teacher, learner, at(16));
    const bare = await refusalOf(teacher.client.collection('cancellations').create({ lesson, excuse: 'breakdown' }));
    expect(bare).toMatchObject({ status: 400, data: { excuse: { code: 'note_required' } } });
    const theirs = { lesson, excuse: 'illness', reason: 'I am ill' };
    const refused = await refusalOf(learner.collection('cancellations').create(theirs));
    expect(refused).toMatchObject({ status: 400, data: { excuse: { code: 'not_allowed' } } });
  });

  test('[rule 12] the fourth cancellation of one learner is shown to staff, who can pardon what was', async () => {
    const admin = await makePerson(the(), { role: 'admin' });
    const [teacher, learner] = await Promise.all([makeInstructor(the()), makePerson(the())]);
    await cancelLate(teacher, learner, [11, 12, 13]);
    expect(await titlesOf(admin)).not.toContain('An instructor keeps cancelling for one learner');
    await cancelLate(teacher, learner, [14]);
    expect(await titlesOf(admin)).toContain('An instructor keeps cancelling for one learner');
    const pardon = { instructor: teacher.id, reason: 'The road was closed' };
    expect((await refusalOf(teacher.client.collection('reliability_pardons').create(pardon))).status).toBe(400);
    await admin.collection('reliability_pardons').create(pardon);
    expect((await standingOf(teacher.client)).instructor).toMatchObject({ state: 'good', count: 0, warnedUntil: null });
  });

  test('[rule 12] a missed lesson counts, and no more once it is contested', async () => {
    const [teacher, learner] = await Promise.all([makeInstructor(the()), makePerson(the())]);
    const lesson = await book(teacher, learner, at(12));
    the().clock.set('2026-11-21T12:15:00+08:00');
    const said = await learner.collection('no_shows').create({ lesson });
    expect((await standingOf(teacher.client)).instructor).toMatchObject({ count: 1 });
    await teacher.client.collection('no_show_contests').create({ noShow: said.id, text: 'I was there' });
    expect((await standingOf(teacher.client)).instructor).toMatchObject({ count: 0 });
  });
});

describe('the reliability of a learner', () => {
  async function miss(teacher: Teacher, learner: Client, hour: number) {
    const lesson = await book(teacher, learner, at(hour));
    the().clock.set(`2026-11-21T${hour}:15:00+08:00`);
    await teacher.client.collection('no_shows').create({ lesson });
  }

  test('[rule 13] one missed lesson is nothing; after the second nothing is confirmed at once for 90 days', async () => {
    const [teacher, learner] = await Promise.all([makeInstructor(the()), makePerson(the())]);
    const statusAt = async (who: Client, start: string) =>
      (await who.collection('lessons').getOne(await book(teacher, who, start))).status;
    await miss(teacher, learner, 12);
    expect(await statusAt(learner, at(10, 25))).toBe('confirmed');
    await miss(teacher, learner, 14);
    expect((await standingOf(learner)).learner).toEqual({
      state: 'prepay_only',
      count: 2,
      until: '2027-02-19T04:15:00.000Z',
    });
    expect(await titlesOf(learner)).toContain('You missed lessons');
    expect(await statusAt(learner, at(10, 26))).toBe('requested');
    expect(await statusAt(await makePerson(the()), at(12, 26))).toBe('confirmed');
    // The first of the two is 90 days old: to the minute it still counts for the one before.
    the().clock.set('2027-02-19T12:15:00+08:00');
    const later = the().guest();
    await later.collection('users').authWithPassword(`${learner.id}@kerbside.example`, 'learner-password');
    expect(await statusAt(Object.assign(later, { id: learner.id }), '2027-02-25T10:00:00+08:00')).toBe('confirmed');
  });
});
