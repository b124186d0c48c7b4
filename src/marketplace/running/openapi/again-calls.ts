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
  timeOffered,
  whole,
} from './schema.ts';

const rebook: Operation = {
  operationId: 'readRebook',
  summary: 'The next times of an instructor one has driven with',
  description:
    'Those at the learner’s usual weekday and hour come first, at most one a day, with the length and pick-up of the last lesson. Without an instructor that of the latest lesson is meant. Who has driven with nobody who can be booked is answered with `instructor: null`.',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [query('instructor', text)],
  responses: {
    200: answer(
      'What to offer for the next lesson.',
      object({
        instructor: orNull(object({ id: text, name: text, photoUrl: text, timezone: text })),
        durationMinutes: whole,
        pickup: text,
        postalCode: text,
        items: list(object({ start: instant, end: instant, priceCents: cents, isUsual: { type: 'boolean' } })),
      }),
    ),
    ...refusals(401),
  },
};

const weekly: Operation = {
  operationId: 'readWeeklyTimes',
  summary: 'A time in its own and the next four weeks',
  description:
    'Each with its own price, and the code and sentence that booking it would be refused with; both are empty where it is free. A lesson that the reader holds can be left out of the busy times.',
  tags: ['marketplace'],
  security: guestsToo,
  parameters: [
    required('instructor', text),
    required('start', instant),
    required('durationMinutes', whole),
    query('lesson', text),
  ],
  responses: {
    200: answer(
      'The weeks.',
      object({
        items: list(
          object({ week: whole, start: instant, end: instant, priceCents: cents, refusal: text, reason: text }),
        ),
      }),
    ),
    ...refusals(400, 404),
  },
};

const otherTime = object({
  instructor: object({ id: text, name: text, licenceClasses: list(text), timezone: text }),
  area: text,
  km: orNull({
    type: 'number',
    description: 'From the areas of the instructor who was asked for; null when not nearby.',
  }),
  ...timeOffered,
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
      object({ sameInstructor: list(object(timeOffered)), sameTime: list(otherTime), nearby: list(otherTime) }),
    ),
    ...refusals(400, 404),
  },
};

const secret = { ...text, description: 'Of the browser’s own choice: 32 to 64 letters, digits, - and _.' };
const jsonOf = (fields: Parameters<typeof object>[0]) => ({
  requestBody: { required: true, content: { 'application/json': { schema: object(fields) } } },
});

const holdForGuest: Operation = {
  operationId: 'holdForGuest',
  summary: 'Holds a time before signing in',
  description:
    'One at a time for a secret: a second stands for the first, which is let go only if the new one can be had, and ends when that would have ended. At most twenty an hour from one address, three of an instructor and 200 in all at a moment. Repeatable by its id. Refusals are those of a lesson.',
  tags: ['marketplace'],
  parameters: [],
  ...jsonOf({ id: text, secret, instructor: text, start: instant, durationMinutes: whole }),
  responses: {
    200: answer(
      'The time is held.',
      object({
        id: text,
        instructor: text,
        start: instant,
        end: instant,
        durationMinutes: whole,
        status: text,
        priceCents: cents,
        lines: list(object({ kind: text, text, cents })),
        holdExpiresAt: instant,
      }),
    ),
    ...refusals(400, 409, 429),
  },
};

const claimGuestHold: Operation = {
  operationId: 'claimGuestHold',
  summary: 'Gives what was held before signing in to the signed-in learner',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [],
  ...jsonOf({ secret }),
  responses: { 200: answer('It is theirs.', object({ lesson: text })), ...refusals(400, 401, 404, 409) },
};

const releaseGuestHold: Operation = {
  operationId: 'releaseGuestHold',
  summary: 'Lets go what was held before signing in',
  tags: ['marketplace'],
  parameters: [],
  ...jsonOf({ secret }),
  responses: { 204: { description: 'Nothing is held any more.' }, ...refusals(400) },
};

/** Calls about booking again, or something else, and about holding a time before signing in. */
export const againCalls: Record<string, Operation> = {
  'GET /api/marketplace/rebook': rebook,
  'GET /api/marketplace/weekly': weekly,
  'GET /api/marketplace/alternatives': alternatives,
  'POST /api/marketplace/guest-holds': holdForGuest,
  'POST /api/marketplace/guest-holds/claim': claimGuestHold,
  'POST /api/marketplace/guest-holds/release': releaseGuestHold,
};
