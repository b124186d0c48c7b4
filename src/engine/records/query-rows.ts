import type { Collection } from '../collections/collection.ts';
import { databaseErrorCode, type Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { ApiError, usualRefusal } from '../http/api-error.ts';
import { overBudget } from '../limits/budgets.ts';

const viewMs = 10_000;
/** SQLSTATE of a statement that took longer than it may. */
const outOfTime = '57014';

type Query = {
  text: string;
  values: readonly unknown[];
  /** How long a statement that a stranger thought of may take. */
  wideMs?: number | undefined;
};

/**
 * Rows of a collection. What a view asks of the database is its writer's: it is read only, for ten seconds at most, and what fails in it (a
 * division by zero, say) is a 400.
 */
export async function queryRows<T extends Row = Row>(
  engine: Pick<Engine, 'db'>,
  collection: Collection,
  { text, values, wideMs }: Query,
): Promise<T[]> {
  const isView = collection.type === 'view';
  if (!isView && wideMs === undefined) return engine.db.query<T>(text, values);
  const limitMs = Math.min(isView ? viewMs : Number.POSITIVE_INFINITY, wideMs ?? Number.POSITIVE_INFINITY);
  try {
    if (wideMs !== undefined) return await engine.db.readShortly<T>(text, values, limitMs);
    return await engine.db.transaction(async (tx) => {
      await tx.script(`set transaction read only; set local statement_timeout = ${limitMs}`);
      return tx.query<T>(text, values);
    });
  } catch (error) {
    const code = databaseErrorCode(error);
    if (code === outOfTime && limitMs === wideMs) throw overBudget('wideQueryMs');
    if (!isView || code === undefined) throw error;
    throw new ApiError(400, usualRefusal, {}, { cause: error });
  }
}
