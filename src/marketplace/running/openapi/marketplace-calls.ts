import { facetNames } from '../../booking/search/facet-table.ts';
import { searchSorts } from '../../booking/search/parse-search.ts';
import { accountCalls } from './account-calls.ts';
import { adminCalls } from './admin-calls.ts';
import { againCalls } from './again-calls.ts';
import { bankCalls } from './bank-calls.ts';
import { calendarCalls } from './calendar-calls.ts';
import { cancellingCalls } from './cancelling-calls.ts';
import { dashboardSchema } from './dashboard-schema.ts';
import { earningsCalls } from './earnings-calls.ts';
import { handOverCalls } from './hand-over-calls.ts';
import { joiningCalls } from './joining-calls.ts';
import { payoutCalls } from './payout-calls.ts';
import { placeCalls } from './place-calls.ts';
import { providerCalls } from './provider-calls.ts';
import {
  answer,
  cents,
  guestsToo,
  inPath,
  instant,
  list,
  type Operation,
  object,
  pageOf,
  pagingTo,
  query,
  refusals,
  required,
  type Schema,
  signedIn,
  text,
  timeOffered,
  whole,
  yesOrNo,
} from './schema.ts';
import { waitlistCalls } from './waitlist-calls.ts';

const counts: Schema = { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } };
const minute: Schema = { type: 'integer', minimum: 0, maximum: 1440 };
const paging = pagingTo(undefined, 'At most 200 for a search, 1000 for the ledger.');

const timeFacets = ['day', 'weekday', 'time'];

const search: Operation = {
  operationId: 'searchInstructors',
  summary: 'Find instructors by what they offer and when they are free',
  description:
    'Empty parameters count as absent. With a span, a weekday or hours only instructors who are free then are found; starts lie in from ≤ start < to and afterMinute ≤ start < beforeMinute of the instructor’s local day. Without a sort the order is: free, near, well rated, soonest.',
  tags: ['marketplace'],
  security: guestsToo,
  parameters: [
    query('licenceClass', { enum: ['3', '3A', '3C', '3CA', '4', '4P', '2B', '2A', '2'] }),
    query('area', text, 'A planning area, such as Bedok.'),
    query('testCentre', { enum: ['BBDC', 'CDC', 'SSDC'] }),
    query('gender', { enum: ['woman', 'man'] }, 'Of those who said it of themselves to be found by it.'),
    query('language', { enum: ['English', 'Mandarin', 'Malay', 'Tamil', 'Hokkien', 'Cantonese', 'Teochew'] }),
    query('maxHourlyCents', { type: 'integer', minimum: 0 }),
    query('minRating', { type: 'number', minimum: 0, maximum: 5 }, 'Of the rating shown; new instructors have none.'),
    query('from', instant),
    query('to', instant),
    query('weekday', { type: 'integer', minimum: 0, maximum: 6 }, '0 is Sunday.'),
    query('afterMinute', minute),
    query('beforeMinute', minute),
    query('sort', { enum: [...searchSorts] }),
    query('postalCode', { type: 'string', pattern: '^\\d{6}$' }, 'Adds distances; sort=distance needs it.'),
    query('q', { type: 'string', maxLength: 200 }, 'Words in name, bio or areas.'),
    query(
      'times',
      { enum: ['next', 'spread'] },
      'spread: the soonest time, one in another part of the day and one at a weekend, instead of the next three.',
    ),
    query('counts', { enum: ['filters', 'times'] }, 'times: facets for days, weekdays and times of day, too.'),
    ...paging,
  ],
  responses: {
    200: answer(
      'A page of instructors, and how many results each option of a filter would leave.',
      pageOf(
        object(
          {
            instructor: { type: 'object' },
            nextSlots: { ...list(object(timeOffered)), maxItems: 3 },
            priceCents: cents,
            hourlyFromCents: cents,
            hourlyToCents: cents,
            distanceKm: { type: 'number' },
          },
          ['distanceKm'],
        ),
        {
          facets: object(Object.fromEntries([...facetNames, ...timeFacets].map((name) => [name, counts])), timeFacets),
        },
      ),
    ),
    ...refusals(400),
  },
};

const slots: Operation = {
  operationId: 'listSlots',
  summary: 'The free times of one instructor',
  tags: ['marketplace'],
  security: guestsToo,
  parameters: [
    required('instructor', text),
    required('from', instant),
    required('to', instant, 'At most 92 days after from.'),
    required('durationMinutes', whole),
    query('timezone', text, 'An IANA zone; rules only localDate.'),
    query('lesson', text, 'A lesson of the caller that does not count as busy.'),
    query(
      'postalCode',
      text,
      'Where the caller would be picked up: times that leave no room for the drive are left out. Not for guests.',
    ),
  ],
  responses: {
    200: answer(
      'Sorted starts.',
      object({
        items: list(object({ ...timeOffered, localDate: text })),
        calendarVersion: whole,
        generatedAt: instant,
      }),
    ),
    ...refusals(400, 401, 404),
  },
};

