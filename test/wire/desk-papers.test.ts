import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

let app: TestApp;
type Person = Awaited<ReturnType<typeof makePerson>>;
let moderator: Person;

beforeAll(async () => {
  app = await startApp();
  moderator = await makePerson(app, { role: 'moderator' });
});
afterAll(() => app.close());

const licence = { kind: 'licence', checkedOn: '2026-11-21', expiresOn: '2027-06-30', note: '' };
const insurance = { kind: 'insurance', checkedOn: '2026-11-21', expiresOn: '2027-03-31', note: '' };
const age = { kind: 'age', checkedOn: '2026-11-21', expiresOn: '2031-12-01', note: '' };
const codesOf = async (call: Promise<unknown>) =>
  Object.entries((await refusalOf(call)).data).map(([field, { code }]) => `${field}: ${code}`);
const stateOf = (id: string) => app.root.collection('instructors').getOne(id);
const verify = (client: Person, instructor: string, outcome: string, more: object) =>
  client.collection('verifications').create({ instructor, outcome, ...more });

/** Somebody who was sent in with the licence alone, as the contract of the API allows. */
async function submitted() {
  const person = await makePerson(app);
  const offer = { name: 'Mei', licenceClasses: ['3A'], hourlyCents: 6600, areas: ['Bedok'], lessonMinutes: [60] };
  const { id } = await person.collection('instructors').create(offer);
  const paper = await person.collection('instructor_documents').create({ instructor: id, kind: 'licence' });
  const hours = { instructor: id, weekday: 1, startMinute: 480, endMinute: 1200 };
  await person.collection('availability_rules').create(hours);
  await person.collection('instructor_submissions').create({ instructor: id });
  return { person, id, paper: paper.id };
}

test('a decision from the desk says of no paper that it was seen which nobody sent, and lists nobody without the 75th birthday', async () => {
  const { person, id, paper } = await submitted();
  const vehicle = { kind: 'vehicle', checkedOn: '2026-11-21', expiresOn: '', note: '' };
  const accept = (checks: object[], papers: string[]) => verify(moderator, id, 'accepted', { checks, papers });
  for (const check of [vehicle, insurance]) {
    expect(await codesOf(accept([licence, check, age], [paper]))).toEqual(['checks: no_paper']);
  }
  expect(await codesOf(accept([licence], [paper]))).toEqual(['checks: age_missing']);
  expect(await codesOf(accept([licence, { ...age, expiresOn: '2026-11-21' }], [paper]))).toEqual(['checks: expired']);
  expect(await stateOf(id)).toMatchObject({ status: 'submitted', retiresOn: '' });
  expect((await person.collection('instructor_documents').getOne(paper)).status).toBe('pending');
  const send = (kind: string) => person.collection('instructor_documents').create({ instructor: id, kind });
  const cover = await send('insurance');
  const car = await send('vehicle');
  await accept([licence, insurance, vehicle, age], [paper, cover.id, car.id]);
  expect(await stateOf(id)).toMatchObject({ status: 'listed', retiresOn: age.expiresOn });
  // What was seen before, and the day that is known, need not be sent again.
  await app.db.query(`delete from instructor_documents where instructor = $1`, [id]);
  await accept([licence, insurance, vehicle], []);
});

test('[rule 28] an instructor is listed until an accepted paper ends of which no check names the date', async () => {
  const { person, id } = await submitted();
  const send = (kind: string, expiresOn: string) =>
    person.collection('instructor_documents').create({ instructor: id, kind, expiresOn });
  await send('medical', '2027-01-15');
  await send('vehicle', '2026-12-13');
  await verify(moderator, id, 'accepted', { checks: [licence] });
  expect((await stateOf(id)).licenceExpiresOn).toBe('2026-12-13');
  // A newer one takes its place.
  app.clock.advance(1);
  await send('vehicle', '2028-12-13');
  await verify(moderator, id, 'accepted', { checks: [licence] });
  expect((await stateOf(id)).licenceExpiresOn).toBe('2027-01-15');
});
