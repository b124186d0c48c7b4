import { budgetOf, overBudget } from '../limits/budgets.ts';
import type { Settings } from '../settings/settings.ts';
import type { WireRecord } from './wire-record.ts';

/** How much stands in a record with all that it was expanded by. */
type Size = { records: number; bytes: number };

/** What one answer may be expanded by, over all its relations and levels. */
export type ExpandPurse = {
  /** How many rows may still be read: one more than that is too many. */
  readable: () => number;
  /** Counts rows that were read. Throws 400 for too many. */
  read: (rows: number) => void;
  /** Counts records that were put into another. */
  put: (into: WireRecord, records: readonly WireRecord[]) => void;
  /** Throws 400 when records, each with what it is expanded by, add more than the answer may have. */
  check: (records: readonly WireRecord[]) => void;
};

/**
 * A purse with what the settings allow, or the share in it of one of several calls that are answered together. A record counts as often as it stands in the answer: the same few, in each other again and again, make the
 * longest answers.
 */
export function openExpandPurse(settings: Pick<Settings, 'budgets'>, shares: number): ExpandPurse {
  const maxRecords = Math.ceil(budgetOf(settings, 'expandedRecords') / shares);
  const maxBytes = Math.ceil(budgetOf(settings, 'expandedBytes') / shares);
  const own = new Map<WireRecord, number>();
  const added = new Map<WireRecord, Size>();
  let rowsRead = 0;

  function bytesOf(record: WireRecord): number {
    const known = own.get(record);
    if (known !== undefined) return known;
    const { expand: _, ...rest } = record;
    const bytes = Buffer.byteLength(JSON.stringify(rest));
    own.set(record, bytes);
    return bytes;
  }

  return {
    readable: () => maxRecords - rowsRead,
    read(rows) {
      rowsRead += rows;
      if (rowsRead > maxRecords) throw overBudget('expandedRecords');
    },
    put(into, records) {
      const size = added.get(into) ?? { records: 0, bytes: 0 };
      for (const record of records) {
        const inner = added.get(record);
        size.records += 1 + (inner?.records ?? 0);
        size.bytes += bytesOf(record) + (inner?.bytes ?? 0);
      }
      added.set(into, size);
    },
    check(records) {
      const sizes = records.flatMap((record) => added.get(record) ?? []);
      if (sum(sizes.map((size) => size.records)) > maxRecords) throw overBudget('expandedRecords');
      if (sum(sizes.map(({ bytes }) => bytes)) > maxBytes) throw overBudget('expandedBytes');
    },
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