const quote: Operation = {
  operationId: 'quoteLesson',
  summary: 'What a lesson would cost and what cancelling it would give back',
  tags: ['marketplace'],
  security: guestsToo,
  parameters: [
    required('instructor', text),
    required('start', instant),
    required('durationMinutes', whole),
    query('package', text),
  ],
  responses: {
    200: answer(
      'The lines that would be charged.',
      object({
        lines: list(object({ kind: text, text, cents })),
        totalCents: cents,
        cancellation: list(object({ untilISO: instant, refundPercent: whole })),
      }),
    ),
    ...refusals(400, 404),
  },
};

const dashboard: Operation = {
  operationId: 'readDashboard',
  summary: 'What the signed-in person’s dashboard shows',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [query('view', { enum: ['learner', 'instructor', 'admin'], default: 'learner' })],
  responses: { 200: answer('The dashboard of the view.', dashboardSchema), ...refusals(400, 401, 403) },
};

const channels: Operation = {
  operationId: 'listChannels',
  summary: 'By which channels this server can reach the signed-in person',
  tags: ['marketplace'],
  security: signedIn,
  responses: {
    200: answer(
      'What is set up, what browsers subscribe with, and the number that text messages go to (empty without a Singapore mobile number).',
      object({
        email: yesOrNo,
        push: yesOrNo,
        pushKey: text,
        sms: yesOrNo,
        smsNumber: text,
        isNumberProved: yesOrNo,
        takesMoney: yesOrNo,
      }),
    ),
    ...refusals(401),
  },
};

const readAll: Operation = {
  operationId: 'readAllNotifications',
  summary: 'Mark all of one’s own notifications as read',
  tags: ['marketplace'],
  security: signedIn,
  responses: { 200: answer('How many were not read before.', object({ marked: whole })), ...refusals(401) },
};

const readConversation: Operation = {
  operationId: 'readConversation',
  summary: 'Say that one has read a conversation, for its parties',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [inPath('id', 'The conversation’s id.')],
  responses: { 204: { description: 'The other side sees it.' }, ...refusals(401, 404) },
};

const lessonIcs: Operation = {
  operationId: 'readLessonCalendar',
  summary: 'A lesson as a calendar file, for its parties',
  tags: ['marketplace'],
  security: guestsToo,
  parameters: [inPath('id', 'The lesson’s id.'), query('token', text, 'A file token instead of the header.')],
  responses: {
    200: { description: 'An iCalendar file.', content: { 'text/calendar': { schema: text } } },
    ...refusals(401, 403, 404),
  },
};

const ledger: Operation = {
  operationId: 'listLedger',
  summary: 'Entries of the ledger, for admins; each transaction sums to zero',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [query('account', text), query('lesson', text), query('transaction', text), ...paging],
  responses: {
    200: answer(
      'A page of entries.',
      pageOf({
        type: 'object',
        properties: { id: {}, transaction: text, account: text, amountCents: cents, kind: text, created: text },
      }),
    ),
    ...refusals(400, 401, 403),
  },
};

const policies: Operation = {
  operationId: 'listPolicies',
  summary: 'The platform’s rules in force',
  tags: ['marketplace'],
  security: guestsToo,
  responses: {
    200: answer(
      'The figures that decide, and the rules in words by their number.',
      object({ version: whole, effectiveFrom: instant, values: { type: 'object' }, rules: { type: 'object' } }),
    ),
  },
};

const bank: Operation = {
  operationId: 'simulateBank',
  summary: 'Plays the bank’s part of a sandbox payment',
  tags: ['sandbox'],
  security: signedIn,
  requestBody: { required: true, content: { 'application/json': { schema: object({ payment: text }) } } },
  responses: {
    200: answer('The payment’s new state.', object({ payment: text, status: text })),
    ...refusals(400, 401, 404),
  },
};

/** The calls that compute something, by method and path as their routes have them. */
export const marketplaceCalls: Readonly<Record<string, Operation>> = {
  'GET /api/marketplace/instructors': search,
  ...againCalls,
  ...cancellingCalls,
  ...waitlistCalls,
  ...joiningCalls,
  'GET /api/marketplace/slots': slots,
  'GET /api/marketplace/quote': quote,
  'GET /api/marketplace/dashboard': dashboard,
  'GET /api/marketplace/lessons/:id.ics': lessonIcs,
  ...calendarCalls,
  ...earningsCalls,
  ...payoutCalls,
  ...bankCalls,
  ...providerCalls,
  ...adminCalls,
  ...handOverCalls,
  'GET /api/marketplace/ledger': ledger,
  ...placeCalls,
  'GET /api/marketplace/policies': policies,
  'GET /api/marketplace/channels': channels,
  'POST /api/marketplace/notifications/read': readAll,
  'POST /api/marketplace/conversations/:id/read': readConversation,
  'POST /api/sandbox/bank': bank,
  ...accountCalls,
};
