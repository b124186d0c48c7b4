import { parseViewQuery } from '#engine/schema/parse-view-query.ts';
import { translateQuery } from '#engine/sqlite/translate-query.ts';
import { readBankCsv } from '#marketplace/money/bank/read-bank-csv.ts';
import type { Parser } from './worst-inputs.ts';

const bankHead = 'Transaction Date,Deposit,Text\n';

/** Readers of a bank's statement and of the queries of views. */
export const bankAndViews: readonly Parser[] = [
  {
    name: 'bank statement',
    read: readBankCsv,
    shapes: [
      ...[',', '\n', '"', ' ', 'a,'],
      [bankHead, '2026-11-18,5.00,Ref\n', ''],
      [`${bankHead}2026-11-18,5.00,Ref\n`, ',,more\n', ''],
      [`${bankHead}2026-11-18,5.00,`, 'a ', '\n'],
      [`${bankHead}2026-11-18,`, '1,', '\n'],
    ],
  },
  {
    name: 'query of a view, read loosely',
    read: parseViewQuery,
    spared: 1000,
    shapes: [
      ...['/*', '--a\n', ' ', ' join ', ' where', '(', '"', ',', ';', 'a.'],
      ['select ', 'a as b, ', 'c from d'],
      ['select a from b', ' join c on d', ''],
      ['select cast(', ' as int', ') from a'],
    ],
  },
  {
    name: 'query of a view, in SQLite’s words',
    read: (text) => translateQuery(text, []),
    // Far from what a query may become, and still a beginning.
    spared: 5000,
    shapes: [
      ...['(', 'select ', '/*', '--\n', '"', "'", ' ', '1+', 'with a as ('],
      ['select 1', ' between 1 and 2', ''],
      ['select 1', ' in (1, 2)', ''],
      ['select 1', ' + 1', ' as id'],
      ['select case 1', ' when 1 then 2', ' end'],
      ['select ', '(', '1'],
      ['select ', 'a, ', 'b from c group by a'],
      ['select 1', ' union select 1', ''],
    ],
  },
];
