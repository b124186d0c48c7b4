import { adviceLine } from './dashboard-schema.ts';
import {
  answer,
  guestsToo,
  instant,
  list,
  type Operation,
  object,
  query,
  refusals,
  required,
  signedIn,
  text,
} from './schema.ts';

const pickupAdvice: Operation = {
  operationId: 'readPickupAdvice',
  summary: 'Where to meet, and where one may not stop, around a postal code',
  description: 'With a start only what holds during the lesson. Nothing for a postal code that is none.',
  tags: ['marketplace'],
  security: guestsToo,
  parameters: [
    required('postalCode', text),
    query('start', instant),
    query('durationMinutes', { type: 'integer', minimum: 1, maximum: 2880, default: 60 }),
  ],
  responses: {
    200: answer('The advice, where one may not stop first.', object({ items: list(adviceLine) })),
    ...refusals(400),
  },
};

const addresses: Operation = {
  operationId: 'searchAddresses',
  summary: 'Up to five addresses in Singapore for what was typed',
  description: 'None where the operator set no search, or it does not answer.',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [required('q', text)],
  responses: {
    200: answer(
      'The best fit first.',
      object({
        items: list(
          object({ place: text, postalCode: text, latitude: { type: 'number' }, longitude: { type: 'number' } }),
        ),
      }),
    ),
    ...refusals(400, 401, 429),
  },
};

/** What is said and found of places. */
export const placeCalls: Readonly<Record<string, Operation>> = {
  'GET /api/marketplace/pickup-advice': pickupAdvice,
  'GET /api/marketplace/addresses': addresses,
};
