import { expect, test } from 'vitest';
import { isWorthRetrying, refusalIn, refusedFields } from './server-errors.ts';

const taken = {
  status: 409,
  isAbort: false,
  response: {
    status: 409,
    message: 'Failed to create record.',
    data: { start: { code: 'slot_taken', message: 'Taken.', params: { slots: [] } }, strange: 'x' },
  },
};

test('a refused field comes with its code, message and params', () => {
  expect(refusedFields(taken)).toEqual([
    { field: 'start', code: 'slot_taken', message: 'Taken.', params: { slots: [] } },
  ]);
  expect(refusalIn(taken)?.status).toBe(409);
  expect(isWorthRetrying(taken)).toBe(false);
});

test('without an answer nothing was decided, and asking again is worth it', () => {
  expect(refusalIn({ status: 0, response: {} })).toBeUndefined();
  expect(refusalIn(new TypeError('Failed to fetch'))).toBeUndefined();
  expect(isWorthRetrying({ status: 0, response: {} })).toBe(true);
  expect(isWorthRetrying({ status: 503, response: {} })).toBe(true);
  expect(refusedFields(undefined)).toEqual([]);
});
