import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password-hash.ts';

test('[25.52] who signs in does not wait for the passwords of all who register at once', async () => {
  const hash = await hashPassword('long-Horse-battery-9');
  let made = 0;
  const registering = Array.from({ length: 30 }, async (_, index) => {
    await hashPassword(`long-Horse-battery-${index}`);
    made += 1;
  });
  expect(await verifyPassword(hash, 'long-Horse-battery-9')).toBe(true);
  expect(made).toBeLessThan(10);
  await Promise.all(registering);
});
