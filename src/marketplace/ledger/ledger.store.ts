import type { Queryable } from '#engine/database/database.ts';
import { wireDate } from '#engine/wire-date.ts';

export type LedgerEntry = {
  id: string;
  transaction: string;
  account: string;
  amountCents: number;
  kind: string;
  lesson: string;
  payment: string;
  created: string;
};

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
  const { where, values } = whereOf(filter, 3);
  const totalItems = await countEntries(db, filter);
  const before = (page - 1) * perPage;
  const count = Math.max(0, Math.min(perPage, totalItems - before));
  if (count === 0) return { items: [], totalItems };
  // A page near the end is nearer from there.
  const isFromEnd = before > totalItems / 2;
  const skipped = isFromEnd ? totalItems - before - count : before;
  const rows = await db.query<EntryRow>(
    `select e.id::text, e.transaction, e.account, e."amountCents", t.kind, coalesce(t.lesson, '') as lesson,
       coalesce(t.payment, '') as payment, t.created
     from (select e.* from ledger_entries e where ${where} order by e.id ${isFromEnd ? 'desc' : ''} limit $1 offset $2) e
       join ledger_transactions t on t.id = e.transaction
     order by e.id`,
    [count, skipped, ...values],
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

// All entries, and those of an account of the platform's, are too many to be counted for a page: they are counted as they are posted.
async function countEntries(db: Queryable, filter: EntryFilter): Promise<number> {
  const { account = '', lesson, transaction } = filter;
  if (lesson || transaction || account.includes(':')) {
    const { where, values } = whereOf(filter, 1);
    const [row] = await db.query<{ total: number }>(
      `select count(*) as total from ledger_entries e where ${where}`,
      values,
    );
    return row?.total ?? 0;
  }
  const [row] =
    account === ''
      ? await db.query<{ total: number }>('select coalesce(sum(entries), 0)::bigint as total from ledger_counts')
      : await db.query<{ total: number }>(
          'select coalesce(sum(entries), 0)::bigint as total from ledger_shares where account = $1',
          [account],
        );
  return row?.total ?? 0;
}

type Unbalanced = { kind: 'transaction' | 'account'; name: string; cents: number };

/** Transactions that do not sum to zero or have no entries, and accounts whose balance is not the sum of their entries. */
export function findUnbalanced(db: Queryable): Promise<Unbalanced[]> {
  return db.query<Unbalanced>(
    `select 'transaction' as kind, t.id as name, coalesce(sum(e."amountCents"), 0)::bigint as cents
     from ledger_transactions t left join ledger_entries e on e.transaction = t.id
     group by t.id having count(e.id) = 0 or sum(e."amountCents") <> 0
     union all
     select 'account', a.id, (a."balanceCents" + coalesce(s.cents, 0) - coalesce(e.cents, 0))::bigint
     from ledger_accounts a
       left join (select account, sum("balanceCents") as cents from ledger_shares group by account) s on s.account = a.id
       left join (select account, sum("amountCents") as cents from ledger_entries group by account) e on e.account = a.id
     where a."balanceCents" + coalesce(s.cents, 0) <> coalesce(e.cents, 0)`,
  );
}
