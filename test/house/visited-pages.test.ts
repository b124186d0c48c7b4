import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/list-files.ts';
import { passingRoutes, visitedPages } from '../support/visited-pages.ts';

/** The patterns that a file of routes declares, by the text of each declaration. */
function declaredIn(path: string, declaration: RegExp): string[] {
  return [...readFileSync(join(root, path), 'utf8').matchAll(declaration)].map(([, pattern = '']) => pattern);
}

test('every route is a page that the tests of all pages and the screenshots open', () => {
  const publicRoutes = declaredIn('src/web/app/routes.tsx', /\bpath: '([^']*)'/g).filter(
    (path) => path !== 'dashboard/*',
  );
  const below = declaredIn('src/web/app/shell/dashboard-routes.tsx', /\bpage\(\s*'([^']*)'/g);
  expect(publicRoutes.length).toBeGreaterThan(10);
  expect(below.length).toBeGreaterThan(20);
  const declared = ['', ...publicRoutes, ...below.map((path) => (path === '' ? 'dashboard' : `dashboard/${path}`))];
  const visited = [...visitedPages.map(({ route }) => route), ...passingRoutes];
  expect(new Set(visited)).toEqual(new Set(declared));
});
