import { expect, test } from 'vitest';
import { forgetWork } from './forget-work.ts';

function storageOf(kept: Record<string, string>): Storage {
  const entries = new Map(Object.entries(kept));
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}

const keysOf = (storage: Storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index));

test('signing out leaves no draft and nothing that waited to be sent on the device, and does not touch the rest', () => {
  const device = storageOf({
    kerbside_outbox_a: '[]',
    kerbside_log_b: '{}',
    kerbside_guest_hold: '{}',
    kerbside_view: 'learner',
  });
  const tab = storageOf({ kerbside_draft_c: 'Hello', kerbside_pickup: '{}', kerbside_wanted: '/terms' });
  forgetWork([device, tab]);
  expect(keysOf(device)).toEqual(['kerbside_view']);
  expect(keysOf(tab)).toEqual(['kerbside_wanted']);
});
