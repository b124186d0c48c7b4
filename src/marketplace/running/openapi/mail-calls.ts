import {
  answer,
  inPath,
  instant,
  list,
  type Operation,
  object,
  orNull,
  refusals,
  type Schema,
  signedIn,
  text,
  whole,
} from './schema.ts';

const flag: Schema = { type: 'boolean' };
const mail = object({
  id: whole,
  to: text,
  name: text,
  isAccount: flag,
  subject: text,
  error: text,
  attempts: whole,
  created: instant,
  handledAs: { enum: ['', 'again', 'told'] },
  handledBy: text,
  handledAt: orNull(instant),
});

const deed = (operationId: string, summary: string): Operation => ({
  operationId,
  summary,
  tags: ['admin'],
  security: signedIn,
  parameters: [inPath('id', 'The mail’s number.')],
  responses: { 204: { description: 'Done; no body.' }, ...refusals(400, 401, 403, 404, 409) },
});

/** The calls for mails that could not be delivered. */
export const mailCalls: Readonly<Record<string, Operation>> = {
  'GET /api/marketplace/mails/undelivered': {
    operationId: 'listUndelivered',
    summary: 'Mails that could not be delivered, for admins',
    tags: ['admin'],
    security: signedIn,
    responses: {
      200: answer(
        'Those that wait for somebody, and those whose owner was told; the newest 200 of each, without their words.',
        object({ open: list(mail), done: list(mail) }),
      ),
      ...refusals(401, 403),
    },
  },
  'POST /api/marketplace/mails/undelivered/:id/again': deed(
    'sendMailAgain',
    'Sends an undelivered mail again, for admins',
  ),
  'POST /api/marketplace/mails/undelivered/:id/told': deed(
    'tellOfUndelivered',
    'Tells the owner of an address in the product that it does not work, for admins',
  ),
};
