import { auditActions } from '#rules/staff/audit-actions.ts';
import { invoiceSortNames, invoiceStatuses } from '../billing/billing-routes.ts';
import { askedStatuses, personRoles, personStatuses, sortNames } from '../people/people-routes.ts';
import { broadcastCalls } from './broadcast-calls.ts';
import { failedPayoutCalls } from './failed-payout-calls.ts';
import { mailCalls } from './mail-calls.ts';
import { questionCalls, spanParameters } from './question-calls.ts';
import {
  answer,
  cents,
  inPath,
  instant,
  list,
  type Operation,
  object,
  orNull,
  pageOf,
  paging,
  query,
  refusals,
  type Schema,
  signedIn,
  text,
  whole,
} from './schema.ts';
import { staffCalls } from './staff-calls.ts';

const flag: Schema = { type: 'boolean' };

const person = {
  id: text,
  name: text,
  email: text,
  avatarUrl: text,
  role: { enum: [...personRoles] },
  status: { enum: [...personStatuses] },
  verified: flag,
  suspended: flag,
  twoFactor: flag,
  lastSeen: orNull(instant),
  created: orNull(instant),
  phone: text,
  location: text,
  instructor: orNull(object({ id: text, status: text })),
};

const people: Operation = {
  operationId: 'listUsers',
  summary: 'Accounts with their status and when they were last seen, for admins',
  description:
    'An account is pending until its address is proved, inactive when it is suspended or was not seen for 90 days, else active.',
  tags: ['admin'],
  security: signedIn,
  parameters: [
    query('q', text, 'Part of a name or an address.'),
    query('role', { enum: [...personRoles] }),
    query('status', { enum: [...askedStatuses] }),
    query('from', text, 'Made from this instant on, or from the start of this day in Singapore.'),
    query('to', text, 'Made before it.'),
    query('sort', { enum: [...sortNames], default: '-created' }),
    ...paging,
  ],
  responses: {
    200: answer(
      'A page of accounts.',
      pageOf(object(person), {
        counts: object({ all: whole, active: whole, inactive: whole, suspended: whole, pending: whole }),
      }),
    ),
    ...refusals(400, 401, 403),
  },
};

const oneOfThem: Operation = {
  operationId: 'showUser',
  summary: 'One account with what it has done here, for admins',
  tags: ['admin'],
  security: signedIn,
  parameters: [inPath('id', 'The account’s id.')],
  responses: {
    200: answer(
      'The account.',
      object({
        ...person,
        figures: object({
          lessonsTaken: whole,
          lessonsComing: whole,
          lessonsGiven: whole,
          paidCents: cents,
          refundedCents: cents,
          creditCents: cents,
        }),
      }),
    ),
    ...refusals(401, 403, 404),
  },
};

const audit: Operation = {
  operationId: 'listAudit',
  summary: 'What the platform’s people did to whose records, newest first, for admins',
  tags: ['admin'],
  security: signedIn,
  parameters: [
    query('q', text, 'Words that stand in the entry: who, what, before and after; of words with | between them one.'),
    query('record', text, 'The id of a record.'),
    query('actor', text, 'The id of who did it.'),
    query('collection', text),
    query('action', { enum: [...auditActions] }),
    query('looks', { enum: ['true', 'false'] }, 'false: without what was looked at only.'),
    query('from', text, 'An instant, or a date for its midnight in Singapore.'),
    query('to', text, 'The same, not included.'),
    ...paging,
  ],
  responses: {
    200: answer(
      'A page of entries.',
      pageOf(
        object({
          id: text,
          created: instant,
          actor: text,
          actorName: text,
          actorCollection: text,
          actorRole: text,
          action: { enum: [...auditActions] },
          collection: text,
          record: text,
          recordName: text,
          changes: list(object({ field: text, from: text, to: text })),
          before: orNull({ type: 'object' }),
          after: orNull({ type: 'object' }),
          hash: text,
        }),
      ),
    ),
    ...refusals(400, 401, 403),
  },
};

const figures = object({
  users: whole,
  newUsers: whole,
  activeLearners: whole,
  activeInstructors: whole,
  lessons: whole,
  completedLessons: whole,
  cancelledLessons: whole,
  lessonsByStatus: { type: 'object', additionalProperties: whole },
  revenueCents: cents,
  refundedCents: cents,
  feesCents: cents,
  cancellationRate: orNull({ type: 'number', minimum: 0, maximum: 1 }),
});

