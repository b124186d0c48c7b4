import type { Queryable, Row } from '#engine/database/database.ts';

/** The first of the payments that the provider knows by a name, and whether its money came in; undefined when it is not ours. */
export async function findCharged(
  db: Queryable,
  reference: string,
): Promise<{ id: string; isSettled: boolean } | undefined> {
  if (reference === '') return undefined;
  const [row] = await db.query<{ id: string; isSettled: boolean }>(
    `select id, "succeededAt" is not null as "isSettled" from payments where "providerReference" = $1 and method <> 'credit'
     order by "chargedWith" <> '', _seq limit 1`,
    [reference],
  );
  return row;
}

export type SentThere = {
  id: string;
  payment: string;
  cents: number;
  state: 'sent' | 'paid' | 'failed';
  failureCode: string;
  nowMs: number;
};

/** Books a refund that was made at the provider, once (`take_provider_refund`). */
export async function takeProviderRefund(
  tx: Queryable,
  { id, payment, cents, state, failureCode, nowMs }: SentThere,
): Promise<'made' | 'failed' | 'came_back' | 'known'> {
  const [row] = await tx.query<{ outcome: 'made' | 'failed' | 'came_back' | 'known' }>(
    `select take_provider_refund($1, $2, $3, $4, $5, to_timestamp($6::double precision / 1000)) as outcome`,
    [id, payment, cents, state, failureCode, nowMs],
  );
  return row?.outcome ?? 'known';
}

/** What of such a refund is more than its payment had left. */
export async function readExcess(tx: Queryable, id: string): Promise<number> {
  const [row] = await tx.query<{ cents: number }>('select "excessCents" as cents from provider_refunds where id = $1', [
    id,
  ]);
  return row?.cents ?? 0;
}

/** Lessons that are not settled of which such a refund took held money, and how much of each. */
export function listTakenFromLessons(tx: Queryable, refund: string): Promise<Array<{ lesson: string; cents: number }>> {
  return tx.query<{ lesson: string; cents: number }>(
    `select p._lesson as lesson, (r."amountCents" - r."_borneCents")::integer as cents
     from refunds r join payments p on p.id = r.payment join lessons l on l.id = p._lesson
     where r._cause = 'provider:' || $1 || ':' || p.id and r."amountCents" > r."_borneCents" and is_agreed(l.status)
       and not exists (select from settlements s where s.lesson = l.id) order by p._lesson`,
    [refund],
  );
}

/** Whether a name of the provider's is that of a refund that was made there. */
export async function isMadeThere(db: Queryable, reference: string): Promise<boolean> {
  return (await db.query('select from provider_refunds where id = $1', [reference])).length > 0;
}

/** The payments that were charged together with one, and their refunds. */
export async function findRefundsOf(tx: Queryable, payment: string): Promise<{ payments: Row[]; refunds: Row[] }> {
  const payments = await tx.query('select * from payments_of_charge($1)', [payment]);
  const refunds = await tx.query('select * from refunds_of_charge($1)', [payment]);
  return { payments, refunds };
}
