import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, reviewingOn } from '#support/reviewing.ts';
import { makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

// What comes after a review was published: replies, what staff decide, and the rating.

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

const { completed, review, sees, ratingOf, titles } = reviewingOn(() => app);
const codesOf = async (call: Promise<unknown>) =>
  Object.entries((await refusalOf(call)).data).map(([field, { code }]) => `${field}: ${code}`);

describe('[rule 24] a reply', () => {
  const published = async () => {
    const scene = await completed();
    const { id } = await review(scene.learner, scene.lesson);
    const theirs = await review(scene.teacher.client, scene.lesson);
    return { ...scene, review: id, theirs: theirs.id };
  };
  const reply = (client: Person, of: string) =>
    client.collection('review_replies').create({ review: of, text: 'Thank you.' });

  test('is written once by whom the review is about, and read by everybody', async () => {
    const { teacher, learner, review: id, theirs } = await published();
    expect((await refusalOf(reply(learner, id))).status).toBe(400);
    expect((await refusalOf(reply(await makePerson(app), id))).status).toBe(400);
    const made = await reply(teacher.client, id);
    expect((await app.guest().collection('review_replies').getOne(made.id)).text).toBe('Thank you.');
    expect(await codesOf(reply(teacher.client, id))).toEqual(['review: already_replied']);
    expect((await reply(learner, theirs)).author).toBe(learner.id);
    expect(await titles(learner)).toContain('Your review got a reply');
  });

  test('is taken for 30 days, to the minute', async () => {
    const { teacher, learner, lesson } = await completed({ at: '2026-10-20T10:00:00+08:00' });
    const given = { lesson, rating: 5, publishedAt: '2026-10-22 02:00:00.000Z' };
    const mine = await app.root.collection('reviews').create({ ...given, side: 'learner' });
    const theirs = await app.root.collection('reviews').create({ ...given, side: 'instructor' });
    await reply(teacher.client, mine.id);
    app.clock.advance(1);
    expect(await codesOf(reply(learner, theirs.id))).toEqual(['review: too_late']);
  });
});

describe('[rule 26] moderation', () => {
  test('takes a reported review off the pages and out of the rating, with a log, and can put it back', async () => {
    const scene = await completed();
    const { teacher, learner, lesson } = scene;
    const { id } = await review(learner, lesson, { rating: 1, text: 'Buy at my shop' });
    await review(teacher.client, lesson);
    const [moderator, admin, stranger] = await Promise.all([
      makePerson(app, { role: 'moderator' }),
      makePerson(app, { role: 'admin' }),
      makePerson(app),
    ]);
    const report = (client: Person) =>
      client.collection('review_reports').create({ review: id, reason: 'Advertising' });
    await report(teacher.client);
    expect(await codesOf(report(teacher.client))).toEqual(['review: already_reported']);
    expect((await report(stranger)).reporter).toBe(stranger.id);
    expect((await refusalOf(report(app.guest() as Person))).status).toBe(400);
    expect(await moderator.collection('review_reports').getFullList({ filter: `review = '${id}'` })).toHaveLength(2);
    expect(await learner.collection('review_reports').getFullList()).toHaveLength(0);
    const told = await moderator.collection('notifications').getFullList({ filter: `title = 'A review was reported'` });
    // Neither the review nor the reason: they stand at the desk, which staff see with two factors only.
    const words = 'Open it to read the review and why it was reported.';
    expect(told.map(({ message }) => message)).toEqual([words, words]);
    const decide = (client: Person, outcome: string) =>
      client.collection('review_decisions').create({ review: id, outcome, reason: 'It advertises a shop.' });
    expect((await refusalOf(decide(teacher.client, 'removed'))).status).toBe(400);
    expect(await ratingOf(scene)).toMatchObject({ ratingAverage: 1, ratingCount: 1 });
    const { created: first } = await decide(moderator, 'removed');
    app.clock.advance(5);
    // Decided once more, it is off since the first time.
    const { created: second } = await decide(moderator, 'removed');
    expect(await moderator.collection('reviews').getOne(id)).toMatchObject({ removedAt: first, updated: second });
    expect(await ratingOf(scene)).toMatchObject({ ratingAverage: 0, ratingCount: 0 });
    const seenBy = await Promise.all([app.guest(), teacher.client, learner].map((who) => sees(who, id)));
    expect(seenBy).toEqual([false, false, true]);
    expect(await titles(learner)).toContain('Your review was removed');
    await decide(admin, 'kept');
    expect(await ratingOf(scene)).toMatchObject({ ratingAverage: 1, ratingCount: 1 });
    expect(await sees(app.guest(), id)).toBe(true);
    const log = await admin.collection('review_decisions').getFullList({ filter: `review = '${id}'`, sort: '@rowid' });
    expect(log.map(({ outcome, moderator: by, created }) => [outcome, by, created])).toEqual([
      ['removed', moderator.id, first],
      ['removed', moderator.id, second],
      ['kept', admin.id, second],
    ]);
    expect((await learner.collection('review_decisions').getFullList())[0]).not.toHaveProperty('moderator');
  });
});

test('[rule 25] the rating on cards follows within a second of the review that publishes it', async () => {
  const first = await completed();
  const others = ['06', '04'].map((hour) =>
    completed({ teacher: first.teacher, at: `2026-11-21T${hour}:00:00+08:00` }),
  );
  const scenes = [first, ...(await Promise.all(others))];
  const card = async () => {
    const query = { q: `Instructor ${first.teacher.client.id}` };
    const { items } = await app.guest().send('/api/marketplace/instructors', { query });
    const { ratingShown, ratingCount } = items[0].instructor;
    return [ratingShown, ratingCount];
  };
  for (const { teacher, learner, lesson } of scenes) {
    expect((await card())[0]).toBe(null);
    await review(learner, lesson, { rating: 5 });
    await review(teacher.client, lesson);
  }
  // 52.5 of 11: new ones count twice.
  await expect.poll(card, { timeout: 1000, interval: 50 }).toEqual([4.77, 3]);
});

// At the end: what is due by the clock has been done until 2028 then.
test('[rule 25] a review counts double for 24 months, to the minute, and once from then on, though nobody writes another', async () => {
  const first = await completed();
  const others = ['06', '04'].map((hour) =>
    completed({ teacher: first.teacher, at: `2026-11-21T${hour}:00:00+08:00` }),
  );
  for (const { teacher, learner, lesson } of [first, ...(await Promise.all(others))]) {
    await review(learner, lesson, { rating: lesson === first.lesson ? 1 : 5 });
    await review(teacher.client, lesson);
  }
  const shownAt = async (time: string) => {
    app.clock.set(time);
    await app.app.sweepers.runDue();
    await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
    return (await ratingOf(first)).ratingShown;
  };
  // 44.5 of 11, and 33.5 of 8.
  expect((await ratingOf(first)).ratingShown).toBe(4.05);
  expect(await shownAt('2028-11-21T10:00:00+08:00')).toBe(4.05);
  expect(await shownAt('2028-11-21T10:01:00+08:00')).toBe(4.19);
});
