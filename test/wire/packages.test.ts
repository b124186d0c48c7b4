import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proveLedger } from '#marketplace/prove-ledger.ts';
import {
  balancesOf,
  bookWithPackage,
  buyPackage,
  card,
  makeSeller,
  type Person,
  packagesOf,
} from '#support/packages.ts';
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

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => {
  expect(await ledgerFaults(app.db)).toEqual([]);
  await app.close();
});

const seller = (fields?: Record<string, unknown>) => makeSeller(app, fields);
const buy = (learner: Person, teacher: Teacher, minutes = 600) => buyPackage(app, learner, teacher, { minutes });
const balances = (...accounts: string[]) => balancesOf(app, ...accounts);

test('[rule 18] a lesson that a package pays is moved within the package’s validity, and by nobody beyond it', async () => {
  const [teacher, learner] = await Promise.all([seller(), makePerson(app)]);
  const bought = await buy(learner, teacher, 300);
  const { lesson } = await bookWithPackage(learner, teacher, '2026-12-10T02:00:00Z', 60);
  // A package that ends within the horizon, as after most of its twelve months.
  await app.db.query(`update package_purchases set "expiresOn" = '2026-12-12' where id = $1`, [bought.id]);
  const move = (by: Person, start: string) => by.collection('reschedules').create({ lesson: lesson.id, start });
  for (const by of [learner, teacher.client]) {
    const { status, data } = await refusalOf(move(by, '2026-12-12T16:00:00Z'));
    expect([status, data.start?.code]).toEqual([400, 'package_ends']);
  }
  expect((await move(learner, '2026-12-12T11:00:00Z')).status).toBe('done');
});

