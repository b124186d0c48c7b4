import { audiences, broadcastKinds } from '../../talk/broadcasts/broadcasts.collection.ts';
import {
  answer,
  inPath,
  instant,
  list,
  type Operation,
  object,
  orNull,
  query,
  refusals,
  signedIn,
  text,
  whole,
} from './schema.ts';

/** The calls for what is written to many people at once, and for those who answer one. */
export const broadcastCalls: Readonly<Record<string, Operation>> = {
  'GET /api/marketplace/broadcasts/audience': {
    operationId: 'previewAudience',
    summary: 'Whom a broadcast would go to, for admins',
    tags: ['admin'],
    security: signedIn,
    parameters: [
      query('audience', { enum: [...audiences], default: 'everybody' }),
      query('area', text, 'A planning area.'),
      query('language', text, 'The preferred language of accounts, such as `en`.'),
      query('kind', { enum: [...broadcastKinds], default: 'news' }),
    ],
    responses: {
      200: answer(
        'How many, how many of them by mail too, how many switched such news off, and the first by name.',
        object({ count: whole, byMail: whole, optedOut: whole, names: list(text) }),
      ),
      ...refusals(400, 401, 403),
    },
  },
  'GET /api/marketplace/support-requests/:id/joinable': {
    operationId: 'listJoinable',
    summary: 'What a support request may be about, for those who answer requests',
    tags: ['admin'],
    security: signedIn,
    parameters: [inPath('id', 'The request’s id.')],
    responses: {
      200: answer(
        'Lessons, payments and people that have to do with who asked, thirty of each at most.',
        object({
          items: list(
            object({ kind: { enum: ['lesson', 'payment', 'person'] }, record: text, name: text, at: orNull(instant) }),
          ),
        }),
      ),
      ...refusals(401, 403, 404),
    },
  },
  'POST /api/marketplace/broadcasts/:id/test': {
    operationId: 'testBroadcast',
    summary: 'Sends a broadcast to the caller alone, for admins',
    tags: ['admin'],
    security: signedIn,
    parameters: [inPath('id', 'The broadcast’s id.')],
    responses: { 204: { description: 'It is on its way; no body.' }, ...refusals(400, 401, 403, 404, 429) },
  },
};
