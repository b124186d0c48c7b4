import type { Queryable } from '#engine/database/database.ts';
import type { LedgerMove } from './demo-ledger.ts';

/** Posts the moves in their order, in one statement, by the function that posts all money. */
export async function postMoves(db: Queryable, moves: readonly LedgerMove[]): Promise<void> {
  await db.query(
    `select post_ledger_transaction(m.cause, m.kind, m.lesson, m.payment, m.at, m.entries)
     from jsonb_to_recordset($1::jsonb)
       as m(cause text, kind text, lesson text, payment text, at timestamptz, entries jsonb)`,
    [JSON.stringify(moves)],
  );
}
