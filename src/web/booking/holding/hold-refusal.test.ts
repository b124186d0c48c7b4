import { expect, test } from 'vitest';
import { readHoldFailure } from './hold-refusal.ts';

const answer = (status: number, data: unknown) => ({
  status,
  isAbort: false,
  response: { status, message: 'No.', data },
});

test('a taken time comes with its sentence and the fresh times of the day', () => {
  const failure = readHoldFailure(
    answer(409, {
      start: { code: 'slot_taken', message: '', params: { slots: [{ start: '2026-12-05T03:00:00.000Z' }, { x: 1 }] } },
    }),
    false,
  );
  expect(failure).toEqual({
    kind: 'refused',
    refusal: { sentence: 'Somebody else took that time a moment ago.', wayOn: 'other_times' },
    freshSlots: [{ start: '2026-12-05T03:00:00.000Z' }],
  });
});

test('a wrong postal code is said at its field', () => {
  expect(
    readHoldFailure(answer(400, { postalCode: { code: 'validation_invalid_format', message: 'Six digits.' } }), false),
  ).toEqual({
    kind: 'fields',
    messages: { postalCode: 'Six digits.' },
  });
});

test('a cut network and a failing server decided nothing', () => {
  expect(readHoldFailure(new TypeError('Failed to fetch'), false)).toEqual({ kind: 'no_answer' });
  expect(readHoldFailure(answer(502, {}), false)).toEqual({ kind: 'no_answer' });
});

test('any other refusal is said in the server’s words', () => {
  expect(readHoldFailure(answer(403, {}), false)).toEqual({ kind: 'other', sentence: 'No.' });
});
