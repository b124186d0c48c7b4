import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;
const rules = { listRule: '', viewRule: '', createRule: '', updateRule: '' };

beforeAll(async () => {
  server = await startEngineServer();
  const { root } = server;
  const name = { name: 'name', type: 'text' };
  const authors = await root.collections.create({ name: 'authors', type: 'base', ...rules, fields: [name] });
  await root.collections.create({
    name: 'books',
    type: 'base',
    ...rules,
    fields: [
      { name: 'stock', type: 'number' },
      { name: 'author', type: 'relation', collectionId: authors.id, maxSelect: 1 },
    ],
  });
});
afterAll(() => server.close());

/** While the table of the authors has another name, as for a server that has not heard yet of a collection that was renamed. */
async function whileRenamed<T>(work: () => Promise<T>): Promise<T> {
  const { db } = server.engine;
  await db.query('alter table authors rename to writers');
  try {
    return await work();
  } finally {
    await db.query('alter table writers rename to authors');
  }
}

test('a change is made once when what it is to be answered with is gone', async () => {
  const books = server.guest.collection('books');
  const author = await server.guest.collection('authors').create({ name: 'A' });
  const { id } = await books.create({ stock: 1, author: author.id });
  const changed = await whileRenamed(() => books.update(id, { 'stock+': 1 }, { expand: 'author' }));
  expect([changed.stock, changed.expand]).toEqual([2, undefined]);
  const read = await books.getOne(id, { expand: 'author' });
  expect([read.stock, read.expand?.author.name]).toEqual([2, 'A']);
});
