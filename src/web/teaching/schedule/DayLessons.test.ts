import { expect, test } from 'vitest';
import { statusWords } from '../../platform/records/lesson-status.ts';
import { lookOf } from './DayLessons.tsx';

test('lessons asked for, agreed, going on and over are told apart by word, by sign and by shape', () => {
  const states = ['requested', 'confirmed', 'in_progress', 'completed'];
  const all = states.map((status) => ({ ...lookOf(status), word: statusWords(status, 'instructor').word }));
  for (const part of ['look', 'sign', 'word'] as const) {
    expect(new Set(all.map((one) => one[part])).size).toBe(states.length);
  }
});
