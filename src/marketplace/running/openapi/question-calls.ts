import { lessonStates } from '#rules/lessons/lesson-states.ts';
import { activeLearnerSortNames } from '../analytics/active-learners-routes.ts';
import { rowFigures } from '../analytics/read-rows-asked.ts';
import { lessonSearchSorts } from '../analytics/search-lessons-route.ts';
import {
  answer,
  csvFile,
  instant,
  list,
  type Operation,
  object,
  orNull,
  pageOf,
  paging,
  query,
  refusals,
  required,
  type Schema,
  signedIn,
  spanIn,
  text,
  whole,
  yesOrNo,
} from './schema.ts';

export const spanParameters = spanIn('of Singapore');

const compared = (of: Schema) => object({ now: of, before: of });
const searchSums = { searches: whole, empty: whole };

const questions: Operation = {
  operationId: 'readQuestions',
  summary: 'What an operator asks of a span, against the one before, for admins',
  tags: ['admin'],
  security: signedIn,
  parameters: spanParameters,
  responses: {
    200: answer(
      'Searches by place and hours, hours taken of those on offer, the wait for a first lesson, reasons of cancellation, instructors who stopped, learners by the month of their first lesson.',
      object({
        generatedAt: instant,
        from: instant,
        to: instant,
        previous: object({ from: instant, to: instant }),
        since: object({ searches: orNull(text), offers: orNull(text) }),
        searches: object({
          now: object(searchSums),
          before: object(searchSums),
          cells: list(
            object({
              area: text,
              fromHour: whole,
              toHour: whole,
              ...searchSums,
              searchesBefore: whole,
              emptyBefore: whole,
            }),
          ),
        }),
        fill: compared(object({ offeredMinutes: whole, bookedMinutes: whole })),
        firstLesson: compared(object({ learners: whole, medianDays: orNull({ type: 'number' }) })),
        cancellations: compared(list(object({ by: text, isLate: yesOrNo, excuse: text, count: whole }))),
        leaving: compared(object({ taughtBefore: whole, left: whole })),
        cohorts: list(object({ month: text, later: whole, learners: whole, before: whole })),
      }),
    ),
    ...refusals(400, 401, 403),
  },
};

const rowsAsked = [
  required('figure', { enum: [...rowFigures] }, 'Which figure.'),
  ...spanParameters,
  query('area', text, 'Of searches: an area, or `anywhere` for those that named none.'),
  query(
    'hour',
    text,
    'Of searches: an hour of the day that they were about, 0 to 23, or `any` for those about any time.',
  ),
  query('month', text, 'Of a cohort, required: the month of its first lessons, `2026-11`.'),
  query('later', whole, 'Of a cohort: how many months later its learners were given a lesson, 0 to 11.'),
];

const figureRows: Operation = {
  operationId: 'listFigureRows',
  summary: 'What one of those figures was counted from, for admins',
  tags: ['admin'],
  security: signedIn,
  parameters: [...rowsAsked, ...paging],
  responses: {
    200: answer(
      'The instructors, learners, lessons or sums of searches that were counted.',
      pageOf(
        object({
          id: text,
          name: text,
          detail: text,
          by: text,
          isLate: orNull(yesOrNo),
          at: orNull(instant),
          amount: orNull({ type: 'number' }),
          of: orNull({ type: 'number' }),
          fromHour: orNull(whole),
          toHour: orNull(whole),
        }),
      ),
    ),
    ...refusals(400, 401, 403),
  },
};

const figureRowsCsv: Operation = {
  ...figureRows,
  operationId: 'downloadFigureRows',
  summary: 'The same as a file, for admins',
  parameters: rowsAsked,
  responses: { 200: csvFile, ...refusals(400, 401, 403) },
};

const activeAsked = [
  ...spanParameters,
  query('q', text, 'Part of a name or an address.'),
  query('sort', { enum: activeLearnerSortNames, default: '-days' }, 'The order.'),
];

const activeLearners: Operation = {
  operationId: 'listActiveLearners',
  summary: 'The learners whom the figures count as active in a span, for admins',
  tags: ['admin'],
  security: signedIn,
  parameters: [...activeAsked, ...paging],
  responses: {
    200: answer(
      'Learners with a lesson that both sides agreed to: how many in the span, on how many of its days, the start of the last. Of a closed account the name is empty.',
      pageOf(object({ id: text, name: text, days: whole, lessons: whole, last: instant })),
    ),
    ...refusals(400, 401, 403),
  },
};

const activeLearnersCsv: Operation = {
  ...activeLearners,
  operationId: 'downloadActiveLearners',
  summary: 'The same as a file, for admins',
  parameters: activeAsked,
  responses: { 200: csvFile, ...refusals(400, 401, 403) },
};

const countedLessons: Operation = {
  operationId: 'countLessons',
  summary: 'How many lessons begin in a span of whole days, for admins',
  tags: ['admin'],
  security: signedIn,
  parameters: [
    query(
      'status',
      { enum: [...lessonStates] },
      'Only those; completed ones with the closed, a hold by whether it still holds.',
    ),
    query('from', text, 'A date in Singapore, or an instant for the day it is in.'),
    query('to', text, 'The day after the last.'),
  ],
  responses: { 200: answer('Their number.', object({ count: whole })), ...refusals(400, 401, 403) },
};

const searchedLessons: Operation = {
  ...countedLessons,
  operationId: 'searchLessons',
  summary: 'The lessons in whose names and places a text is, for admins',
  parameters: [
    required('q', text, 'A part of the learner’s or the instructor’s name, of the pick-up or of its postal code.'),
    ...(countedLessons.parameters ?? []),
    query('sort', { enum: lessonSearchSorts, default: '-start' }, 'The order.'),
    ...paging,
  ],
  responses: {
    200: answer(
      'The ids of a page of them; of more than 2,000 the number is 2,000, and `hasMore` true.',
      object({ ids: list(text), page: whole, perPage: whole, totalItems: whole, hasMore: yesOrNo }),
    ),
    ...refusals(400, 401, 403),
  },
};

/** The calls for what the analytics answer. */
export const questionCalls: Readonly<Record<string, Operation>> = {
  'GET /api/marketplace/analytics/learners': activeLearners,
  'GET /api/marketplace/analytics/learners.csv': activeLearnersCsv,
  'GET /api/marketplace/analytics/questions': questions,
  'GET /api/marketplace/analytics/rows': figureRows,
  'GET /api/marketplace/analytics/rows.csv': figureRowsCsv,
  'GET /api/marketplace/lessons/count': countedLessons,
  'GET /api/marketplace/lessons/search': searchedLessons,
};
