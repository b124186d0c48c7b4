import { createHash } from 'node:crypto';
import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expireHolds } from '#marketplace/booking/lessons/booking/expire-holds.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '../support/start-app.ts';

let app: TestApp;
let teacher: Teacher;
beforeAll(async () => {
  app = await startApp();
  await app.root.settings.update({ trustedProxy: { headers: ['X-Real'] } });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-11-21T10:00:00+08:00');
  await app.db.query('delete from _hold_networks');
  teacher = await makeInstructor(app);
});

type Client = PocketBase & { id: string };
const cameFrom = <C extends PocketBase>(client: C, address: string): C => {
  client.beforeSend = (url, options) => ({
    url,
    options: { ...options, headers: { ...options.headers, 'X-Real': address } },
  });
  return client;
};
const newcomer = (more: { verified?: boolean } = {}) => makePerson(app, { verified: false, ...more });
const monday = Date.parse('2026-11-23T08:00:00+08:00');
/** The start of one of twelve hours of a day, of which the next begins with the next day, Monday first. */
const at = (index: number) =>
  new Date(monday + Math.floor(index / 12) * 86_400_000 + (index % 12) * 3_600_000).toISOString();
const hold = (client: Client, index: number, more: Record<string, unknown> = {}) =>
  client.collection('lessons').create({ instructor: teacher.id, start: at(index), durationMinutes: 60, ...more });
const pay = (client: Client, lesson: string) =>
  client.collection('payments').create({ lesson, method: 'card', cardNumber: '4242424242424242' });
let guests = 0;
const holdAsGuest = (client: PocketBase, index: number, more: Record<string, unknown> = {}) =>
  client.send<{ id: string; status: string }>('/api/marketplace/guest-holds', {
    method: 'POST',
    body: {
      id: `heldbyguest${String(++guests).padStart(4, '0')}`,
      secret: `a-secret-of-this-browser-alone-${guests}-by-chance`,
      instructor: teacher.id,
      start: at(index),
      durationMinutes: 60,
      ...more,
    },
  });
const codeOf = async (call: Promise<unknown>) => {
  const { status, data } = await refusalOf(call);
  return `${status} ${data.start?.code}`;
};
const heldNow = async () => {
  const [row] = await app.db.query<{ count: number }>(
    `select count(*)::int from lessons where instructor = $1 and status = 'held' and "holdExpiresAt" > $2`,
    [teacher.id, new Date(app.clock.nowMs()).toISOString()],
  );
  return row?.count ?? 0;
};

