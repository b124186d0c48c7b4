import { dollars, writeCsv } from '../../platform/exports/write-csv.ts';
import { writePdf } from '../../platform/exports/write-pdf.ts';

/** An amount of money in a table: a number of dollars with cents in each of the forms. */
export type Dollars = { cents: number };
type Value = string | number | null | Dollars;

/** A report before it has a form. */
export type Table = { header: readonly string[]; rows: ReadonlyArray<readonly Value[]> };

export const reportFormats = ['csv', 'xlsx', 'pdf'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** What stands around the table. */
export type Page = { title: string; subtitle: string; note: string; nowMs: number };

/** A table as a file of a form. */
export async function encodeTable(format: ReportFormat, table: Table, page: Page): Promise<Buffer> {
  if (format === 'csv')
    return Buffer.from(
      writeCsv(
        table.header,
        table.rows.map((row) => row.map(plain)),
      ),
    );
  if (format === 'xlsx') return encodeSheet(table, page);
  const { title, subtitle, note, nowMs } = page;
  const rows = table.rows.map((row) => row.map((value) => String(plain(value) ?? '')));
  return writePdf({ title, subtitle, facts: [], head: table.header, rows, sums: [], note, isWide: true }, nowMs);
}

export type EncodeQuestion = { format: ReportFormat; table: Table; page: Page };

/** Foreign work: what names and texts people wrote stand in its rows, and a file of many rows takes seconds to write. */
export function work({ format, table, page }: EncodeQuestion): Promise<Buffer> {
  return encodeTable(format, table, page);
}

function plain(value: Value): string | number | null {
  return typeof value === 'object' && value !== null ? dollars(value.cents) : value;
}

// A cell of the type text is never run, whatever it begins with.
async function encodeSheet({ header, rows }: Table, { title }: Page): Promise<Buffer> {
  const head = header.map((name) => ({ value: name, type: String, fontWeight: 'bold' as const }));
  const cells = rows.map((row) =>
    row.map((value) => {
      if (value === null || value === '') return null;
      if (typeof value === 'object') return { value: value.cents / 100, type: Number, format: '0.00' };
      return typeof value === 'number' ? { value, type: Number } : { value, type: String };
    }),
  );
  const sheet =
    title
      .replaceAll(/[\\/*?:[\]]/g, ' ')
      .slice(0, 31)
      .trim() || 'Report';
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  return writeXlsxFile([head, ...cells], { sheet, stickyRowsCount: 1 }).toBuffer();
}
