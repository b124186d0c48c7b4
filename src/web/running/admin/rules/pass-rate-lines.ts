import { csvRows } from '../csv-rows.ts';
import { plainName } from '../plain-name.ts';

/** One row of a list of pass rates; `line` counts from 1 in the list. */
export type PassRateLine = {
  line: number;
  name: string;
  percent: number;
  sample: number;
  period: string;
  source: string;
};

/** Why a row is not taken. */
export type Refusal =
  | 'columns'
  | 'name'
  | 'percent'
  | 'sample'
  | 'period'
  | 'source'
  | 'not_csv'
  | 'nobody'
  | 'several'
  | 'twice';
export type RefusedLine = { line: number; text: string; reason: Refusal };
export type ReadLines = { lines: PassRateLine[]; refused: RefusedLine[] };

/** What holds for rows that don't say it themselves. */
export type GivenFacts = { period: string; source: string };

const longestPeriod = 60;

/**
 * Rows of `name, percent, sample` and, where they say so themselves, `period, source` (commas, semicolons or tabs; cells may be quoted), and those that
 * are none, each with why. A first row of headings is passed over.
 */
export function readPassRates(text: string, given: GivenFacts): ReadLines {
  const read: ReadLines = { lines: [], refused: [] };
  for (const { line, cells } of csvRows(text)) {
    if (cells === undefined) {
      read.refused.push({ line, text: '', reason: 'not_csv' });
      continue;
    }
    // Headings name what stands below them: there is no figure among them.
    if (line === 1 && cells.length > 1 && !/\d/.test(cells.join(''))) continue;
    const row = rowIn(line, cells, given);
    const reason = wrongIn(row, cells.length);
    if (reason) read.refused.push({ line, text: cells.join(', '), reason });
    else read.lines.push(row);
  }
  return read;
}

function rowIn(line: number, cells: readonly string[], given: GivenFacts): PassRateLine {
  const [name = '', percent = '', sample = '', period = '', source = ''] = cells;
  const figure = (text: string) => (/^\d+$/.test(text) ? Number(text) : Number.NaN);
  return {
    line,
    name,
    percent: figure(percent.replace(/\s*%$/, '')),
    sample: figure(sample),
    period: period || given.period.trim(),
    source: source || given.source.trim(),
  };
}

function wrongIn({ name, percent, sample, period, source }: PassRateLine, columns: number): Refusal | undefined {
  if (columns < 3 || columns > 5) return 'columns';
  if (plainName(name) === '') return 'name';
  if (!(percent >= 0 && percent <= 100)) return 'percent';
  if (!(sample > 0)) return 'sample';
  if (period === '' || period.length > longestPeriod) return 'period';
  return isAddress(source) ? undefined : 'source';
}

/** Whether a text is an address that people can open. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]+\.[^\s]+$/.test(text);
}

/** An instructor of ours as the list names them. */
type Named = { id: string; name: string };
export type Matched<One extends Named> = PassRateLine & { one: One };

/** The rows that are surely of one instructor, and those of nobody, of several with one name, or of somebody who stands in the list twice. */
export function matchRates<One extends Named>(
  lines: readonly PassRateLine[],
  instructors: readonly One[],
): { sure: Matched<One>[]; refused: RefusedLine[] } {
  const byName = Map.groupBy(instructors, ({ name }) => plainName(name));
  const rows = Map.groupBy(lines, ({ name }) => plainName(name));
  const sure: Matched<One>[] = [];
  const refused: RefusedLine[] = [];
  for (const row of lines) {
    const found = byName.get(plainName(row.name)) ?? [];
    const isTwice = (rows.get(plainName(row.name))?.length ?? 0) > 1;
    const [one] = found;
    if (one && found.length === 1 && !isTwice) sure.push({ ...row, one });
    else refused.push({ line: row.line, text: row.name, reason: reasonOf(found.length, isTwice) });
  }
  return { sure, refused };
}

function reasonOf(found: number, isTwice: boolean): Refusal {
  if (found === 0) return 'nobody';
  return isTwice ? 'twice' : 'several';
}
