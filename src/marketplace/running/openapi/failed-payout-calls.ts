import {
  answer,
  cents,
  inPath,
  instant,
  list,
  type Operation,
  object,
  refusals,
  signedIn,
  text,
  whole,
} from './schema.ts';

const failedPayouts: Operation = {
  operationId: 'listFailedPayouts',
  summary: 'The queue of payouts that failed, with what was done about each, for admins and finance',
  tags: ['admin'],
  security: signedIn,
  responses: {
    200: answer(
      'The oldest first, 200 at most; `isAsked` says that the instructor was asked since it failed.',
      object({
        items: list(
          object({
            id: text,
            instructor: text,
            name: text,
            phone: text,
            amountCents: cents,
            date: text,
            provider: text,
            failureCode: text,
            attempts: whole,
            failedAt: instant,
            isAsked: { type: 'boolean' },
            decisions: list(object({ action: text, by: text, at: instant, field: text, reference: text })),
          }),
        ),
      }),
    ),
    ...refusals(401, 403),
  },
};

const askForAccount: Operation = {
  operationId: 'askForAccount',
  summary: 'Tells the instructor of a failed payout, and asks where their money can go, for admins and finance',
  tags: ['admin'],
  security: signedIn,
  parameters: [inPath('id', 'The payout’s id.')],
  responses: { 204: { description: 'They are told; no body.' }, ...refusals(401, 403, 404, 409) },
};

/** The calls of the queue of failed payouts. */
export const failedPayoutCalls: Readonly<Record<string, Operation>> = {
  'GET /api/marketplace/payouts/failed': failedPayouts,
  'POST /api/marketplace/payouts/:id/ask': askForAccount,
};
