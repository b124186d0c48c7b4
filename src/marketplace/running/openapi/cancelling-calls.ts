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
  pagingTo,
  query,
  refusals,
  required,
  signedIn,
  text,
  whole,
} from './schema.ts';

const yesNo = { type: 'boolean' };

const previewCancellation: Operation = {
  operationId: 'previewCancellation',
  summary: 'What cancelling a lesson would come to now',
  description:
    'For its parties and admins, each in their own role: the sums that creating a cancellation would answer, why, and until when they stay so (null when only the lesson’s end changes them). Refused with `not_cancellable` at `lesson` as the create is.',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [required('lesson', text), query('start', instant, 'What it would be once the lesson was moved there.')],
  responses: {
    200: answer(
      'The sums.',
      object({
        lesson: text,
        status: text,
        cancelledBy: { enum: ['learner', 'instructor', 'admin'] },
        refundPercent: whole,
        refundCents: cents,
        creditCents: cents,
        feeCents: cents,
        keptBackCents: cents,
        isLate: yesNo,
        usesMercyPass: yesNo,
        instructorCents: cents,
        ways: list(object({ method: text, cents })),
        reason: text,
        until: orNull(instant),
        isBeyondPapers: yesNo,
        mayBeCredit: yesNo,
        policyVersion: whole,
      }),
    ),
    ...refusals(400, 401, 404),
  },
};

const takenBack: Operation = {
  operationId: 'listLessonChargebacks',
  summary: 'What the learner’s bank takes, or took, back of what was paid for a lesson',
  description: 'For its parties and admins; the sums are left out for its instructor.',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [inPath('id', 'A lesson’s id.')],
  responses: {
    200: answer(
      'The latest first; `decided` is null while the bank has not.',
      object({
        items: list({
          type: 'object',
          required: ['status', 'opened', 'decided', 'hasWaited'],
          properties: {
            status: { enum: ['open', 'won', 'lost'] },
            opened: instant,
            decided: orNull(instant),
            hasWaited: yesNo,
            amountCents: cents,
            coveredCents: cents,
          },
        }),
      }),
    ),
    ...refusals(401, 404),
  },
};

const balance: Operation = {
  operationId: 'readBalance',
  summary: 'What the signed-in learner has to spend',
  tags: ['marketplace'],
  security: signedIn,
  responses: {
    200: answer(
      'Credit, and minutes of packages.',
      object({
        creditCents: cents,
        packages: list(
          object({
            id: text,
            instructor: text,
            minutesLeft: whole,
            refundCents: cents,
            refundTo: text,
            expiresOn: text,
          }),
        ),
      }),
    ),
    ...refusals(401, 403),
  },
};

const credit: Operation = {
  operationId: 'listCredit',
  summary: 'How the signed-in learner’s credit came about, newest first',
  tags: ['marketplace'],
  security: signedIn,
  parameters: pagingTo(1000),
  responses: {
    200: answer(
      'A page of changes; what was added is positive.',
      pageOf(
        object({
          id: text,
          created: instant,
          kind: text,
          amountCents: cents,
          balanceCents: cents,
          lesson: text,
          lessonStart: orNull(instant),
          instructorName: text,
          timezone: text,
        }),
      ),
    ),
    ...refusals(400, 401, 403),
  },
};

/** Calls about cancelling, and about the credit that comes of it. */
export const cancellingCalls: Record<string, Operation> = {
  'GET /api/marketplace/cancellation': previewCancellation,
  'GET /api/marketplace/lessons/:id/chargebacks': takenBack,
  'GET /api/marketplace/balance': balance,
  'GET /api/marketplace/credit': credit,
};
