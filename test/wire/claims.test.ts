import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimsOn, type Person, type Scene } from '#support/claims.ts';
import { ledgerFaults, makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

const { given, claim, decide, codesOf, statusOf, balances } = claimsOn(() => app);
const sweep = () => app.app.sweepers.runDue();

test('a lesson that a claim is open about still counts as given, for its learner and its instructor', async () => {
  const scene = await given();
  const counts = async () => {
    const { totals, road } = await scene.learner.send('/api/marketplace/dashboard', {});
    const { items } = await scene.teacher.client.send('/api/marketplace/students', {});
    const student = await scene.teacher.client.send(`/api/marketplace/students/${scene.learner.id}`, {});
    const taught = student.lessons.map(({ isTaught }: { isTaught: boolean }) => isTaught);
    return [road.lessons, totals.completedLessons, items[0].completedLessons, taught];
  };
  const before = await counts();
  expect(before).toEqual([1, 1, 1, [true]]);
  await claim(scene, 'first_lesson', { wish: 'refund' });
  expect(await statusOf(scene)).toBe('disputed');
  expect(await counts()).toEqual(before);
});

describe('[rule 15] a quality claim', () => {
  test('freezes the lesson and runs its clocks: talk 24 hours, evidence 3 days, decision in 3 working days', async () => {
    const scene = await given();
    const made = await claim(scene, 'quality');
    expect(made).toMatchObject({
      status: 'talking',
      learner: scene.learner.id,
      instructor: scene.teacher.id,
      talkUntil: '2026-11-22 02:00:00.000Z',
      evidenceUntil: '2026-11-25 02:00:00.000Z',
      // Thursday, Friday and Monday: it ends with Monday in Singapore.
      decideBy: '2026-11-30 16:00:00.000Z',
    });
    expect(await statusOf(scene)).toBe('disputed');
    const status = async () => (await scene.teacher.client.collection('claims').getOne(made.id)).status;
    app.clock.advance(24 * 60 - 1);
    await sweep();
    expect(await status()).toBe('talking');
    app.clock.advance(1);
    await sweep();
    expect(await status()).toBe('open');
    app.clock.advance(3 * 24 * 60);
    await sweep();
    expect(await status()).toBe('deciding');
    // The clock never closes what is disputed.
    expect(await statusOf(scene)).toBe('disputed');
  });

  test('opens the history of its lesson to moderators, who see nobody else’s', async () => {
    const moderator = await makePerson(app, { role: 'moderator' });
    const [scene, other] = [await given(), await given()];
    const made = await claim(scene, 'quality');
    const moves = await moderator.collection('lesson_moves').getFullList();
    expect(moves.map(({ lesson }) => lesson)).toContain(scene.lesson);
    expect(moves.filter(({ lesson }) => lesson === other.lesson)).toEqual([]);
    const { totalItems } = await other.admin
      .collection('lesson_moves')
      .getList(1, 1, { filter: `lesson = '${other.lesson}'` });
    expect(totalItems).toBeGreaterThan(0);
    expect(made.lesson).toBe(scene.lesson);
  });

  test('is taken until 72 hours after the end, to the minute', async () => {
    const scene = await given({ start: '2026-11-18T09:00:00+08:00', status: 'closed' });
    app.clock.advance(1);
    expect(await codesOf(claim(scene, 'quality'))).toEqual(['lesson: too_late']);
    app.clock.advance(-1);
    expect((await claim(scene, 'quality')).status).toBe('talking');
    expect(await codesOf(claim(scene, 'quality'))).toEqual(['lesson: already_claimed']);
  });

  test('is the learner’s alone, of a lesson that was begun', async () => {
    const scene = await given();
    const body = { lesson: scene.lesson, kind: 'quality', text: 'No' };
    for (const client of [scene.teacher.client, scene.admin, await makePerson(app), app.guest() as Person]) {
      expect((await refusalOf(client.collection('claims').create(body))).status).toBe(400);
    }
    const off = await given({ status: 'cancelled_by_learner' });
    expect(await codesOf(claim(off, 'quality'))).toEqual(['lesson: not_claimable']);
    const ahead = await given({ start: '2026-11-21T12:00:00+08:00', status: 'confirmed' });
    expect(await codesOf(claim(ahead, 'quality'))).toEqual(['lesson: too_early']);
  });

  test('decided as none leaves S$59.40 to the instructor: S$66.00 less 10 %', async () => {
    const scene = await given();
    const { id } = await claim(scene, 'quality');
    await decide(scene, id, 'none');
    expect(await statusOf(scene)).toBe('closed');
    expect(await balances(scene)).toMatchObject({ held: 0, payable: 5940, refunded: 0 });
  });

  test('decided as a part of S$20.00 leaves S$41.40 of S$46.00 to the instructor', async () => {
    const scene = await given();
    const { id } = await claim(scene, 'quality');
    expect(await codesOf(decide(scene, id, 'part'))).toEqual(['refundCents: part_missing']);
    expect(await codesOf(decide(scene, id, 'part', { refundCents: 6601 }))).toEqual(['refundCents: more_than_paid']);
    await decide(scene, id, 'part', { refundCents: 2000 });
    expect(await balances(scene)).toMatchObject({ held: 0, payable: 4140, refunded: 2000 });
    const seen = await scene.learner.collection('claims').getOne(id);
    expect(seen).toMatchObject({ status: 'decided', outcome: 'part', refundCents: 2000 });
    expect(await codesOf(decide(scene, id, 'full'))).toEqual(['claim: already_decided']);
    expect(await codesOf(decide(scene, id, 'none'))).toEqual(['claim: already_decided']);
  });

  test('decided as full gives S$66.00 back, as credit S$66.00 of credit', async () => {
    const full = await given();
    await decide(full, (await claim(full, 'quality')).id, 'full');
    expect(await balances(full)).toMatchObject({ held: 0, payable: 0, refunded: 6600 });
    const credit = await given();
    await decide(credit, (await claim(credit, 'quality')).id, 'credit');
    expect(await balances(credit)).toMatchObject({ held: 0, payable: 0, refunded: 0, credit: 6600 });
  });

  test('can be withdrawn until it is decided, and the lesson goes on', async () => {
    const scene = await given();
    const { id } = await claim(scene, 'quality');
    const change = (client: Person, status: string) => client.collection('claims').update(id, { status });
    expect((await refusalOf(change(scene.teacher.client, 'withdrawn'))).status).toBe(404);
    expect(await codesOf(change(scene.learner, 'decided'))).toEqual(['status: not_withdrawable']);
    expect((await change(scene.learner, 'withdrawn')).status).toBe('withdrawn');
    expect(await statusOf(scene)).toBe('completed');
    expect(await codesOf(decide(scene, id, 'full'))).toEqual(['claim: already_decided']);
    expect((await claim(scene, 'quality')).status).toBe('talking');
  });

  test('is decided by admins alone', async () => {
    const scene = await given();
    const { id } = await claim(scene, 'quality');
    const moderator = await makePerson(app, { role: 'moderator' });
    for (const admin of [scene.learner, scene.teacher.client, moderator]) {
      expect((await refusalOf(decide({ ...scene, admin }, id, 'full'))).status).toBe(400);
    }
    expect(await statusOf(scene)).toBe('disputed');
  });
});

describe('[rule 14] the first-lesson guarantee', () => {
  test('is taken until 48 hours after the end, to the minute, and the platform pays it: S$66.00 of goodwill', async () => {
    const scene = await given({ start: '2026-11-19T09:00:00+08:00' });
    app.clock.advance(1);
    expect(await codesOf(claim(scene, 'first_lesson'))).toEqual(['lesson: too_late']);
    app.clock.advance(-1);
    const { id } = await claim(scene, 'first_lesson', { text: '', wish: 'refund' });
    await decide(scene, id, 'full');
    expect(await balances(scene)).toMatchObject({ held: 0, payable: 5940, refunded: 6600, goodwill: 6600 });
  });

  test('gives a replacement as credit of S$66.00, and the instructor pays where at fault', async () => {
    const scene = await given();
    await decide(scene, (await claim(scene, 'first_lesson')).id, 'replacement');
    expect(await balances(scene)).toMatchObject({ held: 0, payable: 5940, refunded: 0, credit: 6600, goodwill: 6600 });
    const fault = await given();
    await decide(fault, (await claim(fault, 'first_lesson')).id, 'full', { instructorAtFault: true });
    expect(await balances(fault)).toMatchObject({ held: 0, payable: 0, refunded: 6600, goodwill: 0 });
  });

  test('[rule 11] is none of the two late cancellations whose credit the platform pays', async () => {
    const { teacher, admin } = await given();
    for (const hour of ['08', '06']) {
      const scene = await given({ teacher, admin, start: `2026-11-20T${hour}:00:00+08:00` });
      await decide(scene, (await claim(scene, 'first_lesson')).id, 'replacement');
    }
    const ahead = await given({ teacher, admin, start: '2026-11-21T15:00:00+08:00', status: 'confirmed' });
    await teacher.client.collection('cancellations').create({ lesson: ahead.lesson, reason: 'The car broke down.' });
    expect(await balances(ahead)).toMatchObject({ payable: 0, refunded: 6600, credit: 1000, goodwill: 1000 });
  });

  test('is for the first lesson with an instructor, twice a learner, also when asked for at once', async () => {
    const first = await given({ start: '2026-11-20T10:00:00+08:00' });
    const second = await given({ ...first, start: '2026-11-20T12:00:00+08:00' });
    expect(await codesOf(claim(second, 'first_lesson'))).toEqual(['kind: not_first_lesson']);
    const { learner, admin } = first;
    const others: Scene[] = [first];
    for (const hour of ['14', '15', '16']) {
      others.push(await given({ learner, admin, start: `2026-11-20T${hour}:00:00+08:00` }));
    }
    const calls = await Promise.allSettled(others.map((scene) => claim(scene, 'first_lesson')));
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const [late] = others.filter((_, at) => calls[at]?.status === 'rejected');
    expect(late && (await codesOf(claim(late, 'first_lesson')))).toEqual(['kind: guarantee_used']);
  });
});

describe('what both sides say', () => {
  test('is heard from both until the decision, and read by both and staff', async () => {
    const scene = await given();
    const { id } = await claim(scene, 'quality');
    const say = (client: Person, text: string) => client.collection('claim_statements').create({ claim: id, text });
    await say(scene.teacher.client, 'The car was mended within ten minutes.');
    await say(scene.learner, 'It took half an hour.');
    const stranger = await makePerson(app);
    expect((await refusalOf(say(stranger, 'Me, too'))).status).toBe(400);
    expect(await codesOf(say(scene.learner, ''))).toEqual(['text: validation_required']);
    for (const client of [scene.learner, scene.teacher.client, scene.admin]) {
      expect(await client.collection('claim_statements').getFullList({ filter: `claim = '${id}'` })).toHaveLength(2);
      expect(await client.collection('claims').getOne(id)).toMatchObject({ id });
    }
    expect((await refusalOf(stranger.collection('claims').getOne(id))).status).toBe(404);
    await decide(scene, id, 'none');
    expect(await codesOf(say(scene.learner, 'Late'))).toEqual(['claim: already_decided']);
  });

  test('evidence opens to the two parties and staff alone', async () => {
    const scene = await given();
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const made = await claim(scene, 'quality', { evidence: [new File([png], 'car.png', { type: 'image/png' })] });
    const open = async (client: Person) => {
      const token = client.authStore.token ? await client.files.getToken() : '';
      return (await fetch(client.files.getURL(made, made.evidence[0], { token }))).status;
    };
    const stranger = await makePerson(app);
    expect([await open(scene.learner), await open(scene.teacher.client), await open(scene.admin)]).toEqual([
      200, 200, 200,
    ]);
    expect([await open(stranger), await open(app.guest() as Person)]).toEqual([404, 404]);
  });
});

test('[26.42] [rule 14] the guarantee is given a person twice, by whichever of their accounts', async () => {
  const proved = async (phone: string) => {
    const learner = await makePerson(app);
    await app.db.query('update users set phone = $2 where id = $1', [learner.id, phone]);
    await app.db.query('update users set "phoneProved" = now() where id = $1', [learner.id]);
    return learner;
  };
  const [one, two] = [await proved('+6591260042'), await proved('+6591260042')];
  const first = await given({ learner: one, start: '2026-11-21T06:00:00+08:00' });
  const made = await claim(first, 'first_lesson');
  const again = await given({ learner: two, teacher: first.teacher });
  expect(await codesOf(claim(again, 'first_lesson'))).toEqual(['kind: not_first_lesson']);
  const scenes = [await given({ learner: two, start: '2026-11-21T06:00:00+08:00' }), await given({ learner: one })];
  const asked = await Promise.allSettled(scenes.map((scene) => claim(scene, 'first_lesson')));
  expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await decide(first, made.id, 'none');
  const third = await given({ learner: two, start: '2026-11-21T04:00:00+08:00' });
  expect((await claim(third, 'first_lesson')).status).toBe('deciding');
});

describe('at once', () => {
  test('20 claims, and two decisions, have one effect each', async () => {
    const scene = await given();
    const claims = await Promise.allSettled(Array.from({ length: 20 }, () => claim(scene, 'quality')));
    const made = claims.filter((call) => call.status === 'fulfilled');
    expect(made).toHaveLength(1);
    const id = String(made[0]?.value.id);
    const decisions = await Promise.allSettled([
      decide(scene, id, 'full'),
      decide(scene, id, 'part', { refundCents: 1000 }),
      scene.learner.collection('claims').update(id, { status: 'withdrawn' }),
    ]);
    expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { refunded = 0 } = await balances(scene);
    expect([0, 1000, 6600]).toContain(refunded);
    expect(await ledgerFaults(app.db)).toEqual([]);
  });
});
