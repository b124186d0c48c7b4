import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimsOn, type Scene } from '#support/claims.ts';
import { bookWithPackage, buyPackage, makeSeller } from '#support/packages.ts';
import { ledgerFaults, makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

const { given, claim, decide, codesOf, statusOf, balances } = claimsOn(() => app);

describe('[rule 16] who is not the person in the photo', () => {
  const listing = async ({ teacher }: Scene) => (await app.root.collection('instructors').getOne(teacher.id)).status;

  test('is paid nothing and found by nobody the same moment, before the lesson is started, too', async () => {
    const scene = await given({ start: '2026-11-21T09:50:00+08:00', status: 'confirmed' });
    const made = await claim(scene, 'identity');
    expect(made.refundCents).toBe(6600);
    expect(await balances(scene)).toMatchObject({ held: 0, payable: 0, refunded: 6600 });
    expect(await statusOf(scene)).toBe('disputed');
    expect(await listing(scene)).toBe('suspended');
    expect(await scene.learner.collection('claims').getOne(made.id)).toMatchObject({
      status: 'deciding',
      refundCents: 6600,
    });
    const withdrawing = scene.learner.collection('claims').update(made.id, { status: 'withdrawn' });
    expect(await codesOf(withdrawing)).toEqual(['status: not_withdrawable']);
    await decide(scene, made.id, 'full');
    expect(await balances(scene)).toMatchObject({ held: 0, payable: 0, refunded: 6600 });
    expect([await statusOf(scene), await listing(scene)]).toEqual(['cancelled_by_instructor', 'suspended']);
  });

  test('a claim that was not true puts the listing back, and the platform pays the instructor', async () => {
    const scene = await given();
    const { id } = await claim(scene, 'identity');
    await decide(scene, id, 'none');
    expect(await listing(scene)).toBe('listed');
    expect(await balances(scene)).toMatchObject({ payable: 6600, refunded: 6600, goodwill: 6600 });
  });

  test('[rule 16] the instructor is told with the decision whether learners find them again', async () => {
    const told = async ({ teacher }: Scene) => {
      const [row] = await app.db.query<{ message: string }>(
        `select n.message from notifications n join instructors i on i."user" = n."user"
         where i.id = $1 and n.title = 'The claim is decided'`,
        [teacher.id],
      );
      return row?.message;
    };
    const untrue = await given();
    await decide(untrue, (await claim(untrue, 'safety')).id, 'none');
    expect(await told(untrue)).toBe('No money goes back. Your profile is back to what it was before the claim.');
    const found = await given();
    await decide(found, (await claim(found, 'safety')).id, 'part', { refundCents: 3000 });
    expect(await listing(found)).toBe('suspended');
    expect(await told(found)).toBe(
      'S$30.00 goes back to the learner, the way it was paid. Your profile stays suspended: learners can’t find or book you. Write to support to ask why, or when it ends.',
    );
    const other = await given();
    await decide(other, (await claim(other, 'quality')).id, 'none');
    expect(await told(other)).toBe('No money goes back.');
  });

  test.each(['identity', 'safety'])('[rule 16] all unused hours come back once it was found true: %s', async (kind) => {
    const teacher = await makeSeller(app);
    const scene = await given({ teacher });
    const { id } = await buyPackage(app, scene.learner, teacher, { minutes: 600 });
    const left = async () => {
      const { status } = await scene.learner.collection('package_purchases').getOne(id);
      const refunds = await scene.learner.collection('package_refunds').getFullList();
      return [status, ...refunds.map(({ reason, refundCents }) => `${reason} ${refundCents}`)];
    };
    const made = await claim(scene, kind);
    expect(await left()).toEqual(['active']);
    await decide(scene, made.id, 'full');
    expect(await left()).toEqual(['refunded', 'safety 62700']);
    expect(await balances(scene)).toMatchObject({ held: 0, payable: 0, refunded: 6600 });
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test.each([
    ['whose claim it is', true],
    ['who learns with them, too', false],
  ])(
    '[rule 16] [rule 18] an instructor whom a claim froze is not gone for the package of the learner %s',
    async (_, isOwn) => {
      const teacher = await makeSeller(app);
      const scene = await given({ teacher });
      const learner = isOwn ? scene.learner : await makePerson(app);
      const { id } = await buyPackage(app, learner, teacher, { minutes: 600 });
      await bookWithPackage(learner, teacher, '2026-11-23T02:00:00Z', 60);
      await claim(scene, 'identity');
      const refund = await learner.collection('package_refunds').create({ packagePurchase: id });
      expect(refund).toMatchObject({ reason: 'asked', refundCents: 56100, keptCents: 330 });
    },
  );

  test('[rule 16] [rule 17] once a claim was found true, the packages of others come back whole, whatever other claims wait', async () => {
    const teacher = await makeSeller(app);
    const scene = await given({ teacher });
    const other = await given({ teacher, admin: scene.admin, start: '2026-11-21T06:00:00+08:00' });
    const learner = await makePerson(app);
    const { id } = await buyPackage(app, learner, teacher, { minutes: 600 });
    await bookWithPackage(learner, teacher, '2026-11-23T02:00:00Z', 60);
    // The first took the listing off, the second is decided first.
    const waiting = await claim(scene, 'safety');
    await decide(other, (await claim(other, 'identity')).id, 'full');
    const refund = await learner.collection('package_refunds').create({ packagePurchase: id });
    expect(refund).toMatchObject({ reason: 'instructor_ends', refundCents: 56430, keptCents: 0 });
    await decide(scene, waiting.id, 'none');
    expect(await listing(scene)).toBe('suspended');
  });

  test('[rule 16] who was listed again after a claim that was true is so again after one that was not', async () => {
    const first = await given();
    await decide(first, (await claim(first, 'identity')).id, 'full');
    await app.root.collection('instructors').update(first.teacher.id, { status: 'listed' });
    app.clock.advance(1);
    const scene = await given({ teacher: first.teacher, admin: first.admin, start: '2026-11-21T06:00:00+08:00' });
    app.clock.advance(1);
    const { id } = await claim(scene, 'identity');
    expect(await listing(scene)).toBe('suspended');
    await decide(scene, id, 'none');
    expect(await listing(scene)).toBe('listed');
  });

  test('[rule 16] [rule 23] the platform pays for one word that was not true, not for as many as two who know each other say', async () => {
    const first = await given();
    await decide(first, (await claim(first, 'identity')).id, 'none');
    const second = await given({ teacher: first.teacher, admin: first.admin, start: '2026-11-21T06:00:00+08:00' });
    const { id } = await claim(second, 'identity');
    expect(await listing(second)).toBe('suspended');
    expect(await balances(second)).toMatchObject({ refunded: 0 });
    await decide(second, id, 'none');
    expect(await balances(second)).toMatchObject({ held: 0, payable: 5940, refunded: 0, goodwill: 0 });
    const dear = await given({ price: 50_001 });
    const made = await claim(dear, 'identity');
    expect([await listing(dear), (await balances(dear)).refunded]).toEqual(['suspended', 0]);
    await decide(dear, made.id, 'full');
    expect(await balances(dear)).toMatchObject({ held: 0, payable: 0, refunded: 50_001 });
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('[rule 16] [rule 23] money of one lesson goes back before staff decide, not of as many as learners say it of at once', async () => {
    const first = await given();
    const same = { teacher: first.teacher, admin: first.admin };
    const scenes = [first];
    for (const hour of ['06', '04']) scenes.push(await given({ ...same, start: `2026-11-21T${hour}:00:00+08:00` }));
    const claims = await Promise.all(scenes.map((scene) => claim(scene, 'identity')));
    const sums = await Promise.all(scenes.map(balances));
    expect(sums.map(({ refunded }) => refunded).sort()).toEqual([0, 0, 6600]);
    const [id] = claims.map((made) => made.id).filter((_, place) => sums[place]?.refunded === 0);
    await decide(first, id ?? '', 'full');
    const [scene] = scenes.filter((_, place) => claims[place]?.id === id);
    expect(await balances(scene ?? first)).toMatchObject({ held: 0, payable: 0, refunded: 6600 });
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('[rule 14] [rule 16] gives nothing twice: what the platform gave for the first lesson is there already', async () => {
    for (const outcome of ['full', 'replacement']) {
      const scene = await given();
      await decide(scene, (await claim(scene, 'first_lesson')).id, outcome);
      const before = await balances(scene);
      const { id } = await claim(scene, 'identity');
      expect(await balances(scene)).toEqual(before);
      await decide(scene, id, 'none');
      expect(await balances(scene)).toEqual(before);
      expect(Number(before.credit) + Number(before.refunded)).toBe(6600);
    }
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test.each(['identity', 'safety'])('[rule 16] is claimed once a lesson, whatever was decided: %s', async (kind) => {
    const scene = await given();
    await decide(scene, (await claim(scene, kind)).id, 'none');
    for (const again of ['identity', 'safety']) {
      expect(await codesOf(claim(scene, again))).toEqual(['lesson: already_claimed']);
    }
    expect(await listing(scene)).toBe('listed');
  });

  test.each([
    ['said untruly before', 'none'],
    ['said of another lesson that nobody decided yet', undefined],
  ])('[rule 16] %s, it freezes nobody and gives nothing back until it was found true', async (_, outcome) => {
    const first = await given();
    const { id: before } = await claim(first, 'identity');
    if (outcome) await decide(first, before, outcome);
    const scene = await given({ learner: first.learner, admin: first.admin, start: '2026-11-21T06:00:00+08:00' });
    const { id } = await claim(scene, 'identity');
    expect([await statusOf(scene), await listing(scene)]).toEqual(['disputed', 'listed']);
    expect((await balances(scene)).refunded).toBe(0);
    const told = await scene.admin.collection('notifications').getFullList({ filter: `link ~ '${id}'` });
    // Who says what stands at the desk, which staff see with two factors only; a notice is there before.
    expect(told.map(({ message }) => message)).toEqual(['Open it to read what the learner says and wants.']);
    await decide(scene, id, 'full');
    expect(await listing(scene)).toBe('suspended');
    expect(await balances(scene)).toMatchObject({ held: 0, payable: 0, refunded: 6600 });
  });

  test('[rule 16] said before the lesson begins, it freezes nobody, gives nothing back, and the lesson goes on when it was not true', async () => {
    const scene = await given({ start: '2026-11-21T11:00:00+08:00', status: 'confirmed' });
    const { id } = await claim(scene, 'identity');
    expect([await statusOf(scene), await listing(scene)]).toEqual(['disputed', 'listed']);
    expect(await balances(scene)).toMatchObject({ payable: 0, refunded: 0 });
    await decide(scene, id, 'none');
    expect([await statusOf(scene), await listing(scene)]).toEqual(['confirmed', 'listed']);
    expect((await balances(scene)).refunded).toBe(0);
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test.each([
    ['replacement', {}, 'cancelled_by_instructor'],
    ['credit', {}, 'cancelled_by_instructor'],
    ['part', { refundCents: 6600 }, 'cancelled_by_instructor'],
    ['credit', { refundCents: 6000 }, 'confirmed'],
  ])('[rule 16] a lesson ahead is off where all of its money is given: %s %j', async (outcome, how, status) => {
    const scene = await given({ start: '2026-11-21T11:00:00+08:00', status: 'confirmed' });
    await decide(scene, (await claim(scene, 'safety')).id, outcome, how);
    expect(await statusOf(scene)).toBe(status);
    const { credit, refunded, held, payable } = await balances(scene);
    expect(credit + Number(refunded)).toBe(status === 'confirmed' ? 6000 : 6600);
    expect([held, payable]).toEqual([0, status === 'confirmed' ? 540 : 0]);
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('[rule 16] of two claims that were not true the later decision puts the listing back', async () => {
    const first = await given();
    const second = await given({ teacher: first.teacher, admin: first.admin, start: '2026-11-21T06:00:00+08:00' });
    const [{ id }, { id: other }] = [await claim(first, 'identity'), await claim(second, 'safety')];
    await decide(first, id, 'none');
    expect(await listing(first)).toBe('suspended');
    await decide(second, other, 'none');
    expect(await listing(first)).toBe('listed');
  });

  test('a safety claim has no time limit, and freezes at once', async () => {
    const scene = await given({ start: '2026-09-01T08:00:00+08:00', status: 'closed' });
    await claim(scene, 'safety');
    expect(await listing(scene)).toBe('suspended');
    expect(await balances(scene)).toMatchObject({ refunded: 0 });
  });
});

describe('[rule 10] [rule 16] who says that the instructor was missing and claims safety besides', () => {
  async function missed(kind: string) {
    const scene = await given({ start: '2026-11-21T09:40:00+08:00', status: 'confirmed' });
    const noShow = await scene.learner.collection('no_shows').create({ lesson: scene.lesson });
    const { id } = await claim(scene, kind);
    expect(await statusOf(scene)).toBe('disputed');
    expect(await balances(scene)).toMatchObject({ held: 6600, payable: 0, refunded: 0 });
    return { scene, noShow: noShow.id, claim: id };
  }

  test.each(['safety', 'identity'])(
    'has nothing back on these words alone: after a claim that was not true the instructor can contest still: %s',
    async (kind) => {
      const { scene, noShow, claim: id } = await missed(kind);
      app.clock.advance(3 * 24 * 60);
      await app.app.sweepers.runDue();
      const [teacher, admin] = [app.guest(), app.guest()];
      await teacher
        .collection('users')
        .authWithPassword(`${scene.teacher.client.id}@kerbside.example`, 'learner-password');
      await admin.collection('users').authWithPassword(`${scene.admin.id}@kerbside.example`, 'learner-password');
      await decide({ ...scene, admin: Object.assign(admin, { id: scene.admin.id }) }, id, 'none');
      expect(await statusOf(scene)).toBe('no_show_instructor');
      expect(await balances(scene)).toMatchObject({ held: 6600, payable: 0, refunded: 0 });
      await app.app.sweepers.runDue();
      expect(await balances(scene)).toMatchObject({ held: 6600 });
      const contest = await teacher
        .collection('no_show_contests')
        .create({ noShow, text: 'We drove; the code was wrong.' });
      await admin
        .collection('no_show_decisions')
        .create({ contest: contest.id, missing: 'learner', reason: 'A photo shows it.' });
      expect(await balances(scene)).toMatchObject({ held: 0, payable: 5940, refunded: 0 });
      expect(await ledgerFaults(app.db)).toEqual([]);
    },
  );

  test('has it back when nobody contests, and at once when the claim is found true', async () => {
    const first = await missed('safety');
    await decide(first.scene, first.claim, 'none');
    app.clock.advance(24 * 60 + 1);
    await app.app.sweepers.runDue();
    expect(await balances(first.scene)).toMatchObject({ held: 0, payable: 0, refunded: 6600 });
    const second = await missed('safety');
    await decide(second.scene, second.claim, 'full');
    expect(await balances(second.scene)).toMatchObject({ held: 0, payable: 0, refunded: 6600 });
    expect(await statusOf(second.scene)).toBe('no_show_instructor');
    app.clock.advance(24 * 60 + 1);
    await app.app.sweepers.runDue();
    expect(await balances(second.scene)).toMatchObject({ held: 0, payable: 0, refunded: 6600 });
    expect(await ledgerFaults(app.db)).toEqual([]);
  });
});

test.each([
  ['none', {}, 0],
  ['part', { refundCents: 600 }, 5400],
])(
  '[rule 15] [rule 21] a claim about a lesson ahead that was decided %s pays nobody before the lesson, however far it is moved',
  async (outcome, more, payable) => {
    const scene = await given({ start: '2026-11-24T10:00:00+08:00', status: 'confirmed' });
    await decide(scene, (await claim(scene, 'safety')).id, outcome, more);
    expect(await statusOf(scene)).toBe('confirmed');
    expect((await balances(scene)).payable).toBe(payable);
    await scene.learner.collection('reschedules').create({ lesson: scene.lesson, start: '2026-12-20T02:00:00Z' });
    app.clock.set('2026-12-02T10:00:00+08:00');
    await app.app.sweepers.runDue();
    const rows = await app.db.query('select 1 from payouts where instructor = $1', [scene.teacher.id]);
    expect(rows).toHaveLength(0);
  },
);

test('[rule 15] [rule 16] what a claim made credit of does not go back to the card as well when somebody else is said to have come', async () => {
  const scene = await given();
  await decide(scene, (await claim(scene, 'quality')).id, 'credit');
  expect(await balances(scene)).toMatchObject({ held: 0, payable: 0, credit: 6600, refunded: 0 });
  await claim(scene, 'identity');
  expect(await balances(scene)).toMatchObject({ held: 0, payable: 0, credit: 6600, refunded: 0 });
  expect(await ledgerFaults(app.db)).toEqual([]);
});

test('[rule 6] [rule 22] of a lesson ahead of which a claim made credit the rest goes back, and that is what cancelling it says', async () => {
  const scene = await given({ start: '2026-11-24T10:00:00+08:00', status: 'confirmed' });
  const { id } = await claim(scene, 'safety');
  await decide(scene, id, 'credit', { refundCents: 1000 });
  expect(await statusOf(scene)).toBe('confirmed');
  const preview = await scene.learner.send('/api/marketplace/cancellation', { query: { lesson: scene.lesson } });
  expect(preview).toMatchObject({ refundCents: 5600 });
  const cancelled = await scene.learner.collection('cancellations').create({ lesson: scene.lesson });
  expect(cancelled).toMatchObject({ refundCents: 5600, creditCents: 0, feeCents: 0 });
  expect(await balances(scene)).toMatchObject({ held: 0, payable: 0, credit: 1000, refunded: 5600 });
  expect(await ledgerFaults(app.db)).toEqual([]);
});
