import { pardonKindNames, pardonSortNames } from '../../booking/reliability/pardons/pardons-route.ts';
import {
  answer,
  cents,
  instant,
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

const listGaps: Operation = {
  operationId: 'listGaps',
  summary: 'Times called off late that the signed-in learner could book now',
  description: 'Those of the next seven days, the soonest first.',
  tags: ['marketplace'],
  security: signedIn,
  responses: {
    200: answer(
      'The times.',
      object({
        items: {
          type: 'array',
          items: object({
            ...{ instructor: text, instructorName: text, timezone: text, start: instant, end: instant },
            durationMinutes: whole,
            areas: { type: 'array', items: text },
            licenceClasses: { type: 'array', items: text },
          }),
        },
      }),
    ),
    ...refusals(401, 403),
  },
};

const showStanding: Operation = {
  operationId: 'getStanding',
  summary: 'How the signed-in person stands as a learner and as an instructor',
  description: 'What follows from lessons that were missed or called off late; `instructor` is null without an offer.',
  tags: ['marketplace'],
  security: signedIn,
  responses: {
    200: answer(
      'The standing.',
      object({
        learner: object({ state: text, count: whole, until: instant }),
        instructor: object({
          state: text,
          count: whole,
          warnedUntil: instant,
          hiddenUntil: instant,
          appealUntil: instant,
        }),
      }),
    ),
    ...refusals(401, 403),
  },
};

const listPardons: Operation = {
  operationId: 'listPardons',
  summary: 'Mercy passes, credit out of goodwill, waived charges and pardons of staff, for admins',
  tags: ['admin'],
  security: signedIn,
  parameters: [
    query('q', text, 'Part of a person’s name, a person’s id or a lesson’s.'),
    query('kind', { enum: [...pardonKindNames] }),
    query('sort', { enum: [...pardonSortNames], default: '-created' }),
    ...paging,
  ],
  responses: {
    200: answer(
      'A page of them; `byName` is empty where the rules gave it by themselves, `until` null where it stays.',
      pageOf(
        object({
          ...{
            id: text,
            kind: { enum: [...pardonKindNames] },
            created: text,
            person: text,
            personName: text,
            byName: text,
          },
          ...{ reason: text, amountCents: orNull(cents), until: orNull(text), lesson: text },
        }),
      ),
    ),
    ...refusals(400, 401, 403),
  },
};

/** Calls about the waitlist and about how people stand. */
export const waitlistCalls: Record<string, Operation> = {
  'GET /api/marketplace/waiting': countWaiting,
  'GET /api/marketplace/gaps': listGaps,
  'GET /api/marketplace/standing': showStanding,
  'GET /api/marketplace/pardons': listPardons,
};
