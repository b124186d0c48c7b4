import { expect, test } from 'vitest';
import { pageOf } from './read-api.ts';

test.each([
  [400, 400],
  [404, 404],
  [429, 429],
  [503, 503],
  [500, 502],
  [204, 502],
])('a read that was answered %i makes a page with %i', (status, shown) => {
  expect(() => pageOf({ status, body: null })).toThrow(
    expect.objectContaining({ init: expect.objectContaining({ status: shown }) }),
  );
});
