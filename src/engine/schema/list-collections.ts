import { sql } from 'kysely';
import type { Collection } from '../collections/collection.ts';
import { defineCollection } from '../collections/define-collection.ts';
import type { Engine } from '../engine.ts';
import { listRows } from '../filters/list-rows.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { Route } from '../http/route.ts';
import { collectionJson } from './collection-json.ts';

/** GET /api/collections (wire contract, sections 5 and 13): a page of collections. */
export function listCollectionsRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/collections',
    async handle(request) {
      requireSuperuser(request);
      const page = await listRows(engine, { described, from, request });
      return {
        status: 200,
        body: { ...page, items: page.items.map((row) => collectionJson(row.definition as Collection)) },
      };
    },
  };
}

const described = defineCollection({
  name: '_collections',
  type: 'base',
  fields: {
    name: { type: 'text' },
    type: { type: 'text' },
    system: { type: 'bool' },
    created: { type: 'date' },
    updated: { type: 'date' },
  },
  rules: { list: null, view: null, create: null, update: null, delete: null },
});

const from = sql`(select _seq, id, name, definition, definition->>'type' as type, (definition->>'system')::boolean as system,
  (definition->>'created')::timestamptz as created, (definition->>'updated')::timestamptz as updated from _collections)`;
