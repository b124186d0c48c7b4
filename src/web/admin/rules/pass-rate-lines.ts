/** One line of a list of pass rates. */
export type PassRateLine = { name: string; percent: number; sample: number };
export type ReadLines = { lines: PassRateLine[]; wrong: string[] };

/** Lines of `name, percent, sample` (commas, semicolons or tabs; a first line of headings is passed over), and those that are none. */
export function readPassRates(text: string): ReadLines {
  const lines: PassRateLine[] = [];
  const wrong: string[] = [];
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((row) => row.trim())
    .filter(Boolean);
  for (const [index, row] of rows.entries()) {
    const cells = row.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"|"$/g, ''));
    const [name = '', percent = '', sample = ''] = cells;
    const [rate, count] = [Number(percent.replace('%', '')), Number(sample)];
    const isLine = cells.length === 3 && name !== '' && percent !== '' && sample !== '';
    if (isLine && Number.isInteger(rate) && rate >= 0 && rate <= 100 && Number.isInteger(count) && count > 0) {
      lines.push({ name, percent: rate, sample: count });
    } else if (index > 0 || /\d/.test(row)) {
      wrong.push(row);
    }
  }
  return { lines, wrong };
}

/** A name as it is compared: case, spaces and punctuation don't matter. */
export function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
