import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, root } from '../support/list-files.ts';

const home = 'src/rules/paths/';
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const code = listFiles(['src']).filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'));

test('the path of a page of the signed-in area is written out in src/rules/paths and nowhere else', () => {
  const strays = code
    .filter((path) => !path.startsWith(home))
    .flatMap((path) =>
      [...read(path).matchAll(/.*['"`}]\/dashboard\b(?!-).*/g)].map(([line]) => `${path}: ${line.trim()}`),
    );
  expect(strays).toEqual([]);
});

test('each path leads to a page that there is', () => {
  const plain = (route: string) => route.replace(/:\w+/g, ':id');
  const routes = [...read('src/web/app/shell/dashboard-routes.tsx').matchAll(/\bpage\(\s*'([^']*)'/g)];
  const known = new Set(routes.map(([, route = '']) => plain(route)));
  const paths = code
    .filter((path) => path.startsWith(home))
    .flatMap((path) => [...read(path).matchAll(/['`]\/dashboard\/?([^'`?]*)/g)])
    .map(([, path = '']) => path.replace(/\$\{\w+\}/g, ':id'));
  expect(paths.length).toBeGreaterThan(50);
  // The desk's next request stands where a request's id does.
  expect(paths.filter((path) => !known.has(path))).toEqual(['help/requests/next']);
});
