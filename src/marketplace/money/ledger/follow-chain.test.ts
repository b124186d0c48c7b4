import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { followChain } from './follow-chain.ts';
import { type CopiedColumn, readCopiedRows } from './read-copied-rows.ts';

async function* rowsOf(rows: CopiedColumn[][], together: number): AsyncGenerator<CopiedColumn[][], undefined> {
  for (let from = 0; from < rows.length; from += together) yield rows.slice(from, from + together);
}

/** Books of so many transactions, each with two entries, and the chain over them. */
function booksOf(count: number) {
  const links: CopiedColumn[][] = [];
  const transactions: CopiedColumn[][] = [];
  const entries: CopiedColumn[][] = [];
  let previous = '';
  for (let n = 1; n <= count; n++) {
    const id = `t${n}`;
    const says = `["${id}", "payment", null, "p${n}", "c${n}", ${n}, [["cash", ${n}], ["held:${n}", ${-n}]]]`;
    previous = hash('sha256', `${previous}\n${says}`);
    links.push([String(n), id, previous]);
    transactions.push([id, 'payment', null, `p${n}`, `c${n}`, String(n)]);
    entries.push([id, 'cash', String(n), n > 6 ? '1' : '0'], [id, `held:${n}`, String(-n), n > 6 ? '1' : '0']);
  }
  return { links, transactions, entries };
}

test('whatever order transactions come in, and however few rows at a time, right books have no suspects and the sums are those of the entries', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.infiniteStream(fc.nat(1000)),
      fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 7 })),
      async (chance, [ofLinks, ofTransactions, ofEntries]) => {
        const books = booksOf(12);
        const mixed = books.transactions
          .map((row) => ({ row, place: Number(chance.next().value) }))
          .sort((one, other) => one.place - other.place);
        const followed = await followChain({
          links: rowsOf(books.links, ofLinks),
          transactions: rowsOf(
            mixed.map(({ row }) => row),
            ofTransactions,
          ),
          entries: rowsOf(books.entries, ofEntries),
        });
        expect(followed.suspects).toEqual([]);
        expect(Object.fromEntries(followed.entriesOf)).toEqual({ ':0': 12, 'cash:0': 6, ':1': 12, 'cash:1': 6 });
        expect(followed.balances.get('cash')).toBe(78);
      },
    ),
  );
});

test.each<[name: string, change: (books: ReturnType<typeof booksOf>) => void, suspects: string[]]>([
  ['an amount', ({ entries }) => void entries.splice(4, 1, ['t3', 'cash', '4', '0']), ['t3']],
  ['an account', ({ entries }) => void entries.splice(4, 1, ['t3', 'till', '3', '0']), ['t3']],
  ['a cause', ({ transactions }) => void transactions.splice(2, 1, ['t3', 'payment', null, 'p3', 'x', '3']), ['t3']],
  ['a transaction gone', ({ transactions }) => void transactions.splice(2, 1), ['t3']],
  ['an entry gone', ({ entries }) => void entries.splice(4, 1), ['t3']],
  ['entries added', ({ entries }) => void entries.push(['t3', 'cash', '1', '0'], ['t3', 'cash', '-1', '0']), ['t3']],
  ['a link gone', ({ links }) => void links.splice(2, 1), ['t4', 't3']],
  ['a hash', ({ links }) => void links.splice(2, 1, ['3', 't3', 'x']), ['t3', 't4']],
])('a change is suspected, and nothing else: %s', async (_name, change, suspects) => {
  const books = booksOf(6);
  change(books);
  const followed = await followChain({
    links: rowsOf(books.links, 2),
    transactions: rowsOf(books.transactions, 2),
    entries: rowsOf(books.entries, 2),
  });
  expect(followed.suspects).toEqual(suspects);
});

test('rows of a copy are read wherever the bytes are cut', async () => {
  const bytes = Buffer.from('a\té\\tb\t\\N\nc\\\\\t日本\t\\x\n');
  for (let cut = 0; cut <= bytes.length; cut++) {
    const rows: CopiedColumn[][] = [];
    for await (const some of readCopiedRows(Readable.from([bytes.subarray(0, cut), bytes.subarray(cut)])))
      rows.push(...some);
    expect(rows).toEqual([
      ['a', 'é\tb', null],
      ['c\\', '日本', 'x'],
    ]);
  }
});
