import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize, relative } from 'node:path';
import { root, say } from './project.mjs';

/**
 * The size of the house: each measure with what it shall become and the most that it may be now. `bin/house` prints it and fails where a measure grew;
 * who makes one smaller lowers its `most` in the same change.
 */
export function run() {
  const house = survey();
  const rows = measures.map(({ name, goal, most, count }) => ({ name, goal, most, now: count(house) }));
  const width = Math.max(...rows.map(({ name }) => name.length));
  say(`${'measure'.padEnd(width)}      now     most     goal`);
  for (const { name, now, most, goal } of rows) {
    const mark = now > most ? '  GREW' : now <= goal ? '  met' : '';
    say(`${name.padEnd(width)} ${[now, most, goal].map((each) => String(each).padStart(8)).join(' ')}${mark}`);
  }
  const grown = rows.filter(({ now, most }) => now > most);
  say(`${rows.length - grown.length} passed, ${grown.length} failed`);
  return grown.length === 0 ? 0 : 1;
}

const places = (text, pattern) => (text.match(pattern) ?? []).length;
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
const words = (text) => text.split(/\s+/).filter(Boolean).length;
const inProduct =
  (pattern, below = 'src/') =>
  ({ product }) =>
    sum(product.filter(({ path }) => path.startsWith(below)).map(({ text }) => places(text, pattern)));

const measures = [
  { name: 'product files', goal: 1400, most: 2_250, count: ({ product }) => product.length },
  {
    name: 'product lines',
    goal: 118_000,
    most: 155_000,
    count: ({ product }) => sum(product.map(({ text }) => places(text, /\n/g))),
  },
  { name: 'files of at most 25 lines that one file imports', goal: 20, most: 186, count: findSmall },
  { name: 'file names that stand twice', goal: 0, most: 20, count: ({ product }) => findTwice(product) },
  { name: 'folders in src/marketplace', goal: 9, most: 8, count: () => foldersIn('src/marketplace') },
  { name: 'folders in src/web', goal: 9, most: 9, count: () => foldersIn('src/web') },
  { name: 'folders of more than 35 files', goal: 0, most: 9, count: ({ product }) => findFlat(product) },
  {
    name: 'values cast from a row in src/marketplace',
    goal: 40,
    most: 58,
    count: inProduct(/\b(?:String|Number|Boolean)\(\w*[rR]ow\??\.\w+\)/g, 'src/marketplace/'),
  },
  {
    name: 'parameters that are any row, outside the engine',
    goal: 20,
    most: 72,
    count: ({ product }) =>
      sum(
        product
          .filter(({ path }) => !path.startsWith('src/engine/'))
          .map(({ text }) => places(text, /[(,] *\w+\??: (?:Row|Record<string, unknown>)(?=[,)])/g)),
      ),
  },
  { name: 'functions named refuse', goal: 1, most: 17, count: inProduct(/^(?:export )?function refuse\(/gm) },
  {
    name: 'lengths of time of one’s own',
    goal: 1,
    most: 14,
    count: inProduct(/^(?:export )?const (?:minuteMs|hourMs|dayMs|weekMs) = /gm),
  },
  { name: 'migrations besides the baseline', goal: 0, most: 20, count: () => namesIn('db/migrations').length - 1 },
  { name: 'decision records', goal: 40, most: 40, count: () => namesIn('docs/decisions').length - 1 },
  {
    name: 'words in documents',
    goal: 45_000,
    most: 62_400,
    count: () => sum(filesBelow('docs', /\.md$/).map((path) => words(readText(path)))),
  },
];

function survey() {
  const paths = filesBelow('src', /\.tsx?$/).filter((path) => !path.includes('/generated/'));
  const files = paths.map((path) => ({ path, text: readText(path) }));
  return { product: files.filter(({ path }) => !path.includes('.test.')) };
}

/** Files that only one other file of the product imports, and that say little. */
function findSmall({ product }) {
  const importers = new Map();
  for (const { path, text } of product) {
    for (const [, name] of text.matchAll(/(?:from|import)\s*\(?\s*'([.#][^']+)'/g)) {
      const to = resolve(path, name);
      importers.set(to, (importers.get(to) ?? new Set()).add(path));
    }
  }
  return product.filter(({ path, text }) => importers.get(path)?.size === 1 && places(text, /\n/g) <= 25).length;
}

const { imports } = JSON.parse(readText('package.json'));

function resolve(from, name) {
  if (name.startsWith('.')) return normalize(join(dirname(from), name));
  const [alias] = name.split('/', 1);
  const target = imports[`${alias}/*`];
  return target ? normalize(target.replace('*', name.slice(alias.length + 1))) : name;
}

function findTwice(product) {
  return countBy(product, basename).filter((files) => files > 1).length;
}

function findFlat(product) {
  return countBy(product, dirname).filter((files) => files > 35).length;
}

/** How many files have each name. Node 20 runs this, which has no Map.groupBy. */
function countBy(files, nameOf) {
  const counts = new Map();
  for (const { path } of files) counts.set(nameOf(path), (counts.get(nameOf(path)) ?? 0) + 1);
  return [...counts.values()];
}

function foldersIn(path) {
  return readdirSync(join(root, path), { withFileTypes: true }).filter((entry) => entry.isDirectory()).length;
}

const namesIn = (path) => readdirSync(join(root, path));

function filesBelow(path, pattern) {
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

function readText(path) {
  return readFileSync(join(root, path), 'utf8');
}
