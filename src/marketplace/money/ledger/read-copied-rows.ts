import type { Readable } from 'node:stream';

/** A column as `copy … to stdout` writes it in its text format; null where a row has none. */
export type CopiedColumn = string | null;

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/**
 * The rows of a `copy … to stdout`, as many at a time as came together. Several times as fast as the driver's own rows, which is what reading
 * millions of them is about.
 */
export async function* readCopiedRows(copied: Readable): AsyncGenerator<CopiedColumn[][], undefined> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of copied as AsyncIterable<Buffer>) {
    const end = chunk.lastIndexOf(0x0a);
    if (end < 0) {
      rest = Buffer.concat([rest, chunk]);
      continue;
    }
    const text = Buffer.concat([rest, chunk.subarray(0, end)]).toString();
    rest = chunk.subarray(end + 1);
    yield text.split('\n').map(columnsOf);
  }
}

function columnsOf(line: string): CopiedColumn[] {
  const columns: CopiedColumn[] = line.split('\t');
  if (!line.includes('\\')) return columns;
  return columns.map((column) => {
    if (column === '\\N' || column === null) return null;
    return column.replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter);
  });
}
