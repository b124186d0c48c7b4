import { answer, type Operation, object, refusals, signedIn, whole } from './schema.ts';

const countWaiting: Operation = {
  operationId: 'countWaiting',
  summary: 'How many learners wait for the signed-in instructor',
  tags: ['marketplace'],
  security: signedIn,
  responses: {
    200: answer(
      'Those who wait for this instructor by name, and those whom any instructor of the class and area would suit.',
      object({ forYou: whole, nearby: whole }),
    ),
    ...refusals(401, 404),
  },
};

/** Calls about the waitlist. */
export const waitlistCalls: Record<string, Operation> = {
  'GET /api/marketplace/waiting': countWaiting,
};
