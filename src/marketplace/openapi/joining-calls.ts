import { answer, guestsToo, inPath, list, type Operation, object, refusals, signedIn, text } from './schema.ts';

const checks: Operation = {
  operationId: 'listChecks',
  summary: 'What was checked of an instructor and when; until when for the instructor and staff',
  tags: ['marketplace'],
  security: guestsToo,
  parameters: [inPath('id', 'The instructor’s id.')],
  responses: {
    200: answer('What was checked.', object({ items: list(object({ kind: text, checkedOn: text, expiresOn: text })) })),
    ...refusals(404),
  },
};

const visitCase: Operation = {
  operationId: 'visitCase',
  summary: 'Say that one has a case open, and read who else has, for staff',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [inPath('id', 'The case: the id of an instructor, a change or a verification.')],
  responses: {
    200: answer('Who else has it open.', object({ others: list(object({ name: text })) })),
    ...refusals(401, 403),
  },
};

/** The calls around checking instructors. */
export const joiningCalls: Readonly<Record<string, Operation>> = {
  'GET /api/marketplace/instructors/:id/checks': checks,
  'POST /api/marketplace/cases/:id/visit': visitCase,
};
