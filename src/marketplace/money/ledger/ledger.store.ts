import type { Queryable } from '#engine/database/database.ts';
import { wireDate } from '#engine/wire-date.ts';
import type { LedgerEntry } from '#wire/ledger.ts';

type EntryRow = Omit<LedgerEntry, 'created'> & { created: Date };

/** What entries can be asked for by; each is found by an index of its own. */
const conditions = {
  account: (value: string) => `e.account = ${value}`,
  lesson: (value: string) => `e.transaction in (select x.id from ledger_transactions x where x.lesson = ${value})`,
  transaction: (value: string) => `e.transaction = ${value}`,
};

type EntryFilter = Partial<Record<keyof typeof conditions, string>>;

/** One page of entries in the order they were written; what is not named matches everything. */
export async function findLedgerEntries(
  db: Queryable,
  { page, perPage, ...filter }: EntryFilter & { page: number; perPage: number },
): Promise<{ items: LedgerEntry[]; totalItems: number }> {
  const { where, values } = whereOf(filter, 4);
  const { totalItems, from, skip } = await findPlace(db, filter, (page - 1) * perPage);
  if (skip === undefined) return { items: [], totalItems };
  const rows = await db.query<EntryRow>(
    `select e.id::text, e.transaction, e.account, e."amountCents", t.kind, coalesce(t.lesson, '') as lesson,
       coalesce(t.payment, '') as payment, t.created
     from (select e.* from ledger_entries e where ${where} and e.id >= $3 order by e.id limit $1 offset $2) e
       join ledger_transactions t on t.id = e.transaction
     order by e.id`,
    [perPage, skip, from, ...values],
  );
  return { items: rows.map(({ created, ...entry }) => ({ ...entry, created: wireDate(created) })), totalItems };
}

/** The conditions of a filter, and their values from a place among the parameters on. */
function whereOf(filter: EntryFilter, from: number): { where: string; values: string[] } {
  const names = Object.keys(conditions) as Array<keyof typeof conditions>;
  const asked = names.filter((name) => filter[name]);
  const parts = asked.map((name, index) => conditions[name](`$${index + from}`));
  return { where: parts.join(' and ') || 'true', values: asked.map((name) => filter[name] ?? '') };
}

/** Where to read: so many entries after the first one from an id on; none where that is behind the last. */
type Place = { totalItems: number; from: number; skip: number | undefined };

// All entries, and those of an account of the platform's, are too many to be counted for a page: they are counted by blocks of their ids as they are
// posted, and a page is looked for in its block alone.
async function findPlace(db: Queryable, filter: EntryFilter, before: number): Promise<Place> {
  const { account = '', lesson, transaction } = filter;
  if (lesson || transaction || account.includes(':')) {
    const { where, values } = whereOf(filter, 1);
    const [row] = await db.query<{ total: number }>(
      `select count(*) as total from ledger_entries e where ${where}`,
      values,
    );
    const totalItems = row?.total ?? 0;
    return { totalItems, from: 0, skip: before < totalItems ? before : undefined };
  }
  const [row] = await db.query<{ total: number; from: number | null; skip: number | null }>(
    `with blocks as (
       select block, sum(sum(entries)) over (order by block) as upto, sum(entries) as entries from ledger_blocks where account = $1 group by block)
     select coalesce((select max(upto) from blocks), 0)::bigint as total, ledger_block_start(b.block) as "from", ($2 - b.upto + b.entries)::bigint as skip
     from (select) always left join (select * from blocks where upto > $2 order by block limit 1) b on true`,
    [account, before],
  );
  return { totalItems: row?.total ?? 0, from: row?.from ?? 0, skip: row?.skip ?? undefined };
}

/** Accounts whose balance is not the sum of their entries, and by how many cents; of all accounts, or of some. */
export function findUnbalancedAccounts(
  db: Queryable,
  accounts?: readonly string[],
): Promise<Array<{ name: string; cents: number }>> {
  return db.query(
    `select a.id as name, (a."balanceCents" + coalesce(s.cents, 0) - coalesce(e.cents, 0))::bigint as cents
     from ledger_accounts a
       left join (select account, sum("balanceCents") as cents from ledger_shares group by account) s on s.account = a.id
       left join (select account, sum("amountCents") as cents from ledger_entries
         where $1::text[] is null or account = any ($1) group by account) e on e.account = a.id
     where ($1::text[] is null or a.id = any ($1)) and a."balanceCents" + coalesce(s.cents, 0) <> coalesce(e.cents, 0) limit 100`,
    [accounts ?? null],
  );
}

/** The balances of all accounts that have one, as they are kept. */
export function listBalances(db: Queryable): Promise<Array<{ account: string; cents: number }>> {
  return db.query(
    `select a.id as account, (a."balanceCents" + coalesce(s.cents, 0))::bigint as cents
     from ledger_accounts a left join (select account, sum("balanceCents") as cents from ledger_shares group by account) s on s.account = a.id
     where a."balanceCents" + coalesce(s.cents, 0) <> 0`,
  );
}
