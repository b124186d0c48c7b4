import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { lessonSets, lessonStates } from '#rules/lessons/lesson-states.ts';
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

test('stylesheets are built from files that exist', () => {
  const gone = code
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) =>
      [...read(path).matchAll(/^@source "([^"*]+)/gm)].map(([, source = '']) => join(dirname(path), source)),
    )
    .filter((source) => !existsSync(join(root, source)));
  expect(gone).toEqual([]);
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
  const bad = /\b(test|it|describe)\.(only|todo|fixme)\b|waitForTimeout\(|\bsetTimeout\(\w+, [1-9]\d{2,}\)/;
  // In the browser nothing needs a pause, and how often a page is drawn says how busy the machine is; half a second without calls is a pause, too.
  // What a width doesn't have is tagged (`@wide-only`) and not begun there, so that nothing is skipped.
  const badInBrowser = /\btest\.skip\(|\bsetTimeout\(|\bframes?\b\s*(?:\+\+|\+=|<)|\bretries: [1-9]|networkidle/;
  expect(
    code.filter(
      (path) => path.includes('.test.') && path !== 'test/house/source-files.test.ts' && bad.test(read(path)),
    ),
  ).toEqual([]);
  const inBrowser = (path: string) => path.startsWith('test/e2e/') || path === 'playwright.config.ts';
  expect(code.filter((path) => inBrowser(path) && badInBrowser.test(read(path)))).toEqual([]);
  // What waits for the next drawing in a test waits for some number of them, however it counts; `untilDrawn` waits for what is to be drawn.
  const frames = code.filter(
    (path) => inBrowser(path) && path.includes('.test.') && /requestAnimationFrame/.test(read(path)),
  );
  expect(frames).toEqual([]);
});

/** The lists of a lesson's states that a file writes out, of two and more. */
const listsOfStates = (path: string) =>
  [...read(path).matchAll(/[([]((?:\s*'\w+'\s*,?){2,})[)\]]/g)]
    .map(([, list = '']) => ({ path, names: [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name) }))
    .filter(({ names }) => names.every((name) => (lessonStates as readonly string[]).includes(name)));

test('lists of a lesson’s states stand in the rules; everything else names a set', () => {
  const lists = code
    .filter((path) => /^src\/(marketplace|web)\//.test(path) && !path.includes('.test.'))
    .flatMap(listsOfStates);
  // The choices of a filter in the order in which people read them.
  const known = ['src/web/running/admin/analytics/lesson-choices.ts', 'src/marketplace/platform/reads/states-in.ts'];
  expect(lists.filter(({ path }) => !known.includes(path))).toEqual([]);
});

test('the database’s functions know no other sets of a lesson’s states than the rules do', () => {
  const sets = Object.values(lessonSets).map((set) => [...set].sort().join());
  const lists = files.filter((path) => /^db\/functions\/.*\.sql$/.test(path)).flatMap(listsOfStates);
  const strange = lists.filter(({ names }) => !sets.includes([...names].sort().join()));
  expect(lists.length).toBeGreaterThan(strange.length);
  expect(strange).toEqual([
    // A time that may have been held in vain; which of the cancelled ones were booked before, their history says.
    { path: 'db/functions/booking.sql', names: ['held', 'expired', 'cancelled_by_learner'] },
    // An offered time that its learner did not keep; one whom the instructor cancelled took it.
    { path: 'db/functions/waitlist.sql', names: ['expired', 'declined', 'cancelled_by_learner'] },
  ]);
});

test('a browser test asks for a message at the edge of the page by expectToast, as its text is there twice for a moment', () => {
  const namespaces: Record<string, Record<string, string>> = JSON.parse(read('src/texts/en.json'));
  const messages = new Set<string>();
  for (const path of code.filter((one) => /^src\/web\/.*\.tsx?$/.test(one))) {
    const text = read(path);
    for (const [, name = '', namespace = ''] of text.matchAll(/import \* as (\w+) from '#texts\/(\w+)\.ts'/g)) {
      for (const said of callsOf(text, /(?<=\b(?:toast|tell))(?=\()/)) {
        for (const [, key = ''] of said.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) {
          const message = namespaces[namespace]?.[key];
          if (message) messages.add(message);
        }
      }
    }
  }
  expect(messages.size).toBeGreaterThan(50);
  const asked = code
    .filter((path) => path.startsWith('test/e2e/'))
    .flatMap((path) =>
      [...read(path).matchAll(/\bpage\.getByText\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g)].map(([, , text = '']) => ({
        path,
        text,
      })),
    );
  expect(asked.filter(({ text }) => messages.has(text))).toEqual([]);
});

test('what a deed came to is told by useTelling, not by callbacks of mutate: those are lost with the component', () => {
  const toldIn = (path: string) =>
    callsOf(read(path), /(?<=\.mutate(?:Async)?)(?=\()/).filter((call) => /\b(?:toast|tell)\(/.test(call));
  expect(code.filter((path) => path.startsWith('src/web/') && toldIn(path).length > 0)).toEqual([]);
});

/** What stands in the brackets of calls; `before` is a place where one begins. */
function callsOf(text: string, before: RegExp): string[] {
  return text.split(before).slice(1).map(argumentsIn);
}

/** The text up to where its first bracket closes. */
function argumentsIn(text: string): string {
  let depth = 0;
  const end = [...text].findIndex((sign) => {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
    return depth === 0;
  });
  return text.slice(0, end + 1);
}
