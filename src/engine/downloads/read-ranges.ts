/** Bytes of a file, from and including `from`. */
export type ByteRange = { from: number; length: number };
export type Ranges = 'invalid' | 'outside' | ByteRange[];

/**
 * What a `Range` header asks of a file of `size` bytes, as Go's `http.ServeContent` reads it: none without a header or when the ranges are more than
 * the file, `outside` when all of them begin behind its end.
 */
export function readRanges(header: string | undefined, size: number): Ranges {
  if (header === undefined || header === '') return [];
  if (!header.startsWith('bytes=')) return 'invalid';
  const ranges: ByteRange[] = [];
  let isOutside = false;
  for (const text of header.slice('bytes='.length).split(',')) {
    if (text.trim() === '') continue;
    const range = readRange(text.trim(), size);
    if (range === 'invalid') return 'invalid';
    if (range === 'outside') isOutside = true;
    else ranges.push(range);
  }
  if (isOutside && ranges.length === 0) return 'outside';
  const total = ranges.reduce((sum, { length }) => sum + length, 0);
  return total > size ? [] : ranges;
}

function readRange(text: string, size: number): ByteRange | 'invalid' | 'outside' {
  const [, first, last] = /^(\d*)\s*-\s*(\d*)$/.exec(text) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'invalid';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return { from: size - length, length };
  }
  const from = Number(first);
  if (from >= size) return 'outside';
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return from > to ? 'invalid' : { from, length: to - from + 1 };
}
