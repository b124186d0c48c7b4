import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, reviewingOn } from '#support/reviewing.ts';
import { makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

const dayMinutes = 24 * 60;

const { completed, review, sees, ratingOf, titles } = reviewingOn(() => app);
const codesOf = async (call: Promise<unknown>) =>
  Object.entries((await refusalOf(call)).data).map(([field, { code }]) => `${field}: ${code}`);
const sweep = () => app.app.sweepers.runDue();
const countFor = async (client: { collection: Person['collection'] }, lesson: string) =>
  (await client.collection('reviews').getList(1, 1, { filter: `instructor != ''` })).items.filter(
    (item) => item.lesson === lesson,
  ).length;
describe('[rule 24] a review', () => {
  test('is written by both sides, and published with the second', async () => {
    const scene = await completed();
    const { teacher, learner, lesson } = scene;
    const body = { author: teacher.client.id, side: 'instructor', publishedAt: '2026-01-01 00:00:00.000Z' };
    const mine = await review(learner, lesson, body);
    expect(mine).toMatchObject({ side: 'learner', author: learner.id, instructor: teacher.id, publishedAt: '' });
    expect(mine).toMatchObject({ rating: 5, text: 'Calm and clear.', tags: ['patience', 'clarity'] });
    expect([
      await sees(learner, mine.id),
      await sees(teacher.client, mine.id),
      await sees(app.guest(), mine.id),
    ]).toEqual([true, false, false]);
    expect(await ratingOf(scene)).toEqual({ ratingAverage: 0, ratingCount: 0, ratingShown: null });
    const theirs = await review(teacher.client, lesson, { rating: 4, text: 'Well prepared.', tags: [] });
    expect(theirs).toMatchObject({ side: 'instructor', author: teacher.client.id });
    expect(theirs.publishedAt).toBe('2026-11-21 02:00:00.000Z');
    for (const client of [learner, teacher.client, app.guest()]) {
      expect([await sees(client, mine.id), await sees(client, theirs.id)]).toEqual([true, true]);
    }
    expect(await ratingOf(scene)).toEqual({ ratingAverage: 5, ratingCount: 1, ratingShown: null });
    expect(await titles(learner)).toEqual(['A review of you can be read']);
    expect(await titles(teacher.client)).toEqual(['A review of you can be read']);
  });

  test('is published at the end of the 14 days, to the minute, when the other side does not write', async () => {
    const scene = await completed({ at: '2026-11-07T09:01:00+08:00' });
    const { teacher, learner, lesson } = scene;
    const { id } = await review(learner, lesson, { rating: 3 });
    await sweep();
    expect(await sees(teacher.client, id)).toBe(false);
    app.clock.advance(1);
    await sweep();
    await sweep();
    expect(await teacher.client.collection('reviews').getOne(id)).toMatchObject({
      publishedAt: '2026-11-21 02:01:00.000Z',
    });
    expect(await ratingOf(scene)).toEqual({ ratingAverage: 3, ratingCount: 1, ratingShown: null });
    expect(await titles(teacher.client)).toContain('A review of you can be read');
  });

  test('is taken until 14 days after the end of the lesson, to the minute, closed ones included', async () => {
    const { teacher, learner, lesson } = await completed({ status: 'closed', at: '2026-11-07T09:00:00+08:00' });
    app.clock.advance(1);
    expect(await codesOf(review(learner, lesson))).toEqual(['lesson: too_late']);
    app.clock.advance(-1);
    expect((await review(teacher.client, lesson)).side).toBe('instructor');
    expect((await review(learner, lesson)).side).toBe('learner');
  });

  test('[rule 24] is taken of a lesson that nobody started and that closed by itself', async () => {
    const { learner, lesson } = await completed({ status: 'confirmed', at: '2026-11-21T09:00:00+08:00' });
    expect(await codesOf(review(learner, lesson))).toEqual(['lesson: not_reviewable']);
    app.clock.advance(24 * 60);
    await sweep();
    expect((await review(learner, lesson)).side).toBe('learner');
  });

  test('is of a lesson that cost something: who asks for nothing can be praised by anybody for nothing', async () => {
    const { teacher, learner, lesson } = await completed();
    await app.db.query('update lessons set "priceCents" = 0 where id = $1', [lesson]);
    for (const client of [learner, teacher.client]) {
      expect(await codesOf(review(client, lesson))).toEqual(['lesson: not_reviewable']);
    }
    await sweep();
    expect(await titles(learner)).not.toContain('How was it?');
  });

  test('is refused before the lesson was given, a second time, and by strangers', async () => {
    for (const status of [
      'confirmed',
      'in_progress',
      'cancelled_by_learner',
      'no_show_learner',
      'no_show_instructor',
    ]) {
      const { learner, lesson } = await completed({ status });
      expect(await codesOf(review(learner, lesson))).toEqual(['lesson: not_reviewable']);
    }
    const { learner, lesson } = await completed();
    await review(learner, lesson);
    expect(await codesOf(review(learner, lesson))).toEqual(['lesson: already_reviewed']);
    const stranger = await makePerson(app);
    expect((await refusalOf(review(stranger, lesson))).status).toBe(400);
    expect((await refusalOf(review(app.guest() as Person, lesson))).status).toBe(400);
    for (const rating of [0, 6]) {
      expect(await refusalOf(review(learner, lesson, { rating }))).toHaveProperty('data.rating');
    }
    expect((await refusalOf(review(learner, lesson, { tags: ['beauty'] }))).data).toHaveProperty('tags');
  });

  test('sent again has one effect', async () => {
    const { learner, lesson } = await completed();
    const body = { id: 'reviewagain0001' };
    expect(await review(learner, lesson, body)).toEqual(await review(learner, lesson, body));
  });

  test('can be changed for 48 hours while nobody has read it', async () => {
    const { teacher, learner, lesson } = await completed();
    const { id } = await review(learner, lesson);
    const change = (client: Person, body: Record<string, unknown>) => client.collection('reviews').update(id, body);
    expect((await refusalOf(change(teacher.client, { rating: 1 }))).status).toBe(404);
    app.clock.advance(2 * dayMinutes);
    expect(await change(learner, { rating: 4, text: 'Calm.' })).toMatchObject({ rating: 4, text: 'Calm.' });
    const others = { publishedAt: '2026-11-21 00:00:00.000Z', side: 'instructor', author: teacher.client.id };
    for (const [field, value] of Object.entries(others)) {
      expect(await codesOf(change(learner, { [field]: value }))).toEqual([`${field}: not_allowed`]);
    }
    app.clock.advance(1);
    expect(await codesOf(change(learner, { rating: 1 }))).toEqual(['rating: not_editable']);
    const other = await completed();
    const shown = await review(other.learner, other.lesson);
    await review(other.teacher.client, other.lesson);
    expect(await codesOf(other.learner.collection('reviews').update(shown.id, { rating: 1 }))).toEqual([
      'rating: not_editable',
    ]);
  });

  test('betrays nothing while it is blind: no count, no total, no expand, no rating', async () => {
    const scene = await completed();
    const { teacher, learner, lesson } = scene;
    const answers = async () => {
      const reads = [
        teacher.client.collection('reviews').getList(1, 50, { filter: 'rating > 0' }),
        teacher.client.collection('lessons').getOne(lesson, { expand: 'reviews_via_lesson' }),
        teacher.client.send('/api/marketplace/dashboard?view=instructor', {}),
        app.guest().collection('instructors').getOne(teacher.id, { expand: 'reviews_via_instructor' }),
        app
          .guest()
          .collection('reviews')
          .getList(1, 50, { filter: `instructor = '${teacher.id}'` }),
      ];
      return JSON.stringify(await Promise.all(reads));
    };
    const before = await answers();
    const { id } = await review(learner, lesson);
    expect(await answers()).toBe(before);
    const unknown = 'unknownreview01';
    for (const collection of ['review_replies', 'review_reports']) {
      const send = (of: string) =>
        refusalOf(teacher.client.collection(collection).create({ review: of, text: 'Thanks', reason: 'Rude' }));
      expect(await send(id)).toEqual(await send(unknown));
    }
    expect(await countFor(app.guest(), lesson)).toBe(0);
  });

  test('by a superuser is taken as fact', async () => {
    const scene = await completed();
    const { teacher, learner, lesson } = scene;
    const given = { lesson, rating: 5, publishedAt: '2026-11-21 01:30:00.000Z' };
    const made = await app.root.collection('reviews').create(given);
    expect(made).toMatchObject({ ...given, side: 'learner', author: learner.id, instructor: teacher.id });
    expect(await ratingOf(scene)).toMatchObject({ ratingCount: 1 });
  });
});

describe('[rule 24] asking for reviews', () => {
  test('happens after the first lesson of a pair and after every fifth, once', async () => {
    let scene = await completed({ at: '2026-11-14T08:00:00+08:00' });
    await sweep();
    await sweep();
    const asked = async () => {
      const found = await titles(scene.learner);
      return found.filter((title) => title === 'How was it?').length;
    };
    expect(await asked()).toBe(1);
    expect(await titles(scene.teacher.client)).toContain('How was it?');
    for (const day of [15, 16, 17, 18]) {
      scene = await completed({ ...scene, at: `2026-11-${day}T08:00:00+08:00` });
      await sweep();
      expect(await asked()).toBe(day === 18 ? 2 : 1);
    }
    await completed({ ...scene, at: '2026-11-19T08:00:00+08:00' });
    await sweep();
    expect(await asked()).toBe(2);
    await app.root.collection('licence_roads').create({ user: scene.learner.id, testPassedOn: '2026-11-20' });
    await sweep();
    await sweep();
    expect(await asked()).toBe(3);
  });

  test('stands on the learner’s dashboard until the review is written', async () => {
    const { learner, lesson } = await completed();
    const askedAbout = async () =>
      (await learner.send('/api/marketplace/dashboard', { query: { view: 'learner' } })).askedAbout;
    expect(await askedAbout()).toBeNull();
    await sweep();
    expect(await askedAbout()).toMatchObject({ lesson });
    await review(learner, lesson);
    expect(await askedAbout()).toBeNull();
  });

  test('passes over who wrote already', async () => {
    const { learner, lesson } = await completed();
    await review(learner, lesson);
    await sweep();
    expect(await titles(learner)).toEqual([]);
  });
});

describe('at once', () => {
  test('20 reviews of one side have one effect', async () => {
    const scene = await completed();
    const { teacher, learner, lesson } = scene;
    await review(teacher.client, lesson);
    const calls = await Promise.allSettled(Array.from({ length: 20 }, () => review(learner, lesson)));
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await ratingOf(scene)).toMatchObject({ ratingCount: 1 });
    const [row] = await app.db.query(`select count(*)::int as n from reviews where lesson = $1`, [lesson]);
    expect(row).toEqual({ n: 2 });
  });

  test('both sides are published together, whoever was first', async () => {
    const scenes = await Promise.all([completed(), completed(), completed(), completed()]);
    for (const { teacher, learner, lesson } of scenes) {
      await Promise.all([review(learner, lesson), review(teacher.client, lesson)]);
    }
    const unpublished = await app.db.query(`select id from reviews where lesson = any ($1) and "publishedAt" is null`, [
      scenes.map(({ lesson }) => lesson),
    ]);
    expect(unpublished).toEqual([]);
    for (const scene of scenes) expect(await ratingOf(scene)).toMatchObject({ ratingCount: 1 });
  });
});
