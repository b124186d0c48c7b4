import type { Collection } from '#engine/collections/collection.ts';
import { anyCollectionCalls, collectionCalls } from './collection-calls.ts';
import { recordSchema } from './collection-schema.ts';
import { engineCalls } from './engine-calls.ts';
import { marketplaceCalls } from './marketplace-calls.ts';
import { answer, type Operation, object, text, whole } from './schema.ts';

const refusedTexts: Record<number, string> = {
  400: 'The request makes no sense; `data` says which field and why.',
  401: 'Nobody is signed in.',
  403: 'The signed-in person may not.',
  404: 'There is no such thing, or not for this person.',
  409: 'Something else is there already, such as a lesson at that time.',
  413: 'The body is too large.',
  429: 'Too many requests.',
  503: 'The database does not answer.',
};

/** The OpenAPI 3.1 document of every call: the computed reads, the records server, and the record calls of these collections. */
export function buildOpenApi(collections: readonly Collection[], publicUrl: string): Record<string, unknown> {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [call, operation] of Object.entries({ ...marketplaceCalls, ...engineCalls })) {
    const [method = '', path = ''] = call.split(' ');
    const key = path.replace(/:(\w+)/g, '{$1}');
    paths[key] = { ...paths[key], [method.toLowerCase()]: operation };
  }
  for (const collection of collections) Object.assign(paths, collectionCalls(collection));
  Object.assign(paths, anyCollectionCalls);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kerbside',
      version: '1',
      description:
        'Find, book and pay licensed private driving instructors in Singapore. Money is in cents, times are UTC.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The token of a sign-in call.' },
      },
      schemas: {
        Refusal: object({ status: whole, message: text, data: { type: 'object' } }),
        ...Object.fromEntries(collections.map((collection) => [collection.name, recordSchema(collection)])),
      },
      responses: Object.fromEntries(
        Object.entries(refusedTexts).map(([status, description]) => [
          `Refused${status}`,
          answer(description, { $ref: '#/components/schemas/Refusal' }),
        ]),
      ),
    },
  };
}
