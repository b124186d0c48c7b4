import { askTogether, Refused } from './ask-together.ts';
import type { Row } from './database.ts';

export type RowInsert = {
  /** Inserts a JSON list of rows, `$1`, and answers them with their `id`. */
  text: string;
  row: Record<string, unknown> & { id: string };
  /** Inserts this row by itself. */
  alone: () => Promise<Row>;
};

/** Undefined when a value or a constraint speaks against the rows. */
type Run = (text: string, values: readonly unknown[]) => Promise<Row[] | undefined>;

/**
 * Inserts rows: those for the same table that wait at the same time are one statement, so that they are flushed to disk together. When it
 * is refused each is inserted alone, and has its own end.
 */
export function insertRowsTogether(run: Run): (insert: RowInsert) => Promise<Row> {
  const together = askTogether<RowInsert, Row>();
  return (insert) => together(insert.text, insert, { ask: (inserts) => insertAll(run, inserts), most: 100 });
}

async function insertAll(run: Run, inserts: readonly RowInsert[]): Promise<(Row | Refused)[]> {
  const [first] = inserts;
  if (!first) return [];
  if (inserts.length === 1) return [await first.alone()];
  const inserted = await run(first.text, [JSON.stringify(inserts.map(({ row }) => row))]);
  if (!inserted) return Promise.all(inserts.map(({ alone }) => alone().catch((error: unknown) => new Refused(error))));
  const rows = new Map(inserted.map((row) => [String(row.id), row]));
  return inserts.map(({ row }) => rows.get(row.id) ?? new Refused(new Error('An insert answered no row.')));
}
