import { expect, test } from 'vitest';
import { cancellingOn } from '#support/cancelling.ts';
import { claimsOn } from '#support/claims.ts';
import { buyPackage, card, makeSeller } from '#support/packages.ts';
import { reviewingOn } from '#support/reviewing.ts';
import { ledgerFaults, makeInstructor, makePerson, refusalOf, type TestApp } from '#support/start-app.ts';
import { startTaughtLessons } from '#support/taught-lessons.ts';

let app: TestApp;
const { taught } = startTaughtLessons((started) => {
  app = started;
});
const appOf = () => app;
const [cancelling, claims, reviewing] = [cancellingOn(appOf), claimsOn(appOf), reviewingOn(appOf)];

type Client = Pick<Awaited<ReturnType<typeof makePerson>>, 'collection'>;
/** Who creates what, and a body that asks for something else; `counted` are the rows that one effect leaves. */
type Creating = {
  by: Client;
  body: Record<string, unknown>;
  other: Record<string, unknown>;
  counted: () => Promise<number>;
};

const count = async (text: string, values: unknown[]) =>
  Number((await app.db.query<{ count: string }>(text, values))[0]?.count);

let days = 0;
/** Ten in the morning of one of the next ten days, another each time. */
function nextStart(): string {
  days = (days % 10) + 1;
  return new Date(Date.parse('2026-11-23T02:00:00Z') + days * 86_400_000).toISOString();
}

async function booked() {
  app.clock.set('2026-11-21T10:00:00+08:00');
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  const lesson = await cancelling.book(teacher, learner, nextStart());
  return { teacher, learner, lesson };
}

/** Every noun of which api.md says that a create can be repeated by a chosen id. */
const nouns = {
  async lessons() {
    app.clock.set('2026-11-21T10:00:00+08:00');
    const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
    const body = { instructor: teacher.id, start: nextStart(), durationMinutes: 60 };
    return {
      by: learner,
      body,
      other: { ...body, note: 'Another.' },
      counted: () => count('select count(*) from lessons where learner = $1', [learner.id]),
    };
  },
  async payments() {
    app.clock.set('2026-11-21T10:00:00+08:00');
    const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
    const lesson = await cancelling.hold(teacher, learner, nextStart());
    return {
      by: learner,
      body: { lesson, ...card },
      other: { lesson, method: 'paynow' },
      counted: () => count(`select count(*) from ledger_transactions where lesson = $1 and kind = 'payment'`, [lesson]),
    };
  },
  async cancellations() {
    const { learner, lesson } = await booked();
    return {
      by: learner,
      body: { lesson, reason: 'Ill.' },
      other: { lesson, reason: 'Away.' },
      counted: () => count('select count(*) from cancellations where lesson = $1', [lesson]),
    };
  },
  async reschedules() {
    const { learner, lesson } = await booked();
    const body = { lesson, start: nextStart() };
    return {
      by: learner,
      body,
      other: { lesson, start: nextStart() },
      counted: () => count('select count(*) from reschedules where lesson = $1', [lesson]),
    };
  },
  async package_purchases() {
    app.clock.set('2026-11-21T10:00:00+08:00');
    const [teacher, learner] = await Promise.all([makeSeller(app), makePerson(app)]);
    return {
      by: learner,
      body: { instructor: teacher.id, minutes: 300 },
      other: { instructor: teacher.id, minutes: 600 },
      counted: () => count('select count(*) from package_purchases where learner = $1', [learner.id]),
    };
  },
  async package_refunds() {
    app.clock.set('2026-11-21T10:00:00+08:00');
    const [teacher, learner] = await Promise.all([makeSeller(app), makePerson(app)]);
    const { id } = await buyPackage(app, learner, teacher, { minutes: 300 });
    return {
      by: learner,
      body: { packagePurchase: id },
      other: { packagePurchase: (await buyPackage(app, learner, teacher, { minutes: 300 })).id },
      counted: () => count('select count(*) from package_refunds where "packagePurchase" = $1', [id]),
    };
  },
  async claims() {
    const { learner, lesson } = await claims.given();
    const body = { lesson, kind: 'quality', text: 'The car broke down.' };
    return {
      by: learner,
      body,
      other: { ...body, text: 'It broke down twice.' },
      counted: () => count('select count(*) from claims where lesson = $1', [lesson]),
    };
  },
  async reviews() {
    const { learner, lesson } = await reviewing.completed();
    const body = { lesson, rating: 5, text: 'Calm and clear.' };
    return {
      by: learner,
      body,
      other: { ...body, rating: 4 },
      counted: () => count('select count(*) from reviews where lesson = $1', [lesson]),
    };
  },
  async payouts() {
    app.clock.set('2026-11-21T10:00:00+08:00');
    const { teacher } = await taught('2026-11-13');
    const body = { instructor: teacher.id };
    return {
      by: app.root,
      body,
      other: { ...body, amountCents: 1 },
      counted: () => count('select count(*) from payouts where instructor = $1', [teacher.id]),
    };
  },
} satisfies Record<string, () => Promise<Creating>>;

const atOnce = 20;
let ids = 0;
function newId(): string {
  ids += 1;
  return `chosen${String(ids).padStart(9, '0')}`;
}

test.each(Object.entries(nouns))(
  '[25.17] twenty equal creates of %s at once with one chosen id are all answered the first one, with one effect',
  async (noun, scene) => {
    const { by, body, counted } = await scene();
    const id = newId();
    const create = () => by.collection(noun).create({ id, ...body });
    const answers = await Promise.allSettled(Array.from({ length: atOnce }, create));
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.response] : []));
    expect(refusals).toEqual([]);
    const records = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    expect(new Set(records.map((record) => record.id))).toEqual(new Set([id]));
    // And once more, when all of it is over.
    expect((await create()).id).toBe(id);
    expect(await counted()).toBe(1);
    expect(await ledgerFaults(app.db)).toEqual([]);
  },
);

test.each(Object.entries(nouns))(
  '[25.17] of twenty creates of %s at once with one chosen id and two bodies one body is taken, the other is 409 id_reused',
  async (noun, scene) => {
    const { by, body, other, counted } = await scene();
    const id = newId();
    const create = (sent: Record<string, unknown>) => by.collection(noun).create({ id, ...sent });
    const bodies = Array.from({ length: atOnce }, (_, index) => (index % 2 === 0 ? body : other));
    const answers = await Promise.allSettled(bodies.map(create));
    const codesOf = (sent: Record<string, unknown>) =>
      new Set(
        answers.flatMap((answer, index) => {
          if (bodies[index] !== sent) return [];
          return answer.status === 'fulfilled'
            ? [200]
            : [answer.reason.response.data?.id?.code ?? answer.reason.response];
        }),
      );
    const outcome = [codesOf(body), codesOf(other)];
    expect(outcome).toContainEqual(new Set([200]));
    expect(outcome).toContainEqual(new Set(['id_reused']));
    const refused = outcome[0]?.has(200) ? other : body;
    expect(await refusalOf(create(refused))).toMatchObject({ status: 409, data: { id: { code: 'id_reused' } } });
    const somebody = await makePerson(app);
    const taken = outcome[0]?.has(200) ? body : other;
    expect((await refusalOf(somebody.collection(noun).create({ id, ...taken }))).status).toBeGreaterThanOrEqual(400);
    expect(await counted()).toBeLessThanOrEqual(1);
  },
);
