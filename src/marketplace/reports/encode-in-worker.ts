import { runInWorker, WorkTooLarge } from '#engine/run-in-worker.ts';
import type { Page, ReportFormat, Table } from './encode-table.ts';

export type EncodeQuestion = { format: ReportFormat; table: Table; page: Page };

/** A report that is too long for its form; its message is for whoever asked for it. */
export class TooLongForForm extends Error {}

/** How many rows a file of each form has at most: they lie in memory while it is made, and nobody reads more pages than that. */
export const mostRows: Readonly<Record<ReportFormat, number>> = { csv: 100_000, xlsx: 50_000, pdf: 2000 };

const limits = { withinMs: 60_000, heapMb: 256 };

/** A table as a file of a form, written in a thread of its own. Throws `TooLongForForm` where the form can't hold it. */
export async function encodeInWorker(question: EncodeQuestion): Promise<Buffer> {
  const { format, table } = question;
  const most = mostRows[format];
  if (table.rows.length > most) {
    const other = format === 'csv' ? '' : 'CSV or ';
    throw new TooLongForForm(`A file of this form holds ${most} rows, and there are more. Choose ${other}fewer days.`);
  }
  try {
    const bytes = await runInWorker<Uint8Array>(new URL('./encode-worker.ts', import.meta.url), question, limits);
    return Buffer.from(bytes);
  } catch (error) {
    if (error instanceof WorkTooLarge) throw new TooLongForForm('The file would be too large. Choose fewer days.');
    throw error;
  }
}
