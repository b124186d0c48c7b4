import type { Queryable } from '#engine/database/database.ts';
import type { ProviderCharge } from '#wire/provider-fees.ts';
import type { ToldCharge } from '../payments/payment-provider.ts';

/** A charge turns up at the provider for so long after the instant that it bears. */
const lateMs = 7 * 86_400_000;

/**
 * From when on charges are asked for: a week before the latest that is known, else from the first payment that this provider took; undefined where
 * it took none.
 */
export async function chargesKnownUntil(db: Queryable, provider: string): Promise<number | undefined> {
  const [row] = await db.query<{ sinceMs: number | null }>(
    `select (extract(epoch from coalesce(
       (select max("chargedAt") from provider_charges) - make_interval(secs => $2::double precision / 1000),
       (select min(created) from payments where provider = $1))) * 1000)::double precision as "sinceMs"`,
    [provider, lateMs],
  );
  return row?.sinceMs ?? undefined;
}

/** Puts one in the books (`book_charge`), once. */
export async function bookCharge(
  db: Queryable,
  { id, description, cents, atMs }: ToldCharge,
  nowMs: number,
): Promise<void> {
  await db.query(
    'select book_charge($1, $2, $3, to_timestamp($4::double precision / 1000), to_timestamp($5::double precision / 1000))',
    [id, description, cents, atMs, nowMs],
  );
}

/** The 24 that the provider charged last. */
export function listCharges(db: Queryable): Promise<Array<Omit<ProviderCharge, 'chargedAt'> & { chargedMs: number }>> {
  return db.query(
    `select c.id, c.description, c."amountCents", coalesce(t.id, '') as transaction,
       (extract(epoch from c."chargedAt") * 1000)::double precision as "chargedMs"
     from provider_charges c left join ledger_transactions t on t.cause = 'provider-charge:' || c.id
     order by c."chargedAt" desc, c.id limit 24`,
  );
}
