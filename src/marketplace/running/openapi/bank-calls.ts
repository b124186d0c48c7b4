import {
  answer,
  cents,
  inPath,
  instant,
  list,
  type Operation,
  object,
  orNull,
  query,
  refusals,
  type Schema,
  signedIn,
  text,
  whole,
  yesOrNo,
} from './schema.ts';

const bodyOf = (properties: Record<string, Schema>, optional: string[] = []): Operation['requestBody'] => ({
  required: true,
  content: { 'application/json': { schema: object(properties, optional) } },
});
const adminsOnly = { tags: ['admin'], security: signedIn };
const line = inPath('id', 'The line’s id.');
const said = { isPartial: yesOrNo, isNewAccount: yesOrNo, isSameAccount: yesOrNo };
const ofStatement = { csv: text, anew: list({ type: ['integer', 'string'] }), ...said };
const statement = bodyOf(ofStatement, ['anew', ...Object.keys(said)]);
const outcome: Schema = { enum: ['', 'paid', 'over', 'short', 'double', 'late'] };

const preview: Operation = {
  ...adminsOnly,
  operationId: 'previewBankLines',
  summary: 'What importing a bank’s statement would do, line by line; changes nothing',
  requestBody: statement,
  responses: {
    200: answer(
      'The money that came in, and the lines that can’t be read.',
      object(
        {
          items: list(
            object(
              {
                line: whole,
                part: whole,
                date: text,
                amountCents: cents,
                text,
                isKnown: { type: 'boolean' },
                isSure: { type: 'boolean' },
                likeLine: text,
                payment: text,
                outcome,
              },
              ['part'],
            ),
          ),
          faults: list(object({ line: whole, code: text })),
          outgoing: whole,
          otherAccount: object({ of: text, before: text }),
          unsaidAccount: object({ before: text }),
        },
        ['outgoing', 'otherAccount', 'unsaidAccount'],
      ),
    ),
    ...refusals(400, 401, 403),
  },
};

const importLines: Operation = {
  ...adminsOnly,
  operationId: 'importBankLines',
  summary: 'Writes a bank’s statement down and books what names a payment; lines that are known have no second effect',
  requestBody: statement,
  responses: {
    200: answer(
      'How many lines are new, known and booked.',
      object({ added: whole, known: whole, matched: whole, outgoing: whole }, ['outgoing']),
    ),
    ...refusals(400, 401, 403),
  },
};

const sentSum = {
  of: { enum: ['payouts', 'refunds', 'bank_lines'] },
  record: text,
  amountCents: cents,
  reference: text,
} satisfies Record<string, Schema>;

const candidates: Operation = {
  ...adminsOnly,
  operationId: 'listBankCandidates',
  summary: 'Payments that a line of the bank’s statement may be for',
  parameters: [line, query('q', text, 'A learner’s name or address, or a reference; else by the amount.')],
  responses: {
    200: answer(
      'The likeliest first, and what was sent by hand of its amount or a little more, which may have come back.',
      object({
        items: list(
          object({
            payment: text,
            status: text,
            amountCents: cents,
            billReference: text,
            learnerName: text,
            learnerEmail: text,
            declaredAt: orNull(instant),
            created: instant,
            start: orNull(instant),
          }),
        ),
        sent: list(object(sentSum)),
      }),
    ),
    ...refusals(401, 403, 404),
  },
};

const decide: Operation = {
  ...adminsOnly,
  operationId: 'decideBankLine',
  summary: 'Says what money that names no payment is for, or that it goes back',
  parameters: [line],
  requestBody: bodyOf(
    {
      decision: { enum: ['match', 'return', 'keep', 'returned', 'other', 'same', 'came_back'] },
      ...{ payment: text, reference: text, feeCents: cents },
    },
    ['payment', 'reference', 'feeCents'],
  ),
  responses: {
    200: answer('How the line stands now.', object({ line: text, status: text, payment: text, outcome })),
    ...refusals(400, 401, 403, 404, 409),
  },
};

const debits: Operation = {
  ...adminsOnly,
  operationId: 'listBankDebits',
  summary:
    'Lines of the bank’s statement that went out and contradict what was noted as sent, and what is missing there',
  responses: {
    200: answer(
      'Those that wait for a person, then those that nobody knows.',
      object({
        items: list(
          object({
            id: text,
            date: text,
            amountCents: cents,
            text,
            why: { enum: ['', 'recall', 'other_amount', 'twice'] },
            sent: orNull(object(sentSum)),
            line: orNull(object({ id: text, date: text, amountCents: cents, text })),
          }),
        ),
        missing: list(object({ ...sentSum, noted: instant })),
      }),
    ),
    ...refusals(401, 403),
  },
};

