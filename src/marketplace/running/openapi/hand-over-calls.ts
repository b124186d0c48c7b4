import {
  answer,
  cents,
  instant,
  list,
  type Operation,
  object,
  orNull,
  refusals,
  signedIn,
  text,
  whole,
  yesOrNo,
} from './schema.ts';

const named = object({ id: text, name: text });

const listHandOvers: Operation = {
  operationId: 'listHandOvers',
  summary: 'The hand-overs of learners that the signed-in person has a part in',
  description:
    'Those that wait for an answer first, at most 50. Who takes over is shown one once the learner agreed to it.',
  tags: ['marketplace'],
  security: signedIn,
  responses: {
    200: answer(
      'The hand-overs; `refundCents` is what comes back, or came back, of packages, for the learner alone.',
      object({
        items: list(
          object({
            id: text,
            status: { enum: ['waiting', 'done', 'refused', 'withdrawn'] },
            askedBy: { enum: ['learner', 'instructor'] },
            role: { enum: ['learner', 'giver', 'taker'] },
            note: text,
            created: instant,
            learner: named,
            from: named,
            to: named,
            learnerAgreed: yesOrNo,
            takerAgreed: yesOrNo,
            lessons: whole,
            skills: whole,
            refundCents: orNull(cents),
          }),
        ),
      }),
    ),
    ...refusals(401),
  },
};

/** The calls about learners who go on with another instructor. */
export const handOverCalls: Readonly<Record<string, Operation>> = {
  'GET /api/marketplace/hand-overs': listHandOvers,
};
