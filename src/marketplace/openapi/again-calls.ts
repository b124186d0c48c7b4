import {
  answer,
  cents,
  instant,
  list,
  type Operation,
  object,
  query,
  refusals,
  signedIn,
  text,
  whole,
} from './schema.ts';

const rebook: Operation = {
  operationId: 'readRebook',
  summary: 'The next times of an instructor one has driven with',
  description:
    'Those at the learner’s usual weekday and hour come first, at most one a day, with the length and pick-up of the last lesson. Without an instructor that of the latest lesson is meant.',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [query('instructor', text)],
  responses: {
    200: answer(
      'What to offer for the next lesson.',
      object({
        instructor: object({ id: text, name: text, photoUrl: text, timezone: text }),
        durationMinutes: whole,
        pickup: text,
        postalCode: text,
        items: list(object({ start: instant, end: instant, priceCents: cents, isUsual: { type: 'boolean' } })),
      }),
    ),
    ...refusals(401, 404),
  },
};

/** Calls about booking again. */
export const againCalls: Record<string, Operation> = { 'GET /api/marketplace/rebook': rebook };
