import { recheckSortNames, recheckStates, recheckStatuses } from '../../teaching/rechecks/rechecks-route.ts';
import {
  answer,
  guestsToo,
  inPath,
  list,
  type Operation,
  object,
  orNull,
  pageOf,
  paging,
  query,
  refusals,
  signedIn,
  text,
  whole,
} from './schema.ts';

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

const rechecks: Operation = {
  operationId: 'listRechecks',
  summary: 'Listed instructors with when they were compared with the Police’s list last, for admins and moderators',
  tags: ['admin'],
  security: signedIn,
  parameters: [
    query('q', text, 'Part of a name.'),
    query('state', { enum: [...recheckStates] }, 'Due: not compared for 31 days, or not found then.'),
    query('status', { enum: [...recheckStatuses] }, 'Of the profile.'),
    query('sort', { enum: [...recheckSortNames], default: 'lastCheckedOn' }),
    ...paging,
  ],
  responses: {
    200: answer(
      'A page of instructors, and how many of all are due.',
      pageOf(
        object({
          id: text,
          name: text,
          status: text,
          licenceExpiresOn: text,
          lastCheckedOn: orNull(text),
          lastListedOn: orNull(text),
          lastOutcome: orNull(text),
          lastChecker: orNull(text),
          isDue: { type: 'boolean' },
        }),
        { due: whole, dueBefore: text },
      ),
    ),
    ...refusals(400, 401, 403),
  },
};

/** The calls around checking instructors. */
export const joiningCalls: Readonly<Record<string, Operation>> = {
  'GET /api/marketplace/instructors/:id/checks': checks,
  'POST /api/marketplace/cases/:id/visit': visitCase,
  'GET /api/marketplace/rechecks': rechecks,
};
