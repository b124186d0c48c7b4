import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookWithPackage, buyPackage, makeSeller } from '#support/packages.ts';
import {
  ledgerFaults,
  makeInstructor,
  makePerson,
  refusalOf,
  startApp,
  type Teacher,
  type TestApp,
} from '#support/start-app.ts';

let app: TestApp;
type Person = Awaited<ReturnType<typeof makePerson>>;
type Scene = { teacher: Teacher; learner: Person; admin: Person; lesson: string; price: number };

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

/** A paid lesson of S$66.00 that was given and ended at 09:00; it is 10:00 on Saturday, 21 November, in Singapore. */
async function given(more: Partial<Scene> & { status?: string; start?: string } = {}): Promise<Scene> {
  app.clock.set('2026-11-21T10:00:00+08:00');
  // Sessions that ended while the clock stood days ahead are gone.
  await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
  const { start = '2026-11-21T08:00:00+08:00', status = 'completed' } = more;
  const teacher = more.teacher ?? (await makeInstructor(app));
  const learner = more.learner ?? (await makePerson(app));
  const admin = more.admin ?? (await makePerson(app, { role: 'admin' }));
  const { id } = await app.root.collection('lessons').create({
    instructor: teacher.id,
    learner: learner.id,
    start,
    durationMinutes: 60,
    priceCents: 6600,
    status,
  });
  await app.root.collection('payments').create({
    lesson: id,
    learner: learner.id,
    method: 'card',
    amountCents: 6600,
    status: 'succeeded',
  });
  return { teacher, learner, admin, lesson: id, price: 6600 };
}

const claim = ({ learner, lesson }: Scene, kind: string, more: Record<string, unknown> = {}) =>
  learner.collection('claims').create({ lesson, kind, text: 'The car broke down.', ...more });
const decide = ({ admin }: Scene, id: string, outcome: string, more: Record<string, unknown> = {}) =>
  admin.collection('claim_decisions').create({ claim: id, outcome, reason: 'We talked to both.', ...more });
const codesOf = async (call: Promise<unknown>) =>
  Object.entries((await refusalOf(call)).data).map(([field, { code }]) => `${field}: ${code}`);
const statusOf = async ({ lesson }: Scene) =>
  (await app.db.query<{ status: string }>('select status from lessons where id = $1', [lesson]))[0]?.status;
const balances = async ({ teacher, learner, lesson }: Scene) => {
  const names = [`held:${lesson}`, `instructor_payable:${teacher.id}`, `learner_credit:${learner.id}`, 'goodwill'];
  const rows = await app.db.query<{ account: string; cents: number }>(
    `select e.account, sum(e."amountCents")::int as cents from ledger_entries e
     join ledger_transactions t on t.id = e.transaction where t.lesson = $1 and e.account = any ($2) group by 1`,
    [lesson, names],
  );
  const of = (name: string) => rows.find(({ account }) => account === name)?.cents ?? 0;
  const [row] = await app.db.query<{ cents: number }>(
    `select coalesce(sum(r."amountCents"), 0)::int as cents from refunds r join payments p on p.id = r.payment where p._lesson = $1`,
    [lesson],
  );
  const [held, payable, credit, goodwill] = names.map(of);
  return {
    held: 0 - (held ?? 0),
    payable: 0 - (payable ?? 0),
    credit: 0 - (credit ?? 0),
    goodwill,
    refunded: row?.cents,
  };
};
const sweep = () => app.app.sweepers.runDue();

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

describe('[rule 16] who is not the person in the photo', () => {
  const listing = async ({ teacher }: Scene) => (await app.root.collection('instructors').getOne(teacher.id)).status;

  test('is paid nothing and found by nobody the same moment, before the lesson is started, too', async () => {
    const scene = await given({ start: '2026-11-21T09:50:00+08:00', status: 'confirmed' });
    const made = await claim(scene, 'identity');
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

  test('[rule 16] [rule 18] an instructor who is frozen by a learner’s own claim is not gone for that learner’s package', async () => {
    const teacher = await makeSeller(app);
    const scene = await given({ teacher });
    const { id } = await buyPackage(app, scene.learner, teacher, { minutes: 600 });
    const start = '2026-11-23T02:00:00Z';
    await bookWithPackage(scene.learner, teacher, start, 60);
    await claim(scene, 'identity');
    const refund = await scene.learner.collection('package_refunds').create({ packagePurchase: id });
    expect(refund).toMatchObject({ reason: 'asked', refundCents: 56100, keptCents: 330 });
  });

  test.each(['identity', 'safety'])('[rule 16] is claimed once a lesson, whatever was decided: %s', async (kind) => {
    const scene = await given();
    await decide(scene, (await claim(scene, kind)).id, 'none');
    for (const again of ['identity', 'safety']) {
      expect(await codesOf(claim(scene, again))).toEqual(['lesson: already_claimed']);
    }
    expect(await listing(scene)).toBe('listed');
  });

  test('[rule 16] said untruly before, it freezes nobody until it was found true', async () => {
    const first = await given();
    await decide(first, (await claim(first, 'identity')).id, 'none');
    const scene = await given({ learner: first.learner, admin: first.admin, start: '2026-11-21T06:00:00+08:00' });
    const { id } = await claim(scene, 'identity');
    expect([await statusOf(scene), await listing(scene)]).toEqual(['disputed', 'listed']);
    expect(await balances(scene)).toMatchObject({ held: 0, refunded: 6600 });
    const told = await scene.admin.collection('notifications').getFullList({ filter: `link ~ '${id}'` });
    expect(told).toHaveLength(1);
    await decide(scene, id, 'full');
    expect(await listing(scene)).toBe('suspended');
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
      const token = client.authStore.isValid ? await client.files.getToken() : '';
      return (await fetch(client.files.getURL(made, made.evidence[0], { token }))).status;
    };
    const stranger = await makePerson(app);
    expect([await open(scene.learner), await open(scene.teacher.client), await open(scene.admin)]).toEqual([
      200, 200, 200,
    ]);
    expect([await open(stranger), await open(app.guest() as Person)]).toEqual([404, 404]);
  });
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
