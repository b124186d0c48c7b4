import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lessonStates } from '#rules/lessons/lesson-states.ts';
import { listFiles, root } from '../support/list-files.ts';

const files = listFiles();
const code = files.filter((path) => /\.(ts|tsx|mjs|cjs|css)$/.test(path));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('only src/config.ts reads the environment', () => {
  const readers = code.filter((path) => path.startsWith('src/') && /\bprocess\s*(\.\s*env|\[)/.test(read(path)));
  expect(readers.filter((path) => path !== 'src/config.ts')).toEqual([]);
});

test('no file has more than 400 lines, and one over 300 says at its top why it is "Long because"; tables may be longer', () => {
  const longestOf = (path: string, lines: readonly string[]) => {
    const reason = lines.slice(0, 10).find((line) => line.includes('Long because'));
    if (reason?.includes('Long because it is a table')) return Number.POSITIVE_INFINITY;
    return reason || path.includes('.test.') ? 400 : 300;
  };
  const tooLong = code.flatMap((path) => {
    const lines = read(path).trimEnd().split('\n');
    return lines.length > longestOf(path, lines) ? [`${path}: ${lines.length}`] : [];
  });
  expect(tooLong).toEqual([]);
});

test('no bags: files are named for what is in them', () => {
  const bags = /(^|\/)(utils?|helpers?|common|misc|types|index)\.(ts|tsx|mjs)$/;
  expect(code.filter((path) => bags.test(path))).toEqual([]);
});

test('server code has no .tsx, which Node can not run', () => {
  expect(files.filter((path) => path.endsWith('.tsx') && !path.startsWith('src/web/'))).toEqual([]);
});

test('no committed file names a package registry or a place on one machine', () => {
  // Written in pieces, so that this file does not name them either.
  const registry = ['regis', 'try\\.(?:npmjs|yarnpkg)|"reso', 'lved": "http'].join('');
  const place = ['(?<![\\w.*])/(?:wo', 'rk|ho', 'me|Us', 'ers)/\\w'].join('');
  const forbidden = new RegExp(`${registry}|${place}`);
  const binary = /\.(png|jpg|webp|woff2|ico)$/;
  expect(files.filter((path) => !binary.test(path) && forbidden.test(read(path)))).toEqual([]);
});

test('every suppressed lint says why', () => {
  const silent = code.filter((path) => /biome-ignore(-all)? [\w/]+(: *(<explanation>)?)?$/m.test(read(path)));
  expect(silent).toEqual([]);
});

test('tests do not sleep and none is left out or left alone', () => {
  // Waiting for a condition in steps is fine; a fixed pause long enough to hope is not.
  const bad = /\b(test|it|describe)\.(only|todo|fixme)\b|waitForTimeout\(/;
  // In the browser nothing needs a pause, and how often a page is drawn says how busy the machine is.
  const badInBrowser = /\bsetTimeout\(|\bframes?\+\+|\bretries: [1-9]/;
  expect(
    code.filter(
      (path) => path.includes('.test.') && path !== 'test/house/source-files.test.ts' && bad.test(read(path)),
    ),
  ).toEqual([]);
  const inBrowser = (path: string) => path.startsWith('test/e2e/') || path === 'playwright.config.ts';
  expect(code.filter((path) => inBrowser(path) && badInBrowser.test(read(path)))).toEqual([]);
});

test('lists of a lesson’s states stand in the rules; everything else names a set', () => {
  const states = new Set<string>(lessonStates);
  const lists = code
    .filter((path) => /^src\/(marketplace|web)\//.test(path) && !path.includes('.test.'))
    .flatMap((path) =>
      [...read(path).matchAll(/[([]((?:\s*'\w+'\s*,?){2,})[)\]]/g)].map(([, list = '']) => ({
        path,
        names: [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name),
      })),
    )
    .filter(({ names }) => names.every((name) => states.has(name)));
  // The choices of a filter in the order in which people read them.
  const known = ['src/web/admin/analytics/lesson-choices.ts', 'src/marketplace/reads/states-in.ts'];
  expect(lists.filter(({ path }) => !known.includes(path))).toEqual([]);
});
