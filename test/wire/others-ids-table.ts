import type { StaffRight } from '#rules/staff/staff-rights.ts';

/** Whom a thing belongs to, or a right of staff that it is for; `staff`: all of the platform's people. */
type Holder = 'learner' | 'instructor' | 'staff' | StaffRight;
/**
 * Who is let in to a call that is asked for another's thing. `anybody`: guests too, and `oneself`: whoever is signed in, of their own affairs; neither is shown
 * what is another's.
 */
export type Row = { in: 'anybody' | 'oneself' | readonly Holder[]; query?: string; body?: Record<string, unknown> };

const time = 'start=2026-11-26T01:00:00Z&durationMinutes=60';
const [anybody, oneself] = [{ in: 'anybody' }, { in: 'oneself' }] as const;
const only = (...holders: Holder[]) => ({ in: holders });

/** Each of the product's own calls; a part in braces, or a value in the query, is the id of a thing of another. In the order in which they are asked. */
export const ownCalls: Readonly<Record<string, Row>> = {
  'get /api/marketplace/instructors': { ...anybody, query: 'q=gate' },
  'get /api/marketplace/rebook': { ...oneself, query: 'instructor={instructor}' },
  'get /api/marketplace/weekly': { ...anybody, query: `instructor={instructor}&${time}&lesson={lesson}` },
  'get /api/marketplace/alternatives': { ...anybody, query: `instructor={instructor}&${time}` },
  'post /api/marketplace/guest-holds': { ...anybody, body: {} },
  'post /api/marketplace/guest-holds/claim': { ...oneself, body: { secret: 'x'.repeat(30) } },
  'post /api/marketplace/guest-holds/release': { ...anybody, body: { secret: 'x'.repeat(30) } },
  'get /api/marketplace/cancellation': { ...only('learner', 'instructor', 'lessons'), query: 'lesson={lesson}' },
  'get /api/marketplace/lessons/{lesson}/chargebacks': only('learner', 'instructor', 'lessons'),
  'get /api/marketplace/balance': oneself,
  'get /api/marketplace/credit': oneself,
  'get /api/marketplace/waiting': oneself,
  'get /api/marketplace/gaps': oneself,
  'get /api/marketplace/standing': oneself,
  'get /api/marketplace/pardons': only('lessons'),
  'get /api/marketplace/instructors/{instructor}/checks': anybody,
  'post /api/marketplace/cases/{lesson}/visit': only('staff'),
  'get /api/marketplace/rechecks': only('papers'),
  'get /api/marketplace/slots': {
    ...only('learner', 'instructor', 'lessons'),
    query:
      'instructor={instructor}&lesson={lesson}&from=2026-11-25T00:00:00Z&to=2026-11-27T00:00:00Z&durationMinutes=60',
  },
  'get /api/marketplace/quote': { ...anybody, query: `instructor={instructor}&${time}` },
  'get /api/marketplace/dashboard': oneself,
  'get /api/marketplace/lessons/{lesson}.ics': only('learner', 'instructor'),
  'get /api/marketplace/preview-offer': {
    ...only('instructor', 'lessons'),
    query: 'instructor={instructor}&durationMinutes=60',
  },
  'get /api/marketplace/calendar-address': oneself,
  'post /api/marketplace/calendar-address': oneself,
  'delete /api/marketplace/calendar-address': oneself,
  'get /api/marketplace/calendar/{lesson}.ics': anybody,
  'post /api/marketplace/outside-calendars/{calendar}/read': only('instructor'),
  'get /api/marketplace/earnings': { ...only('instructor', 'payouts'), query: 'instructor={instructor}' },
  'get /api/marketplace/earnings.csv': { ...only('instructor', 'payouts'), query: 'instructor={instructor}' },
  'get /api/marketplace/earnings.pdf': { ...only('instructor', 'payouts'), query: 'instructor={instructor}' },
  'get /api/marketplace/lessons.csv': oneself,
  'get /api/marketplace/students': oneself,
  'get /api/marketplace/students/{learner}': only('instructor'),
  'get /api/marketplace/students/{learner}/record-book.pdf': only('instructor'),
  'get /api/marketplace/entries': { ...only('instructor', 'ledger'), query: 'of=payable&id={instructor}' },
  'get /api/marketplace/payouts/{payout}/statement': only('instructor', 'payouts'),
  'get /api/marketplace/payouts/{payout}/statement.csv': only('instructor', 'payouts'),
  'get /api/marketplace/payouts/{payout}/statement.pdf': only('instructor', 'payouts'),
  'get /api/marketplace/statements/2026': oneself,
  'get /api/marketplace/statements/2026/statement.pdf': oneself,
  'get /api/marketplace/statements/2026/statement.csv': oneself,
  'get /api/marketplace/payments/{payment}/receipt.pdf': only('learner', 'payments'),
  'get /api/marketplace/payee': oneself,
  'post /api/marketplace/payee/onboarding': oneself,
  'post /api/stripe/webhook': { ...anybody, body: {} },
  'post /api/marketplace/own-learners/join': { ...oneself, body: { code: 'NOBODYS' } },
  'post /api/marketplace/payments/{openPayment}/declare': { ...only('learner'), body: {} },
  'post /api/marketplace/payments/{openPayment}/close': { ...only('learner'), body: {} },
  'post /api/marketplace/bank/preview': { ...only('payments'), body: { csv: 'x' } },
  'post /api/marketplace/bank/import': { ...only('payments'), body: { csv: 'x' } },
  'get /api/marketplace/bank/lines/{line}/candidates': only('payments'),
  'post /api/marketplace/bank/lines/{line}': { ...only('payments'), body: { decision: 'other' } },
  'get /api/marketplace/bank/declared': only('payments'),
  'get /api/marketplace/bank/to-send': only('payments'),
  'get /api/marketplace/bank/to-send/count': only('payments'),
  'get /api/marketplace/provider-fees': only('payments'),
  'post /api/marketplace/provider-fees/{fee}/again': only('payments'),
  'post /api/marketplace/provider-fees/{fee}/leave': only('payments'),
  'post /api/marketplace/refunds/{refund}/sent': { ...only('payments'), body: { reference: 'FT1' } },
  'post /api/marketplace/payouts/{payout}/ask': only('payouts'),
  'post /api/marketplace/payouts/{payout}/retry': only('payouts'),
  'post /api/marketplace/payouts/{payout}/sent': { ...only('payouts'), body: { reference: 'FT2' } },
  'get /api/marketplace/payouts/failed': only('payouts'),
  'post /api/marketplace/users/{learner}/impersonations': { ...only('impersonation'), body: {} },
  'delete /api/marketplace/impersonations/{impersonation}': only('impersonation'),
  'post /api/marketplace/users/{learner}/invitation': only('users'),
  'get /api/marketplace/mails/undelivered': only('users'),
  'post /api/marketplace/mails/undelivered/{mail}/again': only('users'),
  'post /api/marketplace/mails/undelivered/{mail}/told': only('users'),
  'get /api/marketplace/analytics/learners': only('analytics'),
  'get /api/marketplace/analytics/learners.csv': only('analytics'),
  'get /api/marketplace/analytics/questions': only('analytics'),
  'get /api/marketplace/analytics/rows': { ...only('analytics'), query: 'figure=cohort&month=2026-11' },
  'get /api/marketplace/analytics/rows.csv': { ...only('analytics'), query: 'figure=searches' },
  'get /api/marketplace/lessons/count': only('lessons'),
  'get /api/marketplace/lessons/search': { ...only('lessons'), query: 'q=a' },
  'get /api/marketplace/broadcasts/audience': { ...only('broadcasts'), query: 'audience=everybody&kind=news' },
  'get /api/marketplace/support-requests/{request}/joinable': only('support'),
  'post /api/marketplace/broadcasts/{broadcast}/test': only('broadcasts'),
  'get /api/marketplace/users': only('users'),
  'get /api/marketplace/users/{learner}': only('users'),
  'get /api/marketplace/audit': { ...only('audit'), query: 'record={learner}' },
  'post /api/marketplace/policies/preview': { ...only('rules'), body: { values: {} } },
  'get /api/marketplace/analytics': only('analytics'),
  'get /api/marketplace/billing': only('billing'),
  'get /api/marketplace/invoices': only('billing'),
  'post /api/marketplace/reports/{report}/retry': only('reports'),
  'get /api/marketplace/hand-overs': oneself,
  'get /api/marketplace/ledger': { ...only('ledger'), query: 'lesson={lesson}' },
  'get /api/marketplace/pickup-advice': { ...anybody, query: `postalCode=460204&${time}` },
  'get /api/marketplace/policies': anybody,
  'get /api/marketplace/channels': oneself,
  'post /api/marketplace/notifications/read': oneself,
  'post /api/marketplace/conversations/{conversation}/read': only('learner', 'instructor'),
  'get /api/marketplace/activity': oneself,
  'get /api/marketplace/export': oneself,
  'get /api/marketplace/terms': oneself,
  'post /api/marketplace/terms': { ...oneself, body: {} },
  'get /api/marketplace/close-account': oneself,
  'post /api/marketplace/close-account': { ...oneself, body: {} },
  'post /api/marketplace/password': { ...oneself, body: {} },
  'get /api/marketplace/two-factor': oneself,
  'post /api/marketplace/two-factor': { ...oneself, body: {} },
  'post /api/marketplace/recover-sign-in': { ...anybody, body: {} },
  'get /api/marketplace/devices': oneself,
  'delete /api/marketplace/devices': oneself,
  'delete /api/marketplace/users/{signedOut}/sessions': only('users'),
  // The learner is signed out from here on.
  'delete /api/marketplace/devices/{device}': only('learner'),
};

