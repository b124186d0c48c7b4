import { askTogether } from '#engine/database/ask-together.ts';
import { type Database, databaseErrorCode } from '#engine/database/database.ts';
import { ApiError } from '#engine/http/api-error.ts';
import { fold, foldWithin, isFolded } from './sums.store.ts';

/** How long a reader counts, or waits for another server that does; what takes longer is left to the sweeper, which has all the time it needs. */
const readersMs = 3000;
const againMs = 10_000;
/** SQLSTATE of a statement that took too long. */
const outOfTime = '57014';

const folds = new WeakMap<Database, () => Promise<void>>();

/**
 * Counts anew what changed since the kept sums were read last: whoever reads them asks for this first, and sees nothing older than the question. However
 * many ask, one connection counts. Throws 503 while so much is counted that nobody should wait for it, as after an upgrade of a large marketplace.
 */
export function foldSums(db: Database): Promise<void> {
  const known = folds.get(db);
  if (known) return known();
  const together = askTogether<undefined, undefined>();
  const ask = async (readers: readonly undefined[]) => {
    await foldSoon(db);
    return readers;
  };
  const foldShared = () => together('', undefined, { ask, most: Number.POSITIVE_INFINITY });
  folds.set(db, foldShared);
  return foldShared();
}

async function foldSoon(db: Database): Promise<void> {
  if (await isFolded(db)) return;
  try {
    await db.transaction((tx) => foldWithin(tx, readersMs));
  } catch (error) {
    if (databaseErrorCode(error) !== outOfTime) throw error;
    const message = 'The figures are being counted anew, which takes a minute or two. Try again soon.';
    throw new ApiError(503, message, {}, { cause: error, retryAfterMs: againMs });
  }
}

/** The same ahead of any reader, however much waits. */
export async function foldWaitingSums(db: Database): Promise<void> {
  await db.transaction(fold, { isLong: true });
}
