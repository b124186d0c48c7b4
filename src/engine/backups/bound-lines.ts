import { NoBackup } from './judge-parts.ts';

/** Twice what the largest request may send, since a row is written with its line breaks as two signs. The database holds a line several times. */
const longestLine = 64 * 1024 * 1024;
const lineBreak = 10;

/** Passes the rows of a table on, a line each, and breaks off with `NoBackup` in a line that is too long to be one. */
export function boundLines(table: string) {
  return async function* bounded(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let length = 0;
    for await (const chunk of source) {
      const first = chunk.indexOf(lineBreak);
      const longest = length + (first < 0 ? chunk.length : first);
      length = first < 0 ? longest : chunk.length - chunk.lastIndexOf(lineBreak) - 1;
      if (longest > longestLine) throw new NoBackup(`A row of the table ${table} is too long.`);
      yield chunk;
    }
  };
}
