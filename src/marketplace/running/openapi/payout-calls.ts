import { feeReasons } from '#rules/fees/fee-reason.ts';
import { entryFigures } from '../../money/ledger/entries/entries-route.ts';
import {
  answer,
  cents,
  csvFile,
  inPath,
  instant,
  list,
  type Operation,
  object,
  orNull,
  pageOf,
  paging,
  pdfFile,
  query,
  refusals,
  signedIn,
  text,
  whole,
  yesOrNo,
} from './schema.ts';

const id = inPath('id', 'The payout’s id.');

const retryPayout: Operation = {
  operationId: 'retryPayout',
  summary: 'Sends a failed payout again by its own id, for admins',
  tags: ['admin'],
  security: signedIn,
  parameters: [id],
  responses: {
    200: answer('It was sent; `status` says how it ended.', object({ payout: text, status: text })),
    ...refusals(401, 403, 404, 409),
  },
};

/** Which rule a fee follows, with its figures. */
export const feeRule = object({
  reason: { enum: [...feeReasons] },
  ...{ firstPercent: whole, firstHours: whole, laterPercent: whole, capCents: cents },
});

const payoutStatement: Operation = {
  operationId: 'readPayoutStatement',
  summary: 'What a payout took along, line by line, each an entry of the ledger',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [id],
  responses: {
    200: answer(
      'The lines sum to the payout.',
      object({
        payout: object({
          id: text,
          date: text,
          status: text,
          amountCents: cents,
          timezone: text,
          instructor: object({ id: text, name: text }),
          paidAt: orNull(instant),
          returnedAt: orNull(instant),
        }),
        lines: list(
          object({
            transaction: text,
            kind: text,
            lesson: text,
            learnerName: text,
            feeCents: cents,
            amountCents: cents,
            grossCents: cents,
            priceCents: orNull(cents),
            surcharges: list(object({ kind: text, text, cents })),
            feeRule: orNull(feeRule),
            created: instant,
            start: orNull(instant),
          }),
        ),
        direct: object({
          from: text,
          to: text,
          totalCents: cents,
          items: list(
            object({
              ...{ id: text, paidOn: text, ownLearner: text, name: text },
              method: { enum: ['cash', 'paynow'] },
              amountCents: cents,
            }),
          ),
        }),
      }),
    ),
    ...refusals(401, 404),
  },
};

const entries: Operation = {
  operationId: 'listFigureEntries',
  summary: 'The entries of the ledger that a figure is made of, and their sum',
  description:
    'Staff by their rights; everybody else sees their own books alone, and accounts without the id after the colon. `revenue` and `refunded` are for admins.',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [
    { ...query('of', { enum: [...entryFigures] }, 'Which figure.'), required: true },
    query(
      'id',
      text,
      'Of an instructor (`fees`, `payable`), a learner (`paid`, `given_back`, `credit`), a package, a lesson, a refund, a payout, a line of the bank’s statement or a transaction.',
    ),
    query('from', text, 'An instant, or a local date of Singapore for its start.'),
    query('to', text, 'The end, not included.'),
    ...paging,
  ],
  responses: {
    200: answer(
      'A page of entries, the latest first; `sumCents` is that of all of them.',
      pageOf(
        object({
          ...{ id: text, transaction: text, created: instant, kind: text, account: text, amountCents: cents },
          ...{ lesson: text, start: orNull(instant), learnerName: text, instructorName: text },
        }),
        { sumCents: cents },
      ),
    ),
    ...refusals(400, 401, 403, 404),
  },
};

const payoutStatementCsv: Operation = {
  operationId: 'readPayoutStatementFile',
  summary: 'The statement of a payout, as a CSV file',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [id],
  responses: {
    200: csvFile,
    ...refusals(401, 403, 404),
  },
};

const payoutStatementPdf: Operation = {
  ...payoutStatementCsv,
  operationId: 'readPayoutStatementPdf',
  summary: 'The statement of a payout, to print',
  responses: { 200: pdfFile, ...refusals(401, 403, 404, 429) },
};

const yearlyStatementPdf: Operation = {
  operationId: 'readYearlyStatementPdf',
  summary: 'What the signed-in learner paid in a year, to print',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [inPath('year', 'A year of Singapore’s calendar.')],
  responses: { 200: pdfFile, ...refusals(401, 403, 404, 429) },
};

