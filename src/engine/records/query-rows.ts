import type { Collection } from '../collections/collection.ts';
import { databaseErrorCode, type Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { ApiError, usualRefusal } from '../http/api-error.ts';

/**
 * Rows of a collection. What a view asks of the database is its writer's: it is read only, for ten seconds at most, and what fails in it (a
 * division by zero, say) is a 400.
 */
export async function queryRows<T extends Row = Row>(
  engine: Pick<Engine, 'db'>,
  collection: Collection,
  { text, values }: { text: string; values: readonly unknown[] },
): Promise<T[]> {
  if (collection.type !== 'view') return engine.db.query<T>(text, values);
  try {
    return await engine.db.transaction(async (tx) => {
      await tx.script("set transaction read only; set local statement_timeout = '10s'");
      return tx.query<T>(text, values);
    });
  } catch (error) {
    if (databaseErrorCode(error) === undefined) throw error;
    throw new ApiError(400, usualRefusal, {}, { cause: error });
  }
}