describe('buying a package', () => {
  test('[rule 18] ten hours at S$66.00 less 5 % are S$627.00, held until they are used, and good for 12 months', async () => {
    const [teacher, learner] = await Promise.all([seller(), makePerson(app)]);
    const order = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 600 });
    expect(order).toMatchObject({ priceCents: 62_700, minutesLeft: 600, status: 'pending', expiresOn: '2027-11-21' });
    const payment = await learner.collection('payments').create({ packagePurchase: order.id, ...card });
    expect(payment).toMatchObject({ status: 'succeeded', amountCents: 62_700 });
    expect(await learner.collection('package_purchases').getOne(order.id)).toMatchObject({ status: 'active' });
    expect(await balances(`held_package:${order.id}`)).toEqual([62_700]);
    expect(await packagesOf(learner)).toEqual([
      expect.objectContaining({ id: order.id, instructor: teacher.id, minutesLeft: 600, refundCents: 62_700 }),
    ]);
  });

  test('the price is locked when it is asked for, for an hour; after that nothing is charged', async () => {
    const [teacher, learner] = await Promise.all([seller(), makePerson(app)]);
    const order = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 300 });
    await teacher.client.collection('instructors').update(teacher.id, { hourlyCents: 9900 });
    expect(order.priceCents).toBe(32_010);
    app.clock.advance(59);
    const [offered] = await app.db.query<{ due: boolean }>(
      'select "_dueAt" > to_timestamp($2::double precision / 1000) as due from package_purchases where id = $1',
      [order.id, app.clock.nowMs()],
    );
    expect(offered?.due).toBe(true);
    app.clock.advance(1);
    const late = await refusalOf(learner.collection('payments').create({ packagePurchase: order.id, ...card }));
    expect(late).toMatchObject({ status: 400, data: { packagePurchase: { code: 'purchase_expired' } } });
    await app.app.sweepers.runDue();
    expect((await learner.collection('package_purchases').getOne(order.id)).status).toBe('expired');
  });

  test('[rule 19] what is sold at once is ten hours: minutes that come back may make more, and no more are sold until they are used', async () => {
    const [teacher, learner] = await Promise.all([seller(), makePerson(app)]);
    await buy(learner, teacher, 300);
    const booked = [];
    for (const [day, minutes] of [
      ['12-01', 60],
      ['12-02', 60],
      ['12-08', 90],
      ['12-09', 90],
    ] as const) {
      booked.push(await bookWithPackage(learner, teacher, `2026-${day}T02:00:00Z`, minutes));
    }
    await buy(learner, teacher, 600);
    await learner.collection('cancellations').create({ lesson: booked[0]?.lesson.id });
    const left = (await packagesOf(learner)).map(({ minutesLeft }: { minutesLeft: number }) => minutesLeft);
    expect(left.sort()).toEqual([60, 600]);
    const more = learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 300 });
    expect((await refusalOf(more)).data).toMatchObject({ minutes: { code: 'too_many_minutes' } });
  });

  test('[rule 19] never goes beyond the licence or the 75th birthday, and no more than ten hours are sold at once', async () => {
    const learner = await makePerson(app);
    const [soon, over] = await Promise.all([
      seller({ licenceExpiresOn: '2027-06-30', retiresOn: '2027-05-14' }),
      seller({ retiresOn: '2026-11-21' }),
    ]);
    const order = await buy(learner, soon, 300);
    expect(order.expiresOn).toBe('2027-05-14');
    const refused = (teacher: Teacher, minutes: number) =>
      refusalOf(learner.collection('package_purchases').create({ instructor: teacher.id, minutes }));
    expect((await refused(over, 300)).data).toMatchObject({ instructor: { code: 'instructor_ends' } });
    expect((await refused(soon, 600)).data).toMatchObject({ minutes: { code: 'too_many_minutes' } });
    expect((await refused(soon, 450)).data).toMatchObject({ minutes: { code: 'not_offered' } });
  });

  test('is refused without an active offer, from oneself and from who is not listed', async () => {
    const [teacher, learner] = await Promise.all([seller(), makePerson(app)]);
    const [plain, paused] = await Promise.all([makeInstructor(app), seller({ status: 'paused' })]);
    const codes = async (client: Person, instructor: string) =>
      (await refusalOf(client.collection('package_purchases').create({ instructor, minutes: 300 }))).data;
    expect(await codes(learner, plain.id)).toMatchObject({ minutes: { code: 'not_offered' } });
    expect(await codes(learner, paused.id)).toMatchObject({ instructor: { code: 'not_bookable' } });
    expect(await codes(teacher.client, teacher.id)).toMatchObject({ instructor: { code: 'own_lesson' } });
  });

  test('a new order takes the place of one that waits, and money for the old one goes back', async () => {
    const [teacher, learner] = await Promise.all([seller(), makePerson(app)]);
    const first = await learner.collection('package_purchases').create({ instructor: teacher.id, minutes: 300 });
    const paynow = await learner.collection('payments').create({ packagePurchase: first.id, method: 'paynow' });
    const second = await buy(learner, teacher, 600);
    await learner.send('/api/sandbox/bank', { method: 'POST', body: { payment: paynow.id } });
    expect((await learner.collection('package_purchases').getOne(first.id)).status).toBe('expired');
    expect((await learner.collection('payments').getOne(paynow.id)).status).toBe('refunded');
    expect(await balances(`held_package:${first.id}`, `held_package:${second.id}`)).toEqual([0, 62_700]);
  });

  test('a repeated order has one effect', async () => {
    const [teacher, learner] = await Promise.all([seller(), makePerson(app)]);
    const body = { id: 'package0000same', instructor: teacher.id, minutes: 300 };
    const orders = await Promise.all([1, 2, 3].map(() => learner.collection('package_purchases').create(body)));
    expect(new Set(orders.map(({ id, created }) => `${id} ${created}`)).size).toBe(1);
    await learner.collection('payments').create({ packagePurchase: body.id, ...card });
    expect((await learner.collection('package_purchases').create(body)).status).toBe('active');
  });

  test('is seen by its two sides and admins alone', async () => {
    const [teacher, learner] = await Promise.all([seller(), makePerson(app)]);
    const [stranger, admin] = await Promise.all([makePerson(app), makePerson(app, { role: 'admin' })]);
    const { id } = await buy(learner, teacher, 300);
    const counts = await Promise.all(
      [learner, teacher.client, admin, stranger].map(
        async (client) => (await client.collection('package_purchases').getFullList({ filter: `id = '${id}'` })).length,
      ),
    );
    expect(counts).toEqual([1, 1, 1, 0]);
    expect(await refusalOf(stranger.collection('payments').create({ packagePurchase: id, ...card }))).toMatchObject({
      data: { packagePurchase: { code: 'validation_missing_rel_records' } },
    });
  });
});

