import { askTogether, Refused } from './ask-together.ts';
import type { Row } from './database.ts';

export type RowInsert = {
  /** Inserts a JSON list of rows, `$1`, and answers them with their `id`; no row where one of the other rows that they name can't be held. */
  text: string;
  row: Record<string, unknown> & { id: string };
  /** Ids of rows that must be there, for `$2` and those that follow it. */
  named: readonly (readonly string[])[];
  /** Inserts this row by itself. */
  alone: () => Promise<Row>;
};

/** Undefined when a value or a constraint speaks against the rows. */
type Run = (text: string, values: readonly unknown[]) => Promise<Row[] | undefined>;

/**
 * Inserts rows: those for the same table that wait at the same time are one statement, so that they are flushed to disk together. When it
 * is refused each is inserted alone, beside those that come after, and has its own end.
 */
export function insertRowsTogether(run: Run): (insert: RowInsert) => Promise<Row> {
  const together = askTogether<RowInsert, Row | undefined>();
  const ask = (inserts: readonly RowInsert[]) => insertAll(run, inserts);
  return async (insert) => (await together(insert.text, insert, { ask, most: 100 })) ?? insert.alone();
}

/** Undefined for a row that must be inserted alone. */
async function insertAll(run: Run, inserts: readonly RowInsert[]): Promise<(Row | Refused | undefined)[]> {
  const [first] = inserts;
  if (!first) return [];
  if (inserts.length === 1 && first.named.every((ids) => ids.length === 0)) return [await first.alone()];
  const named = first.named.map((_, at) => [...new Set(inserts.flatMap((insert) => insert.named[at] ?? []))]);
  const inserted = (await run(first.text, [JSON.stringify(inserts.map(({ row }) => row)), ...named])) ?? [];
  if (inserted.length === 0) return inserts.map(() => undefined);
  const rows = new Map(inserted.map((row) => [String(row.id), row]));
  return inserts.map(({ row }) => rows.get(row.id) ?? new Refused(new Error('An insert answered no row.')));
}