const analytics: Operation = {
  operationId: 'readAnalytics',
  summary: 'The platform’s figures of a span and of the one before, live, for admins',
  tags: ['admin'],
  security: signedIn,
  parameters: spanParameters,
  responses: {
    200: answer(
      'Figures, and a row for each day, week or month.',
      object({
        generatedAt: instant,
        from: instant,
        to: instant,
        previous: object({ from: instant, to: instant }),
        listedInstructors: whole,
        figures,
        previousFigures: figures,
        unit: { enum: ['day', 'week', 'month'] },
        buckets: list(object({ date: text, lessons: whole, newUsers: whole, revenueCents: cents, feesCents: cents })),
      }),
    ),
    ...refusals(400, 401, 403),
  },
};

const retryReport: Operation = {
  operationId: 'retryReport',
  summary: 'Makes a failed report again, for admins',
  tags: ['admin'],
  security: signedIn,
  parameters: [inPath('id', 'The report’s id.')],
  responses: {
    200: answer('It is being made.', object({ report: text, status: text })),
    ...refusals(401, 403, 404, 409),
  },
};

const billing: Operation = {
  operationId: 'readBilling',
  summary: 'What the platform charges and has used, for admins',
  tags: ['admin'],
  security: signedIn,
  responses: {
    200: answer(
      'The fee policy and the usage; a sample plan for the demonstration’s own admin alone.',
      object({
        feeText: text,
        usage: object({ calls: whole, callsSince: instant, databaseBytes: whole, reportBytes: whole }),
        sample: orNull({ type: 'object' }),
      }),
    ),
    ...refusals(401, 403),
  },
};

const invoices: Operation = {
  operationId: 'listInvoices',
  summary: 'The platform’s fees by instructor and month, from the ledger, for admins',
  tags: ['admin'],
  security: signedIn,
  parameters: [
    query('q', text, 'Part of an instructor’s name or of an invoice’s number.'),
    query('status', { enum: [...invoiceStatuses] }),
    query('sort', { enum: [...invoiceSortNames], default: '-date' }),
    ...paging,
  ],
  responses: {
    200: answer(
      'A page of invoices, and the sum of all that were found.',
      pageOf(
        object({
          id: text,
          month: text,
          lessons: whole,
          amountCents: cents,
          status: { enum: [...invoiceStatuses] },
          instructor: object({ id: text, name: text }),
        }),
        { totalCents: cents },
      ),
    ),
    ...refusals(400, 401, 403),
  },
};

const previewPolicy: Operation = {
  operationId: 'previewPolicy',
  summary: 'What the last 30 days would have come to under other figures, for admins',
  tags: ['marketplace'],
  security: signedIn,
  requestBody: { content: { 'application/json': { schema: object({ values: { type: 'object' } }) } } },
  responses: {
    200: answer(
      'What was, and what would have been.',
      object({
        from: instant,
        to: instant,
        lessons: whole,
        feeCents: cents,
        newFeeCents: cents,
        instructorsDiffering: whole,
        instructors: list(
          object({ instructor: text, name: text, lessons: whole, feeCents: cents, newFeeCents: cents }),
        ),
        cancellations: whole,
        cancellationsDiffering: whole,
        refunds: list(
          object({ lesson: text, learnerName: text, start: instant, refundCents: cents, newRefundCents: cents }),
        ),
        refundCents: cents,
        newRefundCents: cents,
      }),
    ),
    ...refusals(400, 401, 403),
  },
};

/** The calls for the platform's own people. */
export const adminCalls: Readonly<Record<string, Operation>> = {
  ...staffCalls,
  ...failedPayoutCalls,
  ...mailCalls,
  ...questionCalls,
  ...broadcastCalls,
  'GET /api/marketplace/users': people,
  'GET /api/marketplace/users/:id': oneOfThem,
  'GET /api/marketplace/audit': audit,
  'POST /api/marketplace/policies/preview': previewPolicy,
  'GET /api/marketplace/analytics': analytics,
  'GET /api/marketplace/billing': billing,
  'GET /api/marketplace/invoices': invoices,
  'POST /api/marketplace/reports/:id/retry': retryReport,
};