describe('using a package', () => {
  test('[rule 18] 90 of 600 minutes pay a lesson with S$94.05, as it was quoted, at the weekend too', async () => {
    const [teacher, learner] = await Promise.all([seller({ weekendSurchargePercent: 10 }), makePerson(app)]);
    const { id } = await buy(learner, teacher);
    const query = { instructor: teacher.id, start: '2026-12-05T02:00:00Z', durationMinutes: 90, package: id };
    const quote = await learner.send('/api/marketplace/quote', { query });
    const { lesson, payment } = await bookWithPackage(learner, teacher, '2026-12-05T02:00:00Z');
    expect(payment).toMatchObject({ status: 'succeeded', amountCents: 9405, drawnFrom: id, drawnMinutes: 90 });
    expect(lesson).toMatchObject({ status: 'confirmed', priceCents: 9405, lines: quote.lines });
    expect(quote.totalCents).toBe(9405);
    expect((await packagesOf(learner))[0]).toMatchObject({ minutesLeft: 510, heldCents: 53_295 });
    expect(await balances(`held:${lesson.id}`, `held_package:${id}`)).toEqual([9405, 53_295]);
  });

  test('a package that is too small, of another instructor or over by then pays nothing', async () => {
    const [teacher, other, learner] = await Promise.all([seller(), seller(), makePerson(app)]);
    const { id } = await buy(learner, other, 300);
    const lesson = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start: '2026-12-07T02:00:00Z', durationMinutes: 60 });
    const refused = await refusalOf(learner.collection('payments').create({ lesson: lesson.id, method: 'credit' }));
    expect(refused).toMatchObject({ status: 400, data: { method: { code: 'no_credit' } } });
    const query = { instructor: teacher.id, start: '2026-12-07T02:00:00Z', durationMinutes: 60, package: id };
    const quote = await refusalOf(learner.send('/api/marketplace/quote', { query }));
    expect(quote).toMatchObject({ status: 400, data: { package: { code: 'not_usable' } } });
  });

  test('two lessons that want the last minutes at once: one gets them', async () => {
    const [teacher, learner] = await Promise.all([seller({ lessonMinutes: [60, 240] }), makePerson(app)]);
    const { id } = await buy(learner, teacher, 300);
    await bookWithPackage(learner, teacher, '2026-12-08T01:00:00Z', 240);
    const lessons = await Promise.all(
      ['2026-12-09T01:00:00Z', '2026-12-09T03:00:00Z', '2026-12-09T05:00:00Z'].map((start) =>
        learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes: 60 }),
      ),
    );
    const paid = await Promise.allSettled(
      lessons.map((lesson) => learner.collection('payments').create({ lesson: lesson.id, method: 'credit' })),
    );
    expect(paid.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await learner.collection('package_purchases').getOne(id)).toMatchObject({ minutesLeft: 0, status: 'used' });
    expect(await balances(`held_package:${id}`)).toEqual([0]);
  });

  test('a lesson that the instructor declines gives all of its minutes back, one that was late half of them', async () => {
    const [teacher, learner] = await Promise.all([seller({ instantBooking: false }), makePerson(app)]);
    await buy(learner, teacher);
    const { lesson } = await bookWithPackage(learner, teacher, '2026-12-10T02:00:00Z');
    await teacher.client.collection('approvals').create({ lesson: lesson.id, decision: 'decline' });
    expect((await packagesOf(learner))[0]).toMatchObject({ minutesLeft: 600, heldCents: 62_700 });
    const second = await bookWithPackage(learner, teacher, '2026-12-11T02:00:00Z');
    await app.db.query(`select owe_refund($1, 'half', 4703, now())`, [second.payment.id]);
    expect((await packagesOf(learner))[0]).toMatchObject({ minutesLeft: 555, heldCents: 57_998 });
    expect(await balances(`held:${second.lesson.id}`)).toEqual([4702]);
  });

  test('[rule 18] what a lesson gives back after its package is over goes back with the discount that its end had kept: S$627.00 in all', async () => {
    const [teacher, learner] = await Promise.all([seller({ instantBooking: false }), makePerson(app)]);
    const { id } = await buy(learner, teacher);
    const { lesson } = await bookWithPackage(learner, teacher, '2026-12-12T02:00:00Z', 60);
    const refund = await learner.collection('package_refunds').create({ packagePurchase: id });
    expect(refund).toMatchObject({ refundCents: 56_100, keptCents: 330, reason: 'asked' });
    await teacher.client.collection('approvals').create({ lesson: lesson.id, decision: 'decline' });
    await app.app.sweepers.runDue();
    const [payment] = await learner.collection('payments').getFullList({ filter: `packagePurchase = '${id}'` });
    expect(payment?.refundedCents).toBe(62_700);
    expect(await balances(`held_package:${id}`, `held:${lesson.id}`)).toEqual([0, 0]);
    expect(await balances(`instructor_payable:${teacher.id}`)).toEqual([0]);
    expect((await proveLedger(app.db)).faults).toEqual([]);
  });

  test('[rule 18] of a package whose last day is over, and that nobody ended yet, a lesson gives money back, and says so', async () => {
    const [teacher, learner] = await Promise.all([seller(), makePerson(app)]);
    const { id } = await buy(learner, teacher);
    const { lesson } = await bookWithPackage(learner, teacher, '2026-11-27T02:00:00Z', 60);
    await app.db.query('update package_purchases set "_endsAt" = $2 where id = $1', [id, new Date(app.clock.nowMs())]);
    const preview = await learner.send('/api/marketplace/cancellation', { query: { lesson: lesson.id } });
    // 627.00 for ten hours; one is used until now, and nothing was kept for it yet.
    expect(preview).toMatchObject({ ways: [{ method: 'ended_package', cents: 6270 }], keptBackCents: 0 });
    await learner.collection('cancellations').create({ lesson: lesson.id });
    const told = await learner.collection('notifications').getFullList({ filter: `title = 'Lesson cancelled'` });
    expect(told.map(({ message }) => message)).toEqual([expect.stringContaining('S$62.70 goes back')]);
    expect(await learner.collection('refunds').getFullList({ filter: "payment.method = 'card'" })).toMatchObject([
      { amountCents: 6270 },
    ]);
  });

  test('[rule 18] of two lessons ahead of a package that ended, the one that is called off gives back its discount alone, and says all that comes back', async () => {
    const [teacher, learner] = await Promise.all([seller(), makePerson(app)]);
    const { id } = await buy(learner, teacher);
    await bookWithPackage(learner, teacher, '2026-12-11T02:00:00Z', 60);
    const { lesson } = await bookWithPackage(learner, teacher, '2026-12-12T02:00:00Z', 90);
    const preview = () => learner.send('/api/marketplace/cancellation', { query: { lesson: lesson.id } });
    const waysBack = async () => (await preview()).ways;
    // Minutes are no credit: they go back to the package, and once that has ended the way it was paid.
    expect(await waysBack()).toEqual([{ method: 'package', cents: 9405 }]);
    const refund = await learner.collection('package_refunds').create({ packagePurchase: id });
    expect(refund).toMatchObject({ refundCents: 62_700 - 16_500, keptCents: 825 });
    expect(await waysBack()).toEqual([{ method: 'ended_package', cents: 9405 }]);
    const [payable] = await app.db.query('select "payableFrom" from payables where instructor = $1', [teacher.id]);
    expect(payable?.payableFrom).toEqual(new Date('2026-12-15T03:30:00Z'));
    const all = { refundCents: 9405, keptBackCents: 495 };
    expect(await preview()).toMatchObject(all);
    expect(await learner.collection('cancellations').create({ lesson: lesson.id })).toMatchObject(all);
    const told = await learner.collection('notifications').getFullList({ filter: `title = 'Lesson cancelled'` });
    expect(told.map(({ message }) => message)).toEqual([
      expect.stringMatching(/S\$99\.00 goes back to .*S\$4\.95 of it is the discount that was kept/),
    ]);
    await app.app.sweepers.runDue();
    const [payment] = await learner.collection('payments').getFullList({ filter: `packagePurchase = '${id}'` });
    expect(payment?.refundedCents).toBe(62_700 - 6600);
    expect(await balances(`held_package:${id}`, `instructor_payable:${teacher.id}`)).toEqual([0, 330 - 33]);
    expect((await proveLedger(app.db)).faults).toEqual([]);
  });
});

test('nobody leaves with a package without having seen what becomes of it', async () => {
  const [teacher, learner] = await Promise.all([seller(), makePerson(app)]);
  await buy(learner, teacher);
  for (const client of [learner, teacher.client]) {
    const body = { confirmation: `${client.id}@kerbside.example`, password: 'learner-password' };
    const refused = await refusalOf(client.send('/api/marketplace/close-account', { method: 'POST', body }));
    expect(refused).toMatchObject({ status: 409, data: { account: { code: 'account_in_use' } } });
  }
});
