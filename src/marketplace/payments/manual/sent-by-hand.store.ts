import type { Queryable } from '#engine/database/database.ts';

/** Money that a person sent: what it was for, and by which reference; `key` is the reference as it is compared. */
export type SentSum = {
  of: 'payouts' | 'refunds' | 'bank_lines';
  record: string;
  amountCents: number;
  reference: string;
  key: string;
  nowMs: number;
};

/** Writes down that money was sent by a reference; false when the reference was taken for other money. A sum that came back may be noted by it once more. */
export async function insertSent(
  tx: Queryable,
  { of, record, amountCents, reference, key, nowMs }: SentSum,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into sent_by_hand (compared_reference, of_what, record, "amountCents", reference, created)
     values ($1, $2, $3, $4, $5, to_timestamp($6::double precision / 1000)) 
     on conflict (compared_reference) do update set created = excluded.created, reference = excluded.reference, "amountCents" = excluded."amountCents"
       where sent_by_hand.of_what = excluded.of_what and sent_by_hand.record = excluded.record
     returning compared_reference`,
    [key, of, record, amountCents, reference, nowMs],
  );
  return rows.length > 0;
}
