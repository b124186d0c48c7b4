import type { Queryable } from '#engine/database/database.ts';

/** Adds up to so many waiting transactions to the chain (db/functions/ledger.sql), and answers how many. */
export async function sealWaiting(db: Queryable, atMost: number): Promise<number> {
  const [row] = await db.query<{ sealed: number }>('select seal_ledger($1) as sealed', [atMost]);
  return row?.sealed ?? 0;
}

export type ChainFault = { place: number | null; fault: string };

/** What is wrong with the chain, the first hundred. */
export function findChainFaults(db: Queryable): Promise<ChainFault[]> {
  return db.query('select place::double precision as place, fault from ledger_chain_faults() limit 100');
}

/** Money that is not where the state of its lesson says, the first hundred. */
export function findMoneyFaults(
  db: Queryable,
  { ended, ahead }: { ended: readonly string[]; ahead: readonly string[] },
): Promise<Array<{ name: string; fault: string }>> {
  return db.query('select name, fault from money_faults($1, $2) limit 100', [ended, ahead]);
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
