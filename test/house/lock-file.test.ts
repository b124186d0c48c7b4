import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/list-files.ts';

type Package = { version?: string; resolved?: string; optionalDependencies?: Record<string, string> };

const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));
const locked: Record<string, Package> = read('package-lock.json').packages;

test('the lock file has a line for every package of every machine, or "npm ci" refuses it', () => {
  // A registry without the packages of other machines makes "npm install" leave them out.
  const names = new Set(Object.keys(locked).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)));
  const missing = Object.entries(locked).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !names.has(name))
      .map((name) => `${name} of ${path}`),
  );
  expect(missing).toEqual([]);
});

test('the lock file names versions, and no place to get them from', () => {
  const packages = Object.entries(locked).filter(([path]) => path !== '');
  expect(packages.filter(([, { version }]) => !version)).toEqual([]);
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test('package.json names exact versions', () => {
  const { dependencies, devDependencies, optionalDependencies } = read('package.json');
  const versions = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(versions.filter(([, version]) => !/^(npm:[@\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});
