/** What a cell may hold; undefined and null are empty cells. */
export type CsvValue = string | number | boolean | null | undefined;

/**
 * A table as a CSV file (RFC 4180) with a byte order mark, by which spreadsheets know that it is UTF-8. Texts that a spreadsheet would
 * take for a formula get an apostrophe in front: names and notes are written by strangers.
 */
export function writeCsv(header: readonly string[], rows: ReadonlyArray<readonly CsvValue[]>): string {
  return `\uFEFF${[header, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;
}

/** Cents as a CSV's plain number of dollars: 6500 is `65.00`. */
export function dollars(cents: number): string {
  return (cents / 100).toFixed(2);
}

function cellOf(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(value);
  const safe = !isNumber && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