const decideDebit: Operation = {
  ...adminsOnly,
  operationId: 'decideBankDebit',
  summary: 'Says that a line that went out took an earlier one back, or that somebody looked after it',
  parameters: [line],
  requestBody: bodyOf({ decision: { enum: ['recall', 'other'] }, line: text }, ['line']),
  responses: {
    200: answer('How the line stands now.', object({ debit: text, status: { enum: ['recalled', 'other'] } })),
    ...refusals(400, 401, 403, 404, 409),
  },
};

const declared: Operation = {
  ...adminsOnly,
  operationId: 'listDeclaredPayments',
  summary: 'Payments that learners say to have made to the operator’s own account, and until when they are waited for',
  responses: {
    200: answer(
      'The 200 that end first.',
      object({
        items: list(
          object({ payment: text, amountCents: cents, billReference: text, until: instant, learnerName: text }),
        ),
      }),
    ),
    ...refusals(401, 403),
  },
};

const toSendCount: Operation = {
  ...adminsOnly,
  operationId: 'countMoneyToSend',
  summary: 'How many refunds and payouts a person has to send, all of them',
  responses: { 200: answer('Their number.', object({ count: whole })), ...refusals(401, 403) },
};

const toSend: Operation = {
  ...adminsOnly,
  operationId: 'listMoneyToSend',
  summary: 'Refunds and payouts that a person has to send, with the name and the telephone number they go to',
  responses: {
    200: answer(
      'Refunds, then payouts, the oldest first.',
      object({
        items: list(
          object({
            of: { enum: ['refunds', 'payouts'] },
            id: text,
            amountCents: cents,
            failureCode: text,
            name: text,
            phone: text,
            isPhoneProved: yesOrNo,
            account: text,
            owedSince: orNull(instant),
            waitsFor: { enum: ['', 'held_back', 'owed_back', 'in_dispute', 'bank_decides', 'provider_case'] },
          }),
        ),
      }),
    ),
    ...refusals(401, 403),
  },
};

const sent = (what: 'Refund' | 'Payout'): Operation => ({
  ...adminsOnly,
  operationId: `note${what}Sent`,
  summary: `Says that a ${what.toLowerCase()} was paid by hand, by the bank’s reference`,
  parameters: [inPath('id', `The ${what.toLowerCase()}’s id.`)],
  requestBody: bodyOf({ reference: text, ...(what === 'Payout' ? { wasSent: { type: 'boolean' } } : {}) }),
  responses: {
    200: answer('How it stands now.', object({ id: text, status: text })),
    ...refusals(400, 401, 403, 404, 409),
  },
});

const declare: Operation = {
  operationId: 'declarePayment',
  summary: 'Says to have paid by PayNow to the operator’s own account',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [inPath('id', 'The payment’s id.')],
  responses: {
    200: answer(
      'What is paid waits for the bank’s statement until then.',
      object({ payment: text, status: text, until: orNull(instant) }),
    ),
    ...refusals(400, 401, 404, 409),
  },
};

const cardForm: Operation = {
  operationId: 'openCardForm',
  summary: 'Lets Stripe’s form of a payment offer its learner’s saved cards, and to save one',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [inPath('id', 'The payment’s id.')],
  responses: {
    200: answer('What the form is opened with; good for half an hour.', object({ customerSession: text })),
    ...refusals(401, 404, 429, 503),
  },
};

const closePayment: Operation = {
  operationId: 'closePayment',
  summary: 'Gives up a payment that waits for its payer, to pay in another way',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [inPath('id', 'The payment’s id.')],
  responses: {
    200: answer('The payment’s new state.', object({ payment: text, status: text })),
    ...refusals(401, 404, 409),
  },
};

/** Payments that wait, and money on the operator's own bank account. */
export const bankCalls: Readonly<Record<string, Operation>> = {
  'POST /api/marketplace/payments/:id/close': closePayment,
  'POST /api/marketplace/payments/:id/declare': declare,
  'POST /api/marketplace/payments/:id/card-form': cardForm,
  'POST /api/marketplace/bank/preview': preview,
  'POST /api/marketplace/bank/import': importLines,
  'GET /api/marketplace/bank/lines/:id/candidates': candidates,
  'POST /api/marketplace/bank/lines/:id': decide,
  'GET /api/marketplace/bank/debits': debits,
  'POST /api/marketplace/bank/debits/:id': decideDebit,
  'GET /api/marketplace/bank/declared': declared,
  'GET /api/marketplace/bank/to-send': toSend,
  'GET /api/marketplace/bank/to-send/count': toSendCount,
  'POST /api/marketplace/refunds/:id/sent': sent('Refund'),
  'POST /api/marketplace/payouts/:id/sent': sent('Payout'),
};
