import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

// What OneMap's public search answers, played by a server of the test.
let app: TestApp;
let oneMap: Server;
const asked: string[] = [];
const results = [
  {
    BLK_NO: '204',
    ROAD_NAME: 'BEDOK NORTH STREET 1',
    BUILDING: 'BEDOK MRT STATION',
    POSTAL: '460204',
    LATITUDE: '1.324',
    LONGITUDE: '103.93',
  },
  { BLK_NO: 'NIL', ROAD_NAME: 'BEDOK ROAD', BUILDING: 'NIL', POSTAL: 'NIL', LATITUDE: '1.3', LONGITUDE: '103.9' },
];

beforeAll(async () => {
  oneMap = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://one.map');
    const words = searchParams.get('searchVal') ?? '';
    asked.push(`${pathname} ${words}`);
    // Never answered: nobody waits for it longer than three seconds.
    if (words === 'slow street') return;
    response.statusCode = words === 'broken street' ? 500 : 200;
    response.end(words === 'odd street' ? '<html>' : JSON.stringify({ found: 2, results }));
  });
  await new Promise<void>((resolve) => oneMap.listen(0, '127.0.0.1', resolve));
  const { port } = oneMap.address() as AddressInfo;
  app = await startApp({ addressSearchBase: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await app.close();
  oneMap.closeAllConnections();
  oneMap.close();
});

type Person = Awaited<ReturnType<typeof makePerson>>;
const search = (person: Pick<Person, 'send'>, q: string) =>
  person.send('/api/marketplace/addresses', { query: { q } }) as Promise<{ items: object[] }>;

test('finds addresses with a postal code, asks for the same words once, and only for who is signed in', async () => {
  const learner = await makePerson(app);
  const found = {
    place: 'Bedok MRT Station, 204 Bedok North Street 1',
    postalCode: '460204',
    latitude: 1.324,
    longitude: 103.93,
  };
  expect(await search(learner, 'Bedok  MRT')).toEqual({ items: [found] });
  expect(await search(learner, ' bedok mrt ')).toEqual({ items: [found] });
  expect(asked).toEqual(['/api/common/elastic/search bedok mrt']);
  expect((await refusalOf(search(app.guest(), 'bedok'))).status).toBe(401);
  expect((await refusalOf(search(learner, 'be'))).data.q?.code).toBe('validation_invalid_value');
});

test.each(['slow street', 'broken street', 'odd street'])(
  'finds nothing, and says no more, where the search fails: %s',
  async (words) => {
    expect(await search(await makePerson(app), words)).toEqual({ items: [] });
  },
);

test('is asked sixty times in five minutes by one person', async () => {
  const [often, other] = [await makePerson(app), await makePerson(app)];
  for (let count = 0; count < 60; count++) await search(often, 'bedok mrt');
  expect((await refusalOf(search(often, 'bedok mrt'))).status).toBe(429);
  expect((await search(other, 'bedok mrt')).items).toHaveLength(1);
});

test('[25.53] is asked three hundred times in five minutes by all accounts of one network together', async () => {
  const people = [];
  for (let count = 0; count < 6; count++) people.push(await makePerson(app));
  const [next, ...others] = people;
  app.clock.advance(10);
  for (const one of others) for (let count = 0; count < 60; count++) await search(one, 'bedok mrt');
  expect((await refusalOf(search(next!, 'bedok mrt'))).status).toBe(429);
  app.clock.advance(10);
  expect((await search(next!, 'bedok mrt')).items).toHaveLength(1);
});
