import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { listFiles, root } from '../support/list-files.ts';

/** One file that imports another; types count, too, as a folder that needs another's type depends on it. */
type Import = { file: string; imported: string };

const files = listFiles(['src']).filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'));
const known = new Set(files);

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([.#][^']+)'/g)]
    .map(([, name = '']) => (name.startsWith('#') ? name.replace('#', 'src/') : join(dirname(file), name)))
    .filter((imported) => known.has(imported))
    .map((imported) => ({ file, imported }));
}

const imports = files.flatMap(importsOf);

/** The name of the folder within `folder` that a file lies in; undefined for a file of `folder` itself and for all others. */
function partOf(folder: string, file: string): string | undefined {
  if (!file.startsWith(`${folder}/`)) return undefined;
  const [part, ...below] = file.slice(folder.length + 1).split('/');
  return below.length > 0 ? part : undefined;
}

/** For every two folders within `folder` of which one imports from the other: a file that does. */
function edgesWithin(folder: string): Map<string, Map<string, Import>> {
  const edges = new Map<string, Map<string, Import>>();
  for (const each of imports) {
    const [from, to] = [partOf(folder, each.file), partOf(folder, each.imported)];
    if (from === undefined || to === undefined || from === to) continue;
    const outgoing = edges.get(from) ?? new Map<string, Import>();
    edges.set(from, outgoing.set(to, outgoing.get(to) ?? each));
  }
  return edges;
}

/** The shortest way from a folder back to itself, an import a step; undefined where there is none. */
function cycleFrom(start: string, edges: ReturnType<typeof edgesWithin>): Import[] | undefined {
  const ways: { at: string; steps: Import[] }[] = [{ at: start, steps: [] }];
  const seen = new Set<string>();
  for (const { at, steps } of ways) {
    for (const [to, step] of edges.get(at) ?? []) {
      if (to === start) return [...steps, step];
      if (!seen.has(to)) ways.push({ at: to, steps: [...steps, step] });
      seen.add(to);
    }
  }
  return undefined;
}

const layers = ['src/rules', 'src/wire', 'src/engine', 'src/marketplace', 'src/web'];
const folders = new Set(
  files
    .map(dirname)
    .flatMap((path) => path.split('/').map((_, count, parts) => parts.slice(0, count + 1).join('/')))
    .filter((path) => layers.some((layer) => path === layer || path.startsWith(`${layer}/`))),
);

test('the folders within a folder form a tree: none imports, directly or round about, from one that imports from it', () => {
  expect(imports.length).toBeGreaterThan(5000);
  const cycles = [...folders].flatMap((folder) => {
    const edges = edgesWithin(folder);
    const found = [...edges.keys()].flatMap((part) => cycleFrom(part, edges) ?? []);
    return found.map(({ file, imported }) => `${file} imports ${imported}`);
  });
  expect([...new Set(cycles)]).toEqual([]);
});