/** Calls of the records server that are for superusers: guests are answered 401, everybody else 403, whatever stands in their place of an id. */
export const superuserCalls: readonly RegExp[] = [
  /^\w+ \/api\/collections(?:$|\/(?:meta|import|\{collection\})(?:$|\/(?:truncate|scaffolds|dry-run-view|oauth2-providers)$))/,
  /^\w+ \/api\/(?:sql|types\.ts|settings|backups|logs|crons)(?:$|\/)/,
  /^post \/api\/collections\/\{?\w+\}?\/impersonate\/\{id\}$/,
];

/** Calls that another test asks with another's ids, with that test. */
export const elsewhere: readonly (readonly [call: RegExp, file: string])[] = [
  [/^(?:get|delete) \/api\/collections\/\{?\w+\}?\/records/, 'test/fuzz/non-interference.test.ts'],
  [/^(?:post|patch|put) \/api\/collections\/\{?\w+\}?\/records/, 'test/fuzz/write-table.test.ts'],
  [/^\w+ \/api\/collections\/\{?\w+\}?\/(?:auth-|request-|confirm-)/, 'test/wire/auth-tokens.test.ts'],
  // The operator's own account is in its place here.
  [/^post \/api\/sandbox\/bank$/, 'test/wire/payments.test.ts'],
  [/^\w+ \/api\/batch$/, 'test/fuzz/write-table.test.ts'],
  [/^\w+ \/api\/realtime$/, 'test/fuzz/non-interference.test.ts'],
  [/^\w+ \/api\/files\//, 'test/wire/downloads.test.ts'],
  [/^get \/(?:api\/health(?:\/ready)?|metrics)$/, 'test/wire/metrics.test.ts'],
];
