import type { Queryable } from '#engine/database/database.ts';
import type { LedgerMove } from './demo-ledger.ts';

/** Posts the moves in their order, in one statement. Each is balanced and posted once, as the database demands. */
export async function postMoves(db: Queryable, moves: readonly LedgerMove[]): Promise<void> {
  await db.query(
    `with move as (
       select * from jsonb_to_recordset($1::jsonb)
         as m(cause text, kind text, lesson text, payment text, at timestamptz, entries jsonb)
     ), account as (
       insert into ledger_accounts (id, "balanceCents")
       select e.account, sum(e."amountCents")
       from move, jsonb_to_recordset(move.entries) as e(account text, "amountCents" bigint)
       group by e.account
       on conflict (id) do update set "balanceCents" = ledger_accounts."balanceCents" + excluded."balanceCents"
     ), transaction as (
       insert into ledger_transactions (id, kind, lesson, payment, cause, created)
       select left(md5(cause), 15), kind, lesson, payment, cause, at from move returning id, cause
     )
     insert into ledger_entries (transaction, account, "amountCents")
     select transaction.id, e.account, e."amountCents"
     from move join transaction using (cause), jsonb_to_recordset(move.entries) as e(account text, "amountCents" bigint)`,
    [JSON.stringify(moves)],
  );
}
