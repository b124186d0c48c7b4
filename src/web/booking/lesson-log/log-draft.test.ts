import { expect, test } from 'vitest';
import { arePoints, emptyDraft, keepLogDraft, readLogDraft } from './log-draft.ts';

test('the draft of a log is kept on the device until it is sent, one for each lesson', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const draft = { ...emptyDraft, levels: { mirrors: 3 }, notes: 'Look left.' };
  keepLogDraft(storage, 'one', draft);
  expect(readLogDraft(storage, 'one')).toEqual(draft);
  expect(readLogDraft(storage, 'two')).toBeUndefined();
  kept.set('kerbside_log_two', '{"notes":');
  expect(readLogDraft(storage, 'two')).toBeUndefined();
  keepLogDraft(storage, 'one', undefined);
  expect(readLogDraft(storage, 'one')).toBeUndefined();
});

test.each([
  ['', true],
  ['0', true],
  [' 12 ', true],
  ['1000', true],
  ['1001', false],
  ['12.5', false],
  ['-3', false],
  ['twelve', false],
])('the points “%s” can be sent: %s', (text, can) => {
  expect(arePoints(text)).toBe(can);
});
