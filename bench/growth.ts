/*
 * What ten times as much costs: the pages of bench/admin.ts and bench/books.ts over LESSONS (1,000,000) lessons beside the same over FEWER of them (a tenth unless
 * told), with their people and books in proportion. The limit is 1.3 times the median. A name after it takes one of the two.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchRow, printTable } from './support/print-table.ts';

const many = Number(process.env.LESSONS ?? 1_000_000);
const few = Number(process.env.FEWER ?? many / 10);
const limit = 1.3;

function rowsOf(name: string, lessons: number): BenchRow[] {
  const { status } = spawnSync(process.execPath, [`bench/${name}.ts`], {
    stdio: 'inherit',
    env: { ...process.env, LESSONS: String(lessons) },
  });
  if (status !== 0) throw new Error(`bench/${name}.ts ended with ${status}`);
  return JSON.parse(readFileSync(join(import.meta.dirname, 'results', `${name}.json`), 'utf8')).rows;
}

const [, , only] = process.argv;
for (const name of only ? [only] : ['admin', 'books']) {
  const before = new Map(rowsOf(name, few).map((row) => [row.page, Number(row['p50 ms'])]));
  const rows = rowsOf(name, many).map(({ page = '', 'p50 ms': median }) => {
    const first = before.get(page) ?? Number.NaN;
    const times = Number(median) / first;
    return {
      page,
      [`p50 ms, ${few}`]: first,
      [`p50 ms, ${many}`]: Number(median),
      times: times.toFixed(2),
      'of 1.3': (times / limit).toFixed(2),
    };
  });
  printTable(`growth-${name}`, rows);
}
