import { expect, test } from 'vitest';
import { forgetPendingId, type IdStorage, pendingId } from './pending-ids.ts';
import { newRecordId } from './record-id.ts';

function memory(): IdStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

test('the same request keeps its id until it was decided, so that a repeat has one effect', () => {
  const storage = memory();
  const first = pendingId('lesson a 10:00', storage);
  expect(first).toMatch(/^[a-z0-9]{15}$/);
  expect(pendingId('lesson a 10:00', storage)).toBe(first);
  forgetPendingId('lesson a 10:00', storage);
  expect(pendingId('lesson a 10:00', storage)).not.toBe(first);
});

test('another request has another id', () => {
  const storage = memory();
  expect(pendingId('one', storage)).not.toBe(pendingId('other', storage));
});

test('something strange in the storage is replaced', () => {
  const storage = memory();
  storage.setItem('kerbside_pending_one', 'NOT AN ID');
  expect(pendingId('one', storage)).toMatch(/^[a-z0-9]{15}$/);
});

test('bytes that would favour some letters are not used', () => {
  const sources = [new Uint8Array(24).fill(255), new Uint8Array(24).fill(35)];
  expect(newRecordId((count) => sources.shift() ?? new Uint8Array(count))).toBe('999999999999999');
});
