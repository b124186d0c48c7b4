import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, root } from '../support/list-files.ts';

/**
 * Work of the server that nobody waits for, and that never fails: each of these catches and tells what goes wrong in it. Biome refuses promises that are
 * neither awaited nor marked with `void`; this looks at what `void` marks.
 */
const neverFails = new Set([
  // Their promise is one that was caught before.
  'end.then',
  'ended.promise.then',
  'work.then',
  // They catch themselves: a sweep, the log, questions that are asked together, the use of a session, the word of a pause, the end of the process.
  'sweep',
  'flush',
  'askAll',
  'noteUse',
  'say',
  'close',
]);

/** Not promises: a value that is given up. */
const isNoPromise = /^(?:child\.kill|parser\.destroy|response\.end|socket\.\w+|giveRedirect|server\.close|copy\.\w+)$/;
const isCollection = /\.(?:push|set|add|delete|pause)$/;

test('[11.3] no promise of the server is left alone without saying where its error goes', () => {
  const alone = listFiles(['src'])
    .filter((path) => /^src\/(?:engine|marketplace)\/|^src\/[^/]+\.ts$/.test(path))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return [...text.matchAll(/(?:^|[\s(>])void ([a-zA-Z][\w.]*)\(/gm)].flatMap(({ 1: called = '', index }) => {
        const statement = text.slice(index, index + 400).split(/;\n|,\n/)[0] ?? '';
        const isSaid = statement.includes('.catch(') || neverFails.has(called);
        return isSaid || isNoPromise.test(called) || isCollection.test(called) ? [] : [`${path}: void ${called}()`];
      });
    });
  expect(alone).toEqual([]);
});
