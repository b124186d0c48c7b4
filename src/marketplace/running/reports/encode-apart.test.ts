import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openForeignWork } from '#support/open-foreign-work.ts';
import { encodeApart, mostRows, TooLongForForm } from './encode-apart.ts';
import { reportFormats } from './encode-table.ts';

const foreignWork = openForeignWork();
afterAll(() => foreignWork.close());

const page = { title: 'Figures', subtitle: 'November', note: 'Made by a test.', nowMs: 0 };
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, row) => [`row ${row}`, 'lesson:abcdefghijklmno', { cents: row }]);
const ask = (format: (typeof reportFormats)[number], rows: number) =>
  encodeApart({ foreignWork }, { format, table: { header: ['Name', 'Account', 'Amount'], rows: rowsOf(rows) }, page });

test('a report has as many rows as its form may, and not one more', async () => {
  expect((await ask('csv', mostRows.csv)).length).toBeGreaterThan(mostRows.csv);
  for (const format of reportFormats) await expect(ask(format, mostRows[format] + 1)).rejects.toThrow(TooLongForForm);
});

test('calls go on while a report of as many pages as may be is drawn', async () => {
  let turns = 0;
  let isDone = false;
  const made = ask('pdf', mostRows.pdf).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await setImmediate();
    turns++;
  }
  // Drawn on the server's own thread, all of it is a few turns.
  expect(turns).toBeGreaterThan(500);
  expect((await made).subarray(0, 5).toString()).toBe('%PDF-');
});
