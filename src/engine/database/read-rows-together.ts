import { askTogether } from './ask-together.ts';
import type { Row } from './database.ts';

/** A statement that reads rows by their ids: `$1` is the list of ids, the other parameters follow. Its rows have a column `id`. */
export type RowQuestion = { text: string; values?: readonly unknown[]; id: string };

type Read = (text: string, values: readonly unknown[]) => Promise<Row[]>;

/** Reads rows by their ids: questions with the same statement that wait at the same time share it. */
export function readRowsTogether(read: Read): (question: RowQuestion) => Promise<Row | undefined> {
  const together = askTogether<string, Row | undefined>();
  return async ({ text, values = [], id }) => {
    if (!canBeStored(id)) return undefined;
    const key = values.length === 0 ? text : `${text}\n${JSON.stringify(values)}`;
    const ask = async (ids: readonly string[]) => {
      const rows = new Map((await read(text, [[...new Set(ids)], ...values])).map((row) => [String(row.id), row]));
      // Each gets a row of its own, as from a statement of its own.
      return ids.map((one) => copyOf(rows.get(one)));
    };
    return together(key, id, { ask, most: 500 });
  };
}

/** PostgreSQL keeps no NUL in a text: no row has such an id, and asking for one would fail all who ask together with it. */
export function canBeStored(id: string): boolean {
  return !id.includes('\0');
}

function copyOf(row: Row | undefined): Row | undefined {
  return row && { ...row };
}