const receipt: Operation = {
  operationId: 'readReceipt',
  summary: 'The numbered receipt of a payment, for its learner and admins',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [inPath('id', 'The payment’s id.')],
  responses: { 200: pdfFile, ...refusals(401, 403, 404, 429) },
};

const yearlyStatementCsv: Operation = {
  operationId: 'readYearlyStatementCsv',
  summary: 'What the signed-in learner paid in a year, as a CSV file',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [inPath('year', 'A year of Singapore’s calendar.')],
  responses: {
    200: csvFile,
    ...refusals(401, 403, 404),
  },
};

const yearlyStatement: Operation = {
  operationId: 'readYearlyStatement',
  summary: 'What the signed-in learner paid in a year, with the numbers of the receipts',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [inPath('year', 'A year of Singapore’s calendar.')],
  responses: {
    200: answer(
      'Payments in order of time; a receipt’s number never changes. `spentCents` and the totals count money alone, no credit and no hours of packages.',
      object({
        year: whole,
        lines: list(
          object({
            receipt: text,
            payment: text,
            paid: instant,
            lesson: text,
            packagePurchase: text,
            start: orNull(instant),
            instructorName: text,
            method: text,
            amountCents: cents,
            refundedCents: cents,
            takenBackCents: cents,
            spentCents: cents,
          }),
        ),
        totals: object({ paidCents: cents, refundedCents: cents, takenBackCents: cents, spentCents: cents }),
      }),
    ),
    ...refusals(401, 404),
  },
};

const payee: Operation = {
  operationId: 'readPayee',
  summary: 'Whether the signed-in instructor can be paid out to',
  tags: ['marketplace'],
  security: signedIn,
  responses: {
    200: answer(
      '`isNeeded`: the payment provider wants to know the instructor first.',
      object({ isNeeded: yesOrNo, isReady: yesOrNo }),
    ),
    ...refusals(401, 404, 503),
  },
};

const onboarding: Operation = {
  operationId: 'setUpPayee',
  summary: 'Where the signed-in instructor tells the payment provider who they are and where the money goes',
  tags: ['marketplace'],
  security: signedIn,
  responses: {
    200: answer('An address at the provider, good for minutes.', object({ url: text })),
    ...refusals(400, 401, 404, 503),
  },
};

const join: Operation = {
  operationId: 'joinOwnLearners',
  summary:
    'The signed-in learner says by a code that an instructor brought them along: no fee is taken of their lessons',
  tags: ['marketplace'],
  security: signedIn,
  requestBody: { required: true, content: { 'application/json': { schema: object({ code: text }) } } },
  responses: {
    200: answer('Whose learner they are.', object({ instructor: text, instructorName: text })),
    ...refusals(400, 401, 404),
  },
};

const webhook: Operation = {
  operationId: 'takeStripeEvent',
  summary: 'What Stripe tells by itself, signed; there is no such call with any other provider',
  tags: ['marketplace'],
  parameters: [],
  responses: {
    200: answer('Its effect is written down; repeats have none.', object({ received: yesOrNo })),
    ...refusals(400, 404, 413),
  },
};

/** The calls about payouts and statements, and to and from who makes them. */
export const payoutCalls: Readonly<Record<string, Operation>> = {
  'GET /api/marketplace/entries': entries,
  'POST /api/marketplace/payouts/:id/retry': retryPayout,
  'GET /api/marketplace/payouts/:id/statement': payoutStatement,
  'GET /api/marketplace/payouts/:id/statement.csv': payoutStatementCsv,
  'GET /api/marketplace/payouts/:id/statement.pdf': payoutStatementPdf,
  'GET /api/marketplace/statements/:year': yearlyStatement,
  'GET /api/marketplace/statements/:year/statement.pdf': yearlyStatementPdf,
  'GET /api/marketplace/statements/:year/statement.csv': yearlyStatementCsv,
  'GET /api/marketplace/payments/:id/receipt.pdf': receipt,
  'GET /api/marketplace/payee': payee,
  'POST /api/marketplace/payee/onboarding': onboarding,
  'POST /api/stripe/webhook': webhook,
  'POST /api/marketplace/own-learners/join': join,
};
