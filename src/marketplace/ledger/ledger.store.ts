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

type EntryRow = Omit<LedgerEntry, 'created'> & { created: Date; total: number };

/** One page of entries in the order they were written; an empty filter matches everything. */
export async function findLedgerEntries(
  db: Queryable,
  {
    account,
    lesson,
    transaction,
    page,
    perPage,
  }: {
    account: string;
    lesson: string;
    transaction: string;
    page: number;
    perPage: number;
  },
): Promise<{ items: LedgerEntry[]; totalItems: number }> {
  const filters = [account, lesson, transaction];
  const rows = await db.query<EntryRow>(
    `select e.id::text, e.transaction, e.account, e."amountCents", t.kind, coalesce(t.lesson, '') as lesson,
       coalesce(t.payment, '') as payment, t.created, count(*) over () as total
     from ledger_entries e join ledger_transactions t on t.id = e.transaction
     where ($1 = '' or e.account = $1) and ($2 = '' or t.lesson = $2) and ($3 = '' or e.transaction = $3)
     order by e.id limit $4 offset $5`,
    [...filters, perPage, (page - 1) * perPage],
  );
  const items = rows.map(({ total: _total, created, ...entry }) => ({ ...entry, created: wireDate(created) }));
  const totalItems = rows[0]?.total ?? (page === 1 ? 0 : await countEntries(db, filters));
  return { items, totalItems };
}

async function countEntries(db: Queryable, filters: string[]): Promise<number> {
  const rows = await db.query<{ total: number }>(
    `select count(*) as total from ledger_entries e join ledger_transactions t on t.id = e.transaction
     where ($1 = '' or e.account = $1) and ($2 = '' or t.lesson = $2) and ($3 = '' or e.transaction = $3)`,
    filters,
  );
  return rows[0]?.total ?? 0;
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
