import type { Engine } from '#engine/engine.ts';
import { WorkKilled } from '#engine/foreign-work/foreign-work.ts';
import type { EncodeQuestion, ReportFormat } from './encode-table.ts';

/** A report that is too long for its form; its message is for whoever asked for it. */
export class TooLongForForm extends Error {}

/** How many rows a file of each form has at most: they lie in memory while it is made, and nobody reads more pages than that. */
export const mostRows: Readonly<Record<ReportFormat, number>> = { csv: 100_000, xlsx: 50_000, pdf: 2000 };

const limits = { withinMs: 60_000, memoryMb: 640 };
const by = { name: 'reports', network: 'reports' };
const module = new URL('./encode-table.ts', import.meta.url);

/** A table as a file of a form, written in a process beside the server. Throws `TooLongForForm` where the form can't hold it. */
export async function encodeApart(
  { foreignWork }: Pick<Engine, 'foreignWork'>,
  question: EncodeQuestion,
): Promise<Buffer> {
  const { format, table } = question;
  const most = mostRows[format];
  if (table.rows.length > most) {
    const other = format === 'csv' ? '' : 'CSV or ';
    throw new TooLongForForm(`A file of this form holds ${most} rows, and there are more. Choose ${other}fewer days.`);
  }
  try {
    return Buffer.from(await foreignWork.run<Uint8Array>(module, () => question, { by, limits }));
  } catch (error) {
    if (error instanceof WorkKilled) throw new TooLongForForm('The file would be too large. Choose fewer days.');
    throw error;
  }
}
