import { expect, test } from 'vitest';
import { refusalFor } from './refusal-sentences.ts';

/** Every code that api.md names for a refused lesson. */
const codes = [
  'not_bookable',
  'own_lesson',
  'length_not_offered',
  'too_soon',
  'too_far',
  'outside_availability',
  'slot_taken',
  'gap_too_short',
  'travel_too_long',
  'daily_cap',
  'weekly_cap',
  'learner_week_cap',
];

test.each(codes)('%s has a plain sentence and a way on', (code) => {
  const refusal = refusalFor(code);
  expect(refusal?.sentence).toMatch(/^[A-Z].*\.$/);
  expect(refusal?.sentence).not.toContain('_');
  expect(refusal?.wayOn).toBeTruthy();
});

test('no two codes say the same', () => {
  expect(new Set(codes.map((code) => refusalFor(code)?.sentence)).size).toBe(codes.length);
});

test("a time taken by the learner's own lesson is said so", () => {
  expect(refusalFor('slot_taken', true)?.sentence).toBe('You have another lesson at that time.');
});

test('an unknown code has no sentence of its own', () => {
  expect(refusalFor('validation_required')).toBeUndefined();
  expect(refusalFor('toString')).toBeUndefined();
});
