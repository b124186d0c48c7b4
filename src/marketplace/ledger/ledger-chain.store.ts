import type { Queryable } from '#engine/database/database.ts';

/** Adds up to so many waiting transactions to the chain (db/functions/ledger.sql), and answers how many. */
export async function sealWaiting(db: Queryable, atMost: number): Promise<number> {
  const [row] = await db.query<{ sealed: number }>('select seal_ledger($1) as sealed', [atMost]);
  return row?.sealed ?? 0;
}

export type ChainFault = { place: number | null; fault: string };

/** How many links are proved by one question, and how many questions are asked at once: a chain of millions keeps every processor busy. */
const linksAtOnce = 50_000;
const questions = 4;

/** What is wrong with the chain, the first hundred of each part. */
export async function findChainFaults(db: Queryable): Promise<ChainFault[]> {
  const end = (await findLink(db))?.sequence ?? 0;
  const firsts = Array.from({ length: Math.ceil(end / linksAtOnce) }, (_, part) => part * linksAtOnce + 1);
  const text = 'select place::double precision as place, fault from ledger_chain_faults($1, $2) limit 100';
  const found: ChainFault[][] = [];
  const left = firsts.entries();
  const ask = async () => {
    for (const [part, first] of left) found[part] = await db.query<ChainFault>(text, [first, first + linksAtOnce - 1]);
  };
  await Promise.all(Array.from({ length: questions }, ask));
  const unchained = await db.query<ChainFault>('select null as place, fault from ledger_unchained() limit 100');
  return [...found.flat(), ...unchained];
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