describe('[25.3] people who never paid and whose address nobody proved', () => {
  test('hold six times of an instructor’s week together, however many accounts ask, and not again every hour', async () => {
    const accounts = await Promise.all(Array.from({ length: 13 }, () => newcomer()));
    const attack = async () => {
      for (const [place, account] of accounts.entries()) {
        for (let count = 0; count < 2; count++) await hold(account, place * 6 + count).catch(() => undefined);
      }
    };
    const held: number[] = [];
    for (let quarter = 0; quarter < 7; quarter++) {
      await attack();
      held.push(await heldNow());
      expect(await codeOf(hold(accounts[12]!, 83))).toBe('400 too_many_unproved');
      app.clock.advance(16);
    }
    expect(Math.max(...held)).toBe(6);
    // Four times of six, once more after a wait, and then none until the next day.
    expect(held.slice(0, 4)).toEqual([6, 6, 6, 6]);
    expect(held.slice(4).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(6);
    // Whoever is known has the week meanwhile, and so has who proves their address now.
    expect((await hold(await makePerson(app), 83)).status).toBe('held');
    const [first] = accounts;
    await app.root.collection('users').update(first!.id, { verified: true });
    expect((await hold(first!, 82)).status).toBe('held');
  });

  test('hold a fifth of what is offered in the week, and one time in any case', async () => {
    const rules = [1, 3].map((weekday) => ({ weekday, startMinute: 480, endMinute: 720 }));
    teacher = await makeInstructor(app, { rules });
    // Eight hours: 96 minutes.
    expect((await hold(await newcomer(), 0)).status).toBe('held');
    expect(await codeOf(hold(await newcomer(), 24))).toBe('400 too_many_unproved');
    expect(await codeOf(holdAsGuest(app.guest(), 24))).toBe('400 too_many_guests');
    expect((await hold(await newcomer(), 7 * 12)).status).toBe('held');
    expect((await hold(await makePerson(app), 24)).status).toBe('held');
    teacher = await makeInstructor(app, { rules: [{ weekday: 1, startMinute: 480, endMinute: 540 }] });
    expect((await holdAsGuest(app.guest(), 0)).status).toBe('held');
    expect((await hold(await newcomer(), 7 * 12)).status, 'A week in which one hour is offered can be held, too.').toBe(
      'held',
    );
  });

  test('are none of them once they paid', async () => {
    const [learner, others] = [await newcomer(), await Promise.all([0, 1, 2, 3, 4, 5].map(() => newcomer()))];
    const { id } = await hold(learner, 0);
    await pay(learner, id);
    for (const [place, other] of others.entries()) await hold(other, place + 1);
    expect(await codeOf(hold(await newcomer(), 20))).toBe('400 too_many_unproved');
    expect((await hold(learner, 20)).status).toBe('held');
  });

  test('[25.27] are new again once they called off what they paid, and known by what was kept of a lesson', async () => {
    const [learner, known, others] = [
      await newcomer(),
      await newcomer(),
      await Promise.all([0, 1, 2, 3, 4, 5].map(() => newcomer())),
    ];
    const elsewhere = await makeInstructor(app);
    const { id } = await hold(learner, 0, { instructor: elsewhere.id });
    await pay(learner, id);
    const calledOff = await learner.collection('cancellations').create({ lesson: id });
    expect(calledOff.refundCents).toBe(6600);
    const given = { instructor: elsewhere.id, learner: known.id, start: '2026-11-20T02:00:00Z', durationMinutes: 60 };
    const lesson = await app.root.collection('lessons').create({ ...given, status: 'completed', priceCents: 6600 });
    await app.root.collection('payments').create({ lesson: lesson.id, method: 'card' });
    for (const [place, other] of others.entries()) await hold(other, place + 12);
    expect(await codeOf(hold(learner, 20))).toBe('400 too_many_unproved');
    expect((await hold(known, 20)).status).toBe('held');
  });

  test('hold the same instructor six times a day in vain, then each further one waits', async () => {
    const learner = await newcomer();
    for (let count = 0; count < 6; count++) {
      await hold(learner, 30);
      app.clock.advance(15);
    }
    expect(await codeOf(hold(learner, 30))).toBe('400 holds_unpaid');
    const elsewhere = await makeInstructor(app);
    expect((await hold(learner, 30, { instructor: elsewhere.id })).status).toBe('held');
  });

  test('are moved within what they hold, by week and by length', async () => {
    const accounts = await Promise.all([0, 1, 2, 3, 4, 5].map(() => newcomer()));
    const held = [];
    for (const [place, account] of accounts.entries()) held.push(await hold(account, place));
    const longer = await hold(accounts[5]!, 5, { durationMinutes: 90, replaces: held[5]!.id });
    expect(longer.status).toBe('held');
    // The other week's share is another.
    const later = await hold(accounts[0]!, 7 * 12, { replaces: held[0]!.id });
    expect(later.status).toBe('held');
    expect((await hold(await newcomer(), 20)).status).toBe('held');
    expect(await codeOf(hold(accounts[0]!, 21, { replaces: later.id }))).toBe('400 too_many_unproved');
    expect((await accounts[0]!.collection('lessons').getOne(later.id)).status).toBe('held');
  });
});

describe('[25.3] people who proved their address and never paid', () => {
  test('hold half of what is offered in the week together, and one time in any case; who paid is not bound', async () => {
    teacher = await makeInstructor(app, { rules: [{ weekday: 1, startMinute: 480, endMinute: 720 }] });
    const [one, two, paid] = await Promise.all([makePerson(app), makePerson(app), makePerson(app)]);
    const { id } = await hold(paid, 0);
    await pay(paid, id);
    await hold(one, 1);
    const second = await hold(two, 2);
    expect(await codeOf(hold(one, 3))).toBe('400 too_many_unpaid');
    expect(await codeOf(hold(two, 3))).toBe('400 too_many_unpaid');
    expect(await codeOf(hold(two, 2, { durationMinutes: 90, replaces: second.id }))).toBe('400 too_many_unpaid');
    expect((await hold(two, 3, { replaces: second.id })).status).toBe('held');
    expect((await hold(two, 7 * 12)).status, 'Another week has its own half.').toBe('held');
    expect((await hold(paid, 2)).status).toBe('held');
    teacher = await makeInstructor(app, { rules: [{ weekday: 1, startMinute: 480, endMinute: 540 }] });
    expect((await hold(one, 0)).status, 'A week in which one hour is offered can be held, too.').toBe('held');
  });
});

describe('[25.3] a network', () => {
  const school = '198.51.100.7';

  test('holds two times together by guests and accounts that are new; each of them may prove an address and hold', async () => {
    const [one, two] = [cameFrom(await newcomer(), school), cameFrom(await newcomer(), school)];
    await hold(one, 0);
    expect((await holdAsGuest(cameFrom(app.guest(), school), 1)).status).toBe('held');
    expect(await codeOf(hold(two, 2))).toBe('400 too_many_unproved');
    expect(await codeOf(holdAsGuest(cameFrom(app.guest(), school), 2))).toBe('400 too_many_guests');
    expect((await hold(cameFrom(await newcomer(), '198.51.100.8'), 2)).status).toBe('held');
    expect((await hold(cameFrom(await makePerson(app), school), 3)).status).toBe('held');
    await app.root.collection('users').update(two.id, { verified: true });
    expect((await hold(two, 4)).status).toBe('held');
    // Paying makes room, too.
    const [mine] = await one.collection('lessons').getFullList();
    await pay(one, mine!.id);
    expect((await holdAsGuest(cameFrom(app.guest(), school), 5)).status).toBe('held');
  });

  test('holds six times of all instructors, two of each', async () => {
    const calls = [];
    for (const count of [2, 2, 1, 1]) {
      const { id } = await makeInstructor(app);
      for (let index = 0; index < count; index++) calls.push({ instructor: id, index });
    }
    for (const { instructor, index } of calls) await hold(cameFrom(await newcomer(), school), index, { instructor });
    expect(await codeOf(hold(cameFrom(await newcomer(), school), 3))).toBe('400 too_many_unproved');
    expect((await hold(cameFrom(await newcomer(), '198.51.100.8'), 3)).status).toBe('held');
  });

  test('counts a series as one, and IPv6 by what one subscriber can be given', async () => {
    const [one, two, three] = ['2001:db8:9:1::1', '2001:db8:9:2::1', '2001:db8:9:3::1'];
    const learner = cameFrom(await newcomer(), one!);
    await hold(learner, 0, { weeks: [0, 1, 2, 3, 4] });
    expect(await heldNow()).toBe(5);
    expect((await hold(cameFrom(await newcomer(), two!), 1)).status).toBe('held');
    expect(await codeOf(hold(cameFrom(await newcomer(), three!), 2))).toBe('400 too_many_unproved');
  });

  test('waits once six of a day came to nothing: 15 minutes, and at other instructors only who held in vain; it is kept by a key, for a day', async () => {
    const learner = cameFrom(await newcomer(), school);
    for (let count = 0; count < 8; count++) {
      if (count % 2 === 0) await hold(count === 0 ? learner : cameFrom(await newcomer(), school), count);
      else await holdAsGuest(cameFrom(app.guest(), school), count);
      // From the sixth on each waits for the one before.
      app.clock.advance(count < 5 ? 15 : 30);
    }
    const neighbour = () => newcomer().then((client) => cameFrom(client, school));
    const other = await makeInstructor(app);
    expect(await codeOf(hold(learner, 20, { instructor: other.id }))).toBe('400 too_many_unproved');
    expect((await hold(await neighbour(), 20, { instructor: other.id })).status).toBe('held');
    expect((await holdAsGuest(cameFrom(app.guest(), school), 21, { instructor: other.id })).status).toBe('held');
    expect((await hold(await neighbour(), 20)).status).toBe('held');
    app.clock.advance(16);
    expect(await codeOf(hold(await neighbour(), 21))).toBe('400 too_many_unproved');
    expect(await codeOf(holdAsGuest(cameFrom(app.guest(), school), 21))).toBe('400 too_many_guests');
    app.clock.advance(14);
    expect((await hold(await neighbour(), 21)).status).toBe('held');
    const rows = await app.db.query<{ network: string }>('select distinct network from _hold_networks');
    const plain = createHash('sha256').update(school).digest('hex');
    expect(rows.map(({ network }) => [network.length, network === plain, network.includes(school)])).toEqual([
      [64, false, false],
    ]);
    await expireHolds(app.app.engine, app.clock.nowMs() + 25 * 3_600_000);
    expect(await app.db.query('select from _hold_networks')).toEqual([]);
  });

  test('lets the ordinary way be: a guest holds, registers, has the time and pays, while the network’s other time is held', async () => {
    await holdAsGuest(cameFrom(app.guest(), school), 0);
    const guest = cameFrom(app.guest(), school);
    const { id } = await holdAsGuest(guest, 1);
    const learner = cameFrom(await newcomer(), school);
    const secret = `a-secret-of-this-browser-alone-${guests}-by-chance`;
    await learner.send('/api/marketplace/guest-holds/claim', { method: 'POST', body: { secret } });
    // Another length, and the pick-up, are the same hold.
    const placed = await hold(learner, 1, { durationMinutes: 90, pickup: 'Bedok MRT', replaces: id });
    await pay(learner, placed.id);
    expect((await learner.collection('lessons').getOne(placed.id)).status).toBe('confirmed');
    expect(await app.db.query('select from _hold_networks')).toHaveLength(3);
    const proved = cameFrom(await makePerson(app), school);
    expect((await hold(proved, 3)).status).toBe('held');
    expect(await app.db.query('select from _hold_networks')).toHaveLength(3);
  });
});
