import { expect, test } from 'vitest';
import { rankEntries } from './rank-entries.ts';

const entries = [
  { label: 'Dashboard' },
  { label: 'Book a Lesson', words: 'reserve' },
  { label: 'Lesson History', detail: 'receipts' },
  { label: 'Settings', words: 'password devices' },
  { label: 'Café Bedok' },
];
const found = (typed: string) => rankEntries(entries, typed).map(({ label }) => label);

test('a name that begins with the text comes before one of which a word does', () => {
  expect(found('lesson')).toEqual(['Lesson History', 'Book a Lesson']);
});

test('a part of a name, other words for it and letters in its order are found, too', () => {
  expect(found('board')).toEqual(['Dashboard']);
  expect(found('password')).toEqual(['Settings']);
  expect(found('book res')).toEqual(['Book a Lesson']);
  expect(found('lhi')).toEqual(['Lesson History']);
  expect(found('lh')).toEqual([]);
});

test('accents and capitals make no difference, and what fits nothing finds nothing', () => {
  expect(found('CAFE')).toEqual(['Café Bedok']);
  expect(found('zzz')).toEqual([]);
  expect(found('x')).toEqual([]);
});

test('an empty text finds everything, as it stands', () => {
  expect(found(' ')).toEqual(entries.map(({ label }) => label));
});
