import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { Collection } from '#engine/collections/collection.ts';
import type { Engine } from '#engine/engine.ts';
import type { Route } from '#engine/http/route.ts';
import { buildOpenApi } from './build-openapi.ts';

const gzip = promisify(zlib.gzip);

/** `GET /api/openapi.json`: all of /api/marketplace and the record calls of the product's own collections, for machines. */
export function openApiRoute(engine: Engine): Route {
  // Anybody may ask, and 700 KB of JSON take longer to write than most calls: its bytes are kept. A collection that was changed is another object.
  let known: { collections: readonly Collection[]; plain: Buffer; packed: Promise<Buffer> } | undefined;
  return {
    method: 'GET',
    path: '/api/openapi.json',
    async handle({ headers: asked }) {
      const collections = engine.collections.all().filter(({ managed, system }) => managed && !system);
      if (!known || !isSame(known.collections, collections)) {
        const plain = Buffer.from(`${JSON.stringify(buildOpenApi(collections, engine.publicUrl))}\n`);
        known = { collections, plain, packed: gzip(plain) };
      }
      const { plain, packed } = known;
      const headers = { 'Content-Type': 'application/json', Vary: 'Accept-Encoding' };
      if (!/\bgzip\b/.test(asked.accept_encoding ?? '')) return { status: 200, headers, body: plain };
      return { status: 200, headers: { ...headers, 'Content-Encoding': 'gzip' }, body: await packed };
    },
  };
}

function isSame(before: readonly Collection[], now: readonly Collection[]): boolean {
  return before.length === now.length && before.every((collection, place) => collection === now[place]);
}
