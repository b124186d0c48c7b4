import { expect, test } from 'vitest';
import { createTransactionTurns } from './create-transaction-turns.ts';
import { isDatabaseAway } from './is-database-away.ts';

test('[25.52] a turn that does not come in time is a database that is busy, and its work is never begun', async () => {
  const turns = createTransactionTurns(1, 50);
  let letGo = () => {};
  const first = turns(
    () =>
      new Promise<void>((resolve) => {
        letGo = resolve;
      }),
  );
  let isBegun = false;
  const second = turns(async () => {
    isBegun = true;
  });
  expect(isDatabaseAway(await second.catch((error: unknown) => error))).toBe(true);
  letGo();
  await first;
  await turns(async () => {});
  expect(isBegun).toBe(false);
});
