import { expect, test } from 'vitest';
import { patternsOf } from '../../bin/lib/patterns-of.mjs';

const found = (text: string, fill?: string) =>
  patternsOf(text, 'one.tsx', fill).map(({ source, flags }) => [source, flags]);

test('the gate sees patterns that are made of texts of the same file, and those of pages', () => {
  expect(found('const a = <p>{/x+/g.test(b)}</p>;')).toEqual([['x+', 'g']]);
  const parts = "const day = String.raw`\\d+`;\nconst words = ['a', 'b'].join('|');\n";
  expect(found(`${parts}new RegExp(\`^\${day}(?:\${words})$\`, 'i'); RegExp('a' + day);`)).toEqual([
    ['^\\d+(?:a|b)$', 'i'],
    ['a\\d+', ''],
  ]);
});

test('a pattern that is put together while the product runs is known by what fills it, or not at all', () => {
  const made = "const find = (from: string) => new RegExp('a+' + from);";
  expect(found(made)).toEqual([[undefined, '']]);
  expect(found(made, 'name')).toEqual([['a+name', '']]);
});
