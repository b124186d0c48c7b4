import { parse } from 'csv-parse/browser/esm/sync';

/** A row of a list; `line` counts from 1. Without cells where no row can be read from there on. */
export type CsvRow = { line: number; cells: string[] | undefined };

/** The rows of a list whose cells are parted by commas, semicolons or tabs and may be quoted; empty rows are passed over. */
export function csvRows(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  try {
    parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'],
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      on_record(cells: string[], { lines }) {
        rows.push({ line: lines, cells });
        return null;
      },
    });
  } catch {
    rows.push({ line: (rows.at(-1)?.line ?? 0) + 1, cells: undefined });
  }
  return rows;
}
