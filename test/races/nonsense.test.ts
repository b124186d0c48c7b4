import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let instructor: string;
let learner: Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  app = await startApp();
  instructor = (await makeInstructor(app)).id;
  learner = await makePerson(app);
});

afterAll(() => app.close());

const start = '2026-12-01T10:00:00+08:00';
const texts = ['\0', '', 'x', '-1', '0', '1.5', '1e300', '99999999999999999999', 'NaN', "'; --", '[]', '🚗'];
const values = [
  null,
  '',
  0,
  -1,
  1.5,
  1e300,
  true,
  [],
  {},
  'a\0b',
  '\ud83d',
  'x'.repeat(6000),
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
];

/** The status of a call, and whether the answer is an error envelope when it is no 2xx. */
async function answerOf(
  path: string,
  { token = '', body }: { token?: string; body?: object } = {},
): Promise<{ status: number; isWhole: boolean }> {
  const answer = await fetch(app.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: token, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const json = await answer.json();
  return {
    status: answer.status,
    isWhole: answer.ok || (json.status === answer.status && typeof json.data === 'object'),
  };
}

test.each([
  [
    'slots',
    () => ({
      instructor,
      from: start,
      to: '2026-12-03T00:00:00Z',
      durationMinutes: '60',
      timezone: 'Asia/Singapore',
      lesson: 'x',
    }),
  ],
  ['quote', () => ({ instructor, start, durationMinutes: '60', package: 'x' })],
  ['ledger', () => ({ account: 'a', lesson: 'l', transaction: 't', page: '1', perPage: '5' })],
])('no parameter of %s makes the server fail', async (route, makeQuery) => {
  const query: Record<string, string> = makeQuery();
  for (const name of Object.keys(query)) {
    for (const text of texts) {
      const path = `/api/marketplace/${route}?${new URLSearchParams({ ...query, [name]: text })}`;
      const { status, isWhole } = await answerOf(path, { token: app.root.authStore.token });
      expect([name, text, status < 500, isWhole]).toEqual([name, text, true, true]);
    }
  }
});

test.each([
  [
    'lessons',
    () => ({
      id: 'x',
      instructor,
      start,
      durationMinutes: 60,
      pickup: 'p',
      postalCode: '467360',
      note: 'n',
      status: 'completed',
      priceCents: 1,
    }),
  ],
  [
    'payments',
    () => ({
      id: 'x',
      lesson: 'x',
      method: 'card',
      cardNumber: '4000000000000002',
      status: 'succeeded',
      amountCents: 1,
    }),
  ],
  ['approvals', () => ({ id: 'x', lesson: 'x', decision: 'accept', reason: 'r' })],
  ['cancellations', () => ({ id: 'x', lesson: 'x', reason: 'r', refundCents: 1, cancelledBy: 'admin' })],
  ['availability_rules', () => ({ instructor, weekday: 1, startMinute: 0, endMinute: 60 })],
  ['availability_overrides', () => ({ instructor, date: '2026-12-25', windows: [] })],
  ['time_off', () => ({ instructor, start, end: '2026-12-03T00:00:00Z', reason: 'r' })],
])(
  'no value in a body of %s makes the server fail, and none gives a learner more than a hold',
  async (collection, makeBody) => {
    const { id: _id, ...body }: Record<string, unknown> = makeBody();
    for (const name of [...Object.keys(body), 'id']) {
      for (const value of values) {
        const options = { token: learner.authStore.token, body: { ...body, [name]: value } };
        const { status, isWhole } = await answerOf(`/api/collections/${collection}/records`, options);
        expect([name, value, status < 500, isWhole]).toEqual([name, value, true, true]);
      }
    }
    const others = await app.db.query(`select id from lessons where status <> 'held' or "priceCents" <> 6600`);
    expect(others).toEqual([]);
  },
);
