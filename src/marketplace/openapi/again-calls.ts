import {
  answer,
  cents,
  guestsToo,
  instant,
  list,
  type Operation,
  object,
  orNull,
  query,
  refusals,
  required,
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

const slot = { start: instant, end: instant, priceCents: cents };
const otherTime = object({
  instructor: object({ id: text, name: text, licenceClasses: list(text), timezone: text }),
  area: text,
  km: orNull({
    type: 'number',
    description: 'From the areas of the instructor who was asked for; null when not nearby.',
  }),
  ...slot,
});

const alternatives: Operation = {
  operationId: 'readAlternatives',
  summary: 'What comes nearest to a time that cannot be had',
  description:
    'Three of each at most: the same instructor’s nearest other times; others of the same class who are free at that very time, those in the same or neighbouring areas and about as dear first; and the first times from then on in those areas. A signed-in learner’s own lessons are left out.',
  tags: ['marketplace'],
  security: guestsToo,
  parameters: [
    required('instructor', text),
    required('start', instant),
    required('durationMinutes', whole, 'From 1 to 2880.'),
  ],
  responses: {
    200: answer(
      'The alternatives.',
      object({ sameInstructor: list(object(slot)), sameTime: list(otherTime), nearby: list(otherTime) }),
    ),
    ...refusals(400, 404),
  },
};

/** Calls about booking again, or something else. */
export const againCalls: Record<string, Operation> = {
  'GET /api/marketplace/rebook': rebook,
  'GET /api/marketplace/alternatives': alternatives,
};
