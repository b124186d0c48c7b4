import { expect, test } from 'vitest';
import { createSlotMemory } from './slot-memory.ts';

test('answers take no more together than they may, with what they are found by: the ones asked for last stay', () => {
  const memory = createSlotMemory(10_000);
  const slots = { calendarVersion: 1, validUntilMs: 100, tail: Buffer.from('[]}') };
  const keys = Array.from({ length: 1000 }, (_, place) => `question ${place}`.padEnd(97));
  for (const key of keys) memory.remember(key, slots);
  // Each takes 400 bytes, its key and its tail: 500.
  expect(keys.filter((key) => memory.find(key, 1, 0))).toEqual(keys.slice(-20));
  for (const key of keys) memory.remember(key, slots);
  memory.forgetAll();
  memory.remember('one', slots);
  expect(memory.find('one', 1, 0)).toBe(slots.tail);
});
