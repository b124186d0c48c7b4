import { describe, expect, test } from 'vitest';
import { measureBudgets } from '../../bin/lib/byte-budgets.mjs';
import { type Chunk, joinChunks } from '../../bin/lib/join-chunks.mjs';

/** What some pages share, in a file of its own; each chunk is one module. */
const shared = (name: string, imports: string[] = [], bytes = 1200): Chunk => ({
  fileName: name,
  moduleIds: [name],
  imports,
  dynamicImports: [],
  bytes,
  isEntry: false,
  mayJoin: true,
});
const page = (name: string, imports: string[]): Chunk => ({ ...shared(name, imports), isEntry: true, mayJoin: false });
const start = (asked: string[]): Chunk => ({ ...page('start', []), dynamicImports: asked });
const alike = () => ({ weight: 1, room: 10_000 });

describe('files of the client’s pages', () => {
  test('what the same pages need is one file', () => {
    const names = joinChunks([start(['one']), page('one', ['a', 'b']), shared('a'), shared('b')], alike);
    expect(names.get('a')).toBe(names.get('b'));
    expect(names.has('one')).toBe(false);
  });

  test('what a page has no room for stays a file of its own, also if it would come along with another', () => {
    const chunks = [
      start(['one', 'two']),
      page('one', ['a', 'b']),
      page('two', ['a']),
      shared('a'),
      shared('b', ['large'], 250),
      shared('large', [], 9000),
    ];
    const names = joinChunks(chunks, ({ fileName }) => ({ weight: 1, room: fileName === 'two' ? 5000 : 90_000 }));
    expect(names.get('a')).not.toBe(names.get('b'));
    expect(names.get('a')).not.toBe(names.get('large'));
    const wide = joinChunks(chunks, () => ({ weight: 1, room: 90_000 }));
    expect(wide.get('a')).toBe(wide.get('b'));
  });

  test('no two files need each other', () => {
    const chunks = [start(['one']), page('one', ['a']), shared('a', ['styled']), shared('b'), shared('styled', ['b'])];
    const fixed = chunks.map((chunk) => (chunk.fileName === 'styled' ? { ...chunk, mayJoin: false } : chunk));
    const names = joinChunks(fixed, alike);
    expect(names.get('a')).not.toBe(names.get('b'));
    expect(new Set(joinChunks(chunks, alike).values()).size).toBe(1);
  });

  test('a page that is too large or too many files is over its budget', () => {
    const entry = 'src/web/app/entry-client.tsx';
    const styles = 'src/web/platform/styles/landing.css';
    const landing = (parts: number, bytes: number) => {
      const names = Array.from({ length: parts }, (_none, index) => `part-${index}.js`);
      const manifest = {
        [entry]: { file: 'entry.js', imports: names },
        [styles]: { file: 'landing.css' },
        ...Object.fromEntries(names.map((name) => [name, { file: name }])),
      };
      return measureBudgets(manifest, () => bytes).find(({ name }) => name.startsWith('landing'));
    };
    expect(landing(4, 10_000)).toMatchObject({ isKept: true, missing: [], measured: { files: 6 } });
    expect(landing(5, 10_000)).toMatchObject({ isKept: false, measured: { files: 7 } });
    expect(landing(4, 20_000)).toMatchObject({ isKept: false, measured: { files: 6 } });
  });
});
