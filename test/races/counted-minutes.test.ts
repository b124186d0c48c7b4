import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countedMinutes } from '#rules/fees/counted-minutes.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('[25.11] the database counts the minutes of earlier lessons as the rule does', async () => {
  const cents = fc.integer({ min: 0, max: 2_000_000 });
  const minutes = fc.integer({ min: 0, max: 2880 });
  const cases = fc.sample(fc.tuple(minutes, cents, cents, minutes), 2000);
  const rows = await app.db.query<{ counted: number }>(
    `select counted_minutes((c ->> 0)::integer, (c ->> 1)::integer, (c ->> 2)::integer, (c ->> 3)::integer) as counted
     from jsonb_array_elements($1::jsonb) with ordinality as t (c, place) order by place`,
    [JSON.stringify(cases)],
  );
  const counted = cases.map(([paidMinutes, keptCents, priceCents, durationMinutes]) =>
    countedMinutes({ paidMinutes, keptCents }, { priceCents, durationMinutes }),
  );
  expect(rows.map((row) => row.counted)).toEqual(counted);
});
