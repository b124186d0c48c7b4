import { expect, test } from 'vitest';
import { dayMs } from '#rules/time/durations.ts';
import { isAhead } from './lesson-record.ts';

const at = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

test('only a lesson that is still to end belongs in a calendar: none that is past, only held, or off', () => {
  expect(isAhead({ status: 'confirmed', end: at(1) })).toBe(true);
  expect(isAhead({ status: 'requested', end: at(1) })).toBe(true);
  for (const status of ['confirmed', 'completed', 'closed'])
    expect(isAhead({ status, end: at(-1) }), status).toBe(false);
  for (const status of ['held', 'cancelled_by_learner', 'declined']) {
    expect(isAhead({ status, end: at(1) }), status).toBe(false);
  }
});
