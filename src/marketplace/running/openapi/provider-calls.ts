import {
  answer,
  cents,
  inPath,
  instant,
  list,
  type Operation,
  object,
  orNull,
  refusals,
  signedIn,
  text,
  whole,
} from './schema.ts';

const adminsOnly = { tags: ['admin'], security: signedIn };

const providerFees: Operation = {
  ...adminsOnly,
  operationId: 'listProviderFees',
  summary:
    'What the payment provider charged by month, what of it could not be booked, and what it took for its services',
  responses: {
    200: answer(
      'The latest month first; how many fees are not known yet; refused ones, the oldest first.',
      object({
        months: list(object({ month: text, amountCents: cents })),
        awaited: whole,
        refused: list(
          object({
            id: text,
            payment: text,
            refund: text,
            reference: text,
            paidCents: cents,
            refusalCode: { enum: ['other_currency', 'negative', 'more_than_paid', 'not_told'] },
            said: text,
            refusedAt: instant,
          }),
        ),
        refusedCount: whole,
        charges: list(
          object({ id: text, description: text, amountCents: cents, chargedAt: instant, transaction: text }),
        ),
      }),
    ),
    ...refusals(401, 403),
  },
};

const decideFee = (operationId: string, summary: string): Operation => ({
  ...adminsOnly,
  operationId,
  summary,
  parameters: [inPath('id', 'The fee’s id.')],
  responses: { 204: { description: 'It is done; no body.' }, ...refusals(401, 403, 404, 409) },
});

const providerCase = {
  id: text,
  kind: { enum: ['refund', 'dispute', 'intent', 'reversal', 'event'] },
  reason: text,
  reference: text,
  amountCents: whole,
  currency: text,
  payment: text,
  payout: text,
  lesson: text,
  packagePurchase: text,
  created: instant,
};

const providerCases: Operation = {
  ...adminsOnly,
  operationId: 'listProviderCases',
  summary: 'What the payment provider told that a person has to settle, and what was settled last',
  responses: {
    200: answer(
      'Open ones, the earliest due first; settled ones, the latest first.',
      object({
        open: list(object({ ...providerCase, dueAt: instant })),
        openCount: whole,
        settled: list(object({ ...providerCase, note: text, settledByName: text, settledAt: instant })),
      }),
    ),
    ...refusals(401, 403),
  },
};

const settleCase: Operation = {
  ...adminsOnly,
  operationId: 'settleProviderCase',
  summary: 'Says what was done about something that the payment provider told',
  parameters: [inPath('id', 'The case’s id.')],
  requestBody: { required: true, content: { 'application/json': { schema: object({ note: text }) } } },
  responses: { 204: { description: 'It is done; no body.' }, ...refusals(400, 401, 403, 404, 409) },
};

const difference = {
  reference: text,
  part: { enum: ['money', 'fee'] },
  kind: text,
  currency: text,
  side: { enum: ['here', 'there', 'amount'] },
  hereCents: cents,
  thereCents: cents,
  cents,
  since: instant,
  transaction: text,
};
const named = { place: text, reference: text, part: { enum: ['money', 'fee'] }, currency: text };

const decideDifference = (operationId: string, summary: string, fields: Parameters<typeof object>[0]): Operation => ({
  ...adminsOnly,
  operationId,
  summary,
  requestBody: { required: true, content: { 'application/json': { schema: object(fields) } } },
  responses: { 204: { description: 'It is done; no body.' }, ...refusals(400, 401, 403, 409) },
});

const outside: Operation = {
  ...adminsOnly,
  operationId: 'readOutsideProofs',
  summary: 'What the latest comparison of the books with the payment provider’s balance came to',
  responses: {
    200: answer(
      'What is missing on which side, the oldest 200 of each place.',
      object({
        proofs: list(
          object({
            place: text,
            comparedAt: instant,
            readUntil: orNull(instant),
            hereCents: cents,
            thereCents: cents,
            differenceCents: cents,
            differing: whole,
            differences: list(object(difference)),
            explained: list(object({ ...difference, reason: text, explainedByName: text, explainedAt: instant })),
            notComparedSince: orNull(instant),
            gaps: list(object({ from: text, to: text })),
          }),
        ),
      }),
    ),
    ...refusals(401, 403),
  },
};

/** What the payment provider charged, and what it told that a person has to settle. */
export const providerCalls: Readonly<Record<string, Operation>> = {
  'GET /api/marketplace/provider-fees': providerFees,
  'POST /api/marketplace/provider-fees/:id/again': decideFee(
    'askForFeeAgain',
    'Asks the payment provider again for a fee that was not booked',
  ),
  'POST /api/marketplace/provider-fees/:id/leave': decideFee('leaveFee', 'Leaves a fee out that was not booked'),
  'GET /api/marketplace/outside': outside,
  'POST /api/marketplace/outside/explain': decideDifference(
    'explainDifference',
    'Says why the books and a place outside differ: it is open again once either side has another sum',
    { ...named, hereCents: cents, thereCents: cents, reason: text },
  ),
  'POST /api/marketplace/outside/reopen': decideDifference(
    'reopenDifference',
    'Takes back what was said of a difference: it is open again',
    named,
  ),
  'GET /api/marketplace/provider-cases': providerCases,
  'POST /api/marketplace/provider-cases/:id/settle': settleCase,
};
