import type { Database, Queryable } from '#engine/database/database.ts';
import { type BooksFollowed, followChain } from './follow-chain.ts';
import { readCopiedRows } from './read-copied-rows.ts';

/** Adds up to so many waiting transactions to the chain (db/functions/ledger.sql), and answers how many. */
export async function sealWaiting(db: Queryable, atMost: number): Promise<number> {
  const [row] = await db.query<{ sealed: number }>('select seal_ledger($1) as sealed', [atMost]);
  return row?.sealed ?? 0;
}

/** Reads all links, transactions and entries once, each on a connection of its own, and follows the chain over them. */
export function followBooks(db: Database): Promise<BooksFollowed> {
  const reading = <T>(text: string, use: (rows: ReturnType<typeof readCopiedRows>) => Promise<T>) =>
    db.transaction(
      async (tx) => {
        // Each has an index that says its order, which is nearly that on the disk: sorting millions of rows would take longer.
        await tx.query('set local enable_sort = off');
        return use(readCopiedRows(tx.copyOut(`copy (${text}) to stdout`)));
      },
      { isLong: true },
    );
  const textOfTransactions = `select id, kind, lesson, payment, cause, (extract(epoch from created) * 1000000)::bigint
    from ledger_transactions order by created`;
  return reading('select sequence, transaction, hash from ledger_chain order by sequence', (links) =>
    reading(textOfTransactions, (transactions) =>
      reading(
        'select transaction, account, "amountCents", ledger_block(id) from ledger_entries order by id',
        (entries) => followChain({ links, transactions, entries }),
      ),
    ),
  );
}

/** `unbalanced`: the cents of a transaction that does not sum to zero, or has no entries. `fault`: what is wrong with its link of the chain. */
export type TransactionFault = { id: string; place: number | null; unbalanced: number | null; fault: string | null };

/** What is wrong with some transactions and their links of the chain, the first hundred. */
export function findTransactionFaults(db: Queryable, ids: readonly string[]): Promise<TransactionFault[]> {
  return db.query(
    `select id, place::double precision as place, unbalanced::double precision as unbalanced, fault
     from ledger_faults_of($1) order by place nulls last, id limit 100`,
    [ids],
  );
}

/** What is wrong with the chain in one reading of the tables that `db` finds, which nobody else writes meanwhile: the first hundred. */
export function findChainFaults(db: Queryable): Promise<Array<{ place: number | null; fault: string }>> {
  return db.query(
    `select f.place::double precision as place, f.fault from (
       select c.sequence as place, case
         when c.sequence <> coalesce(c.prior, 0) + 1 then 'a part of the chain is missing before it'
         when t.id is null then format('the transaction %s is gone', c.transaction)
         when c.hash is distinct from chain_hash(coalesce(c.sum, ''), jsonb_build_array(
             t.id, t.kind, t.lesson, t.payment, t.cause, (extract(epoch from t.created) * 1000000)::bigint, e.said))
           then format('the transaction %s does not say what was written', t.id) end as fault
       from (select *, lag(sequence) over by_place as prior, lag(hash) over by_place as sum
           from ledger_chain window by_place as (order by sequence)) c
         left join ledger_transactions t on t.id = c.transaction
         left join (select transaction, jsonb_agg(jsonb_build_array(account, "amountCents") order by id) as said
           from ledger_entries group by 1) e on e.transaction = c.transaction
       union all
       select null, format('the transaction %s is not part of the chain', t.id) from ledger_transactions t
       where not exists (select from ledger_chain c where c.transaction = t.id)
         and not exists (select from ledger_unsealed u where u.transaction = t.id)) f
     where f.fault is not null order by f.place nulls last limit 100`,
  );
}

/** Transactions that do not sum to zero, or have no entries, the first hundred. */
export function findUnbalanced(db: Queryable): Promise<Array<{ id: string; cents: number }>> {
  return db.query(
    `select t.id, coalesce(e.cents, 0)::double precision as cents
     from ledger_transactions t left join (select transaction, sum("amountCents") as cents from ledger_entries group by 1) e on e.transaction = t.id
     where e.cents is distinct from 0 limit 100`,
  );
}

/** Money that is not where the state of its lesson says, the first hundred. */
export function findMoneyFaults(
  db: Queryable,
  { ended, ahead }: { ended: readonly string[]; ahead: readonly string[] },
): Promise<Array<{ name: string; fault: string }>> {
  return db.query('select name, fault from money_faults($1, $2) limit 100', [ended, ahead]);
}

/** Records of money that disagree with the ledger, the first hundred. */
export function findRecordFaults(db: Queryable): Promise<Array<{ name: string; fault: string }>> {
  return db.query('select name, fault from record_faults() limit 100');
}

/** The link of the chain at a place, at its end unless said. */
export async function findLink(
  db: Queryable,
  sequence?: number,
): Promise<{ sequence: number; hash: string } | undefined> {
  const rows = await db.query<{ sequence: number; hash: string }>(
    `select sequence::double precision as sequence, hash from ledger_chain
     where $1::bigint is null or sequence = $1 order by sequence desc limit 1`,
    [sequence ?? null],
  );
  return rows[0];
}
