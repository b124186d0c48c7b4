import { describe, expect, test } from 'vitest';
import { send, startOnOperatorsAccount, statement } from '#support/operators-account.ts';
import { makeInstructor, makePerson, refusalOf, type TestApp } from '#support/start-app.ts';

let app: TestApp;
type Person = Awaited<ReturnType<typeof makePerson>>;
let admin: Person;

const { scene, balanceOf, importing, linesOf, faults, refundsOf } = startOnOperatorsAccount((started, made) => {
  app = started;
  admin = made;
});

describe('a payment to the operator’s own account', () => {
  test('is a PayNow code with a reference of its own; there are no cards', async () => {
    const { learner, teacher, payment } = await scene();
    expect(payment.billReference).toMatch(/^KB[2-9A-HJKMNP-Z]{10}$/);
    expect(payment).toMatchObject({ status: 'requires_action', provider: 'manual', amountCents: 6600 });
    expect(payment.qrPayload).toContain(`0112${payment.billReference}`);
    expect(payment.qrPayload).toContain('202612345K');
    const other = { instructor: teacher.id, start: '2026-11-27T01:00:00Z', durationMinutes: 60 };
    const { id } = await learner.collection('lessons').create(other);
    const { data } = await refusalOf(learner.collection('payments').create({ lesson: id, method: 'card' }));
    expect(data).toMatchObject({ method: { code: 'method_not_offered' } });
  });

  test('is waited for, for the operator’s hours, once its learner says to have paid', async () => {
    const { payment, lesson, declare } = await scene();
    app.clock.advance(10);
    expect(await declare()).toMatchObject({ status: 'processing', until: '2026-11-21T14:10:00.000Z' });
    expect((await declare()).until).toBe('2026-11-21T14:10:00.000Z');
    const finance = await makePerson(app, { role: 'finance' });
    const { items } = await finance.send('/api/marketplace/bank/declared', {});
    expect(items.find((each: { payment: string }) => each.payment === payment.id)).toEqual({
      ...{ payment: payment.id, amountCents: 6600, billReference: payment.billReference },
      ...{ until: '2026-11-21T14:10:00.000Z', learnerName: expect.stringMatching(/^Person \d+$/) },
    });
    app.clock.advance(600);
    await app.app.sweepers.runDue();
    expect(await lesson()).toMatchObject({ status: 'held', holdExpiresAt: '2026-11-21 14:10:00.000Z' });
    expect(await importing(statement(['66.00', `MEI LING ${payment.billReference} OTHR`]))).toEqual({
      added: 1,
      known: 0,
      matched: 1,
    });
    expect((await lesson()).status).toBe('confirmed');
    expect(await linesOf(`payment = '${payment.id}'`)).toMatchObject([{ status: 'matched', outcome: 'paid' }]);
    expect(await balanceOf('unmatched_money')).toBe(0);
    expect(await faults()).toEqual([]);
  });

  test('for several weekly lessons is one line of the sum, waits with all of them, and confirms all', async () => {
    const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
    const wish = { instructor: teacher.id, start: '2026-11-25T01:00:00Z', durationMinutes: 60, weeks: [0, 1, 3] };
    const { id: lessonSeries } = await learner.collection('lessons').create(wish);
    const payment = await learner.collection('payments').create({ lessonSeries, method: 'paynow' });
    expect(payment.qrPayload).toContain('5406198.00');
    // Whichever of them is named, what is declared is the one sum that was asked for.
    const [part] = await learner.collection('payments').getFullList({ filter: `chargedWith = '${payment.id}'` });
    const said = { payment: payment.id, status: 'processing' };
    for (const { id } of [part ?? payment, payment])
      expect(await send(learner, `payments/${id}/declare`)).toMatchObject(said);
    app.clock.advance(600);
    await app.app.sweepers.runDue();
    const lessons = () => learner.collection('lessons').getFullList();
    expect((await lessons()).map(({ status }) => status)).toEqual(['held', 'held', 'held']);
    const finance = await makePerson(app, { role: 'finance' });
    const { items } = await finance.send('/api/marketplace/bank/declared', {});
    const declared = items.filter((each: { billReference: string }) => each.billReference === payment.billReference);
    expect(declared).toMatchObject([{ payment: payment.id, amountCents: 19_800 }]);
    await importing(statement(['198.50', `MEI LING ${payment.billReference} OTHR`]));
    expect((await lessons()).map(({ status }) => status)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect(await linesOf(`payment = '${payment.id}'`)).toMatchObject([{ outcome: 'over' }]);
    expect((await refundsOf(learner)).map(({ amountCents }) => amountCents)).toEqual([50]);
    expect(await faults()).toEqual([]);
  });

  test('keeps nobody’s time beyond an hour before the lesson', async () => {
    const { declare } = await scene('2026-11-21T09:00:00Z');
    expect((await declare()).until).toBe('2026-11-21T08:00:00.000Z');
  });

  test('that nobody says to have paid holds the time for 15 minutes, as ever', async () => {
    const { lesson, declare } = await scene();
    app.clock.advance(15);
    expect((await refusalOf(declare())).status).toBe(409);
    await app.app.sweepers.runDue();
    expect((await lesson()).status).toBe('expired');
  });

  test('that was not found in time frees the time and says so; who says so too often can’t any more', async () => {
    const { learner, payment, lesson, declare, teacher } = await scene();
    await declare();
    app.clock.advance(12 * 60);
    await app.app.sweepers.runDue();
    expect((await lesson()).status).toBe('expired');
    const told = await learner.collection('notifications').getFullList({ filter: `title = 'Payment not found'` });
    expect(told.map(({ message }) => message)).toEqual([expect.stringContaining(payment.billReference)]);
    for (const hour of [2, 3]) {
      app.clock.advance(12 * 60);
      await app.app.sweepers.runDue();
      const next = { instructor: teacher.id, start: `2026-11-26T0${hour}:00:00Z`, durationMinutes: 60 };
      const { id } = await learner.collection('lessons').create(next);
      await declare((await learner.collection('payments').create({ lesson: id, method: 'paynow' })).id);
    }
    app.clock.advance(12 * 60);
    await app.app.sweepers.runDue();
    const last = { instructor: teacher.id, start: '2026-11-26T05:00:00Z', durationMinutes: 60 };
    const { id } = await learner.collection('lessons').create(last);
    const { id: fourth } = await learner.collection('payments').create({ lesson: id, method: 'paynow' });
    expect((await refusalOf(declare(fourth))).data).toMatchObject({ payment: { code: 'too_many_declared' } });
  });

  /** Further payments of a learner with an instructor, each for a lesson that is held. */
  async function more(learner: Person, teacher: { id: string }, count: number): Promise<string[]> {
    const payments: string[] = [];
    for (let hour = 2; hour < 2 + count; hour += 1) {
      const next = { instructor: teacher.id, start: `2026-11-26T0${hour}:00:00Z`, durationMinutes: 60 };
      const { id } = await learner.collection('lessons').create(next);
      payments.push((await learner.collection('payments').create({ lesson: id, method: 'paynow' })).id);
    }
    return payments;
  }
  const isDeclared = (call: PromiseSettledResult<unknown>) => call.status === 'fulfilled';

  test('is waited for once at a time for who never paid, however many are declared at once', async () => {
    const { learner, teacher, payment, declare } = await scene();
    const payments = [payment.id, ...(await more(learner, teacher, 5))];
    const calls = await Promise.allSettled(payments.map((id) => declare(id)));
    expect(calls.filter(isDeclared)).toHaveLength(1);
    expect(await learner.collection('payments').getFullList({ filter: `status = 'processing'` })).toHaveLength(1);
  });

  test('is waited for three times at most for who has paid, however many are declared at once', async () => {
    const { learner, teacher, payment, declare } = await scene();
    await declare();
    await importing(statement(['66.00', payment.billReference]));
    const calls = await Promise.allSettled((await more(learner, teacher, 6)).map((id) => declare(id)));
    expect(calls.filter(isDeclared)).toHaveLength(3);
  });

  test('[25.3] keeps a fifth of an instructor’s week at most for people who never paid, each lesson of a series in its week', async () => {
    const rules = [{ weekday: 3, startMinute: 480, endMinute: 1080 }];
    const teacher = await makeInstructor(app, { rules });
    const series = async (hour: number, weeks: number[], day = '2026-11-25') => {
      const learner = await makePerson(app);
      const wish = { instructor: teacher.id, start: `${day}T0${hour}:00:00Z`, durationMinutes: 60, weeks };
      const { id: lessonSeries } = await learner.collection('lessons').create(wish);
      const of = weeks.length > 1 ? { lessonSeries } : { lesson: lessonSeries };
      const { id } = await learner.collection('payments').create({ ...of, method: 'paynow' });
      return { learner, payment: id, call: send(learner, `payments/${id}/declare`) };
    };
    // Ten hours are offered each week: two of them.
    const first = await series(1, [0, 1, 2]);
    await first.call;
    await (await series(2, [0, 1])).call;
    const refused = await series(3, [0, 1, 2]);
    const { status, data } = await refusalOf(refused.call);
    expect([status, data.payment?.code]).toEqual([400, 'too_many_unpaid']);
    await (await series(4, [0], '2026-12-09')).call;
    app.clock.advance(20);
    await app.app.sweepers.runDue();
    const held = await app.db.query(
      `select to_char(start, 'MM-DD') as day, count(*)::int from lessons where instructor = $1 and status = 'held' group by 1 order by 1`,
      [teacher.id],
    );
    expect(held).toEqual(['11-25', '12-02', '12-09'].map((day) => ({ day, count: 2 })));
    // Money of somebody makes room, and binds them no more.
    const payment = await first.learner.collection('payments').getOne(first.payment);
    await importing(statement(['198.00', payment.billReference]));
    const late = await series(5, [0]);
    expect(await late.call).toMatchObject({ status: 'processing' });
    expect((await refusalOf((await series(6, [0])).call)).data).toMatchObject({ payment: { code: 'too_many_unpaid' } });
    const [paid] = await more(first.learner, await makeInstructor(app), 1);
    expect(await send(first.learner, `payments/${paid}/declare`)).toMatchObject({ status: 'processing' });
  });

  test('is not waited for of an address nobody verified', async () => {
    const { learner, declare } = await scene();
    await app.db.query('update users set verified = false where id = $1', [learner.id]);
    expect((await refusalOf(declare())).data).toMatchObject({ payment: { code: 'email_not_verified' } });
  });

  test('is nobody else’s to declare', async () => {
    const { payment } = await scene();
    const stranger = await makePerson(app);
    expect((await refusalOf(send(stranger, `payments/${payment.id}/declare`))).status).toBe(404);
  });
});

describe('what goes out of the operator’s own account', () => {
  test('a refund waits for a person, who says by which reference it was sent; once', async () => {
    const { learner, payment, id } = await scene();
    await importing(statement(['66.00', payment.billReference]));
    await learner.collection('cancellations').create({ lesson: id });
    const [refund] = await refundsOf(learner);
    expect(refund).toMatchObject({ status: 'sent', amountCents: 6600 });
    app.clock.advance(12 * 60);
    await app.app.sweepers.runDue();
    const note = () => send(admin, `refunds/${refund?.id}/sent`, { reference: 'FT9' });
    expect(await note()).toMatchObject({ status: 'paid' });
    expect((await refusalOf(note())).status).toBe(409);
    expect((await learner.collection('payments').getOne(payment.id)).status).toBe('refunded');
    expect(await faults()).toEqual([]);
  });

  test('[25.5] finance is told to whom both go, by name and telephone number, and of the accounts nothing else', async () => {
    const finance = await makePerson(app, { role: 'finance' });
    const { learner, teacher, payment, id } = await scene();
    await admin.collection('users').update(learner.id, { name: 'Tan Mei Ling', phone: '+6591234567' });
    await importing(statement(['66.00', payment.billReference]));
    await learner.collection('cancellations').create({ lesson: id });
    const [refund] = await refundsOf(learner);
    const read = async () =>
      (await finance.send('/api/marketplace/bank/to-send', {})).items.map(
        ({ owedSince, ...sum }: { owedSince: string | null; of: string }) => {
          // A refund has its promised days from when it is owed.
          expect(owedSince !== null).toBe(sum.of === 'refunds');
          return sum;
        },
      );
    const wanted = { of: 'refunds', amountCents: 6600, name: 'Tan Mei Ling', phone: '+6591234567' };
    expect(await read()).toContainEqual({
      ...wanted,
      isPhoneProved: false,
      id: refund?.id,
      failureCode: '',
      waitsFor: '',
      account: `refunds_due:${learner.id}`,
    });
    // Anybody could have written the number: its owner says first that money goes there.
    const early = await refusalOf(send(finance, `refunds/${refund?.id}/sent`, { reference: 'FT11' }));
    expect(early).toMatchObject({ status: 409, data: { phone: { code: 'phone_unproved' } } });
    const told = await learner.collection('notifications').getFullList({ filter: "title ~ 'waits for your number'" });
    expect(told).toHaveLength(1);
    // [25.37] A session alone does not lead money anywhere.
    app.clock.advance(11);
    const stale = await refusalOf(send(learner, 'phone/money', { phone: '+6591234567' }));
    expect(stale.data.phone?.code).toBe('needs_recent_sign_in');
    await learner.collection('users').authWithPassword(`${learner.id}@kerbside.example`, 'learner-password');
    const other = await refusalOf(send(learner, 'phone/money', { phone: '+6590000000' }));
    expect(other.data.phone?.code).toBe('not_your_number');
    await send(learner, 'phone/money', { phone: '+6591234567' });
    expect((await read()).find((item: { id: string }) => item.id === refund?.id)).toMatchObject({
      isPhoneProved: true,
    });
    await send(finance, `refunds/${refund?.id}/sent`, { reference: 'FT11' });
    expect((await read()).map((item: { id: string }) => item.id)).not.toContain(refund?.id);
    const refused = await refusalOf(teacher.client.send('/api/marketplace/bank/to-send', {}));
    expect([refused.status, (await finance.collection('users').getFullList()).length]).toEqual([403, 1]);
  });

  test('so does a payout', async () => {
    const { teacher, learner, payment, id } = await scene();
    await importing(statement(['66.00', payment.billReference]));
    await app.root.collection('lessons').update(id, { status: 'completed' });
    app.clock.set('2026-12-02T12:00:00+08:00');
    await app.app.sweepers.runDue();
    await admin.collection('users').authWithPassword(`${admin.id}@kerbside.example`, 'learner-password');
    const [payout] = await admin.collection('payouts').getFullList({ filter: `instructor = '${teacher.id}'` });
    expect(payout).toMatchObject({ status: 'sent', provider: 'manual', amountCents: 5940 });
    expect(
      (await refusalOf(send(learner, `payouts/${payout?.id}/sent`, { reference: 'FT10' }))).status,
    ).toBeGreaterThan(400);
    expect(await send(admin, `payouts/${payout?.id}/sent`, { reference: 'FT10' })).toMatchObject({ status: 'paid' });
    expect(await balanceOf(`instructor_payable:${teacher.id}`)).toBe(0);
    expect(await faults()).toEqual([]);
  });
});
