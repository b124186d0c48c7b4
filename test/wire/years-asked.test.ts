import PocketBase from 'pocketbase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let admin: PocketBase;
let guest: PocketBase;
let teacher: Teacher;

beforeAll(async () => {
  app = await startApp();
  guest = new PocketBase(app.url);
  [admin, teacher] = [await makePerson(app, { role: 'admin' }), await makeInstructor(app)];
});
afterAll(() => app.close());

/** No years of lessons: some are none to the database, others are none once a zone's hours or a month are added. */
const instants = [
  '0000-06-30T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '1999-06-01T00:00:00Z',
  '2201-06-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '9999-12-31T23:59:59-14:00',
];
const dates = ['0000-01-01', '0001-01-01', '1999-06-01', '2201-06-01', '9999-12-31'];
const wanted = () => ({ instructor: teacher.id, durationMinutes: '60' });
type Read = { path: string; name: string; who: () => PocketBase; query?: () => Record<string, string> };

/** Calls that read a time or a date, by which parameter, who may ask, and what else they need. */
const reads: Read[] = [
  { path: 'analytics', name: 'from', who: () => admin },
  { path: 'analytics', name: 'to', who: () => admin },
  { path: 'analytics/questions', name: 'from', who: () => admin },
  { path: 'analytics/learners', name: 'from', who: () => admin },
  { path: 'analytics/learners.csv', name: 'from', who: () => admin },
  { path: 'analytics/rows', name: 'from', who: () => admin, query: () => ({ figure: 'fill' }) },
  { path: 'analytics/rows.csv', name: 'to', who: () => admin, query: () => ({ figure: 'leaving' }) },
  { path: 'entries', name: 'from', who: () => admin, query: () => ({ of: 'revenue' }) },
  { path: 'lessons/count', name: 'from', who: () => admin },
  { path: 'lessons/count', name: 'to', who: () => admin },
  { path: 'lessons/search', name: 'from', who: () => admin, query: () => ({ q: 'Tan' }) },
  { path: 'users', name: 'from', who: () => admin },
  { path: 'audit', name: 'to', who: () => admin },
  { path: 'earnings', name: 'from', who: () => teacher.client },
];
/** Calls that read a time alone. */
const instantReads: Read[] = [
  { path: 'weekly', name: 'start', who: () => guest, query: wanted },
  { path: 'quote', name: 'start', who: () => guest, query: wanted },
  { path: 'slots', name: 'from', who: () => guest, query: () => ({ ...wanted(), to: '2026-12-03T00:00:00Z' }) },
  { path: 'instructors', name: 'from', who: () => guest, query: () => ({ to: '2026-12-03T00:00:00Z' }) },
  { path: 'pickup-advice', name: 'start', who: () => guest, query: () => ({ postalCode: '467360' }) },
];

/** The status of a refusal, and the code at a parameter or a field. */
async function codeAt(name: string, call: Promise<unknown>) {
  const { status, data } = await refusalOf(call);
  return [status, data[name]?.code];
}
const refused = [400, 'validation_invalid_value'];

test.each([
  ...reads.map((read) => ({ ...read, years: [...dates, ...instants] })),
  ...instantReads.map((read) => ({ ...read, years: instants })),
])('GET $path refuses years without lessons at $name', async ({ path, name, who, query, years }) => {
  for (const year of years) {
    const asked = { query: { ...query?.(), [name]: year } };
    expect([year, await codeAt(name, who().send(`/api/marketplace/${path}`, asked))]).toEqual([year, refused]);
  }
});

test('the learners of a month and a report are of years with lessons, too', async () => {
  for (const year of ['0000', '0001', '1999', '2202', '9999']) {
    const query = { figure: 'cohort', month: `${year}-12`, later: '11' };
    const ofMonth = await codeAt('month', admin.send('/api/marketplace/analytics/rows', { query }));
    const days = { name: 'Years', type: 'analytics', from: `${year}-12-01`, to: `${year}-12-31` };
    const ofReport = await codeAt('from', admin.collection('reports').create(days));
    expect([year, ofMonth, ofReport]).toEqual([year, refused, refused]);
  }
});

test('nobody holds a time in such a year before signing in', async () => {
  const hold = { id: 'aholdofnoyear00', secret: 'a'.repeat(40), instructor: teacher.id, durationMinutes: 60 };
  for (const start of instants) {
    const asked = guest.send('/api/marketplace/guest-holds', { method: 'POST', body: { ...hold, start } });
    expect([start, await codeAt('start', asked)]).toEqual([start, refused]);
  }
});

test('the first and the last day of those years can be asked for', async () => {
  const ask = (from: string, to: string) => admin.send('/api/marketplace/analytics', { query: { from, to } });
  expect((await ask('2000-01-01', '2000-02-01')).figures.lessons).toBe(0);
  expect((await ask('2200-12-01', '2201-01-01')).figures.lessons).toBe(0);
});
