import type { Queryable, Row } from '#engine/database/database.ts';

/** Money that a person sent: what it was for, and by which reference; `key` is the reference as it is compared. */
export type SentSum = {
  of: 'payouts' | 'refunds' | 'bank_lines';
  record: string;
  amountCents: number;
  reference: string;
  key: string;
  nowMs: number;
};

/**
 * Writes down that money was sent by a reference; false when the reference was taken for other money. A sum that its provider brought back may be noted by
 * it once more; one that the bank brought back went out by another transfer.
 */
export async function insertSent(
  tx: Queryable,
  { of, record, amountCents, reference, key, nowMs }: SentSum,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into sent_by_hand (compared_reference, of_what, record, "amountCents", reference, created)
     values ($1, $2, $3, $4, $5, to_timestamp($6::double precision / 1000)) 
     on conflict (compared_reference) do update set created = excluded.created, reference = excluded.reference, "amountCents" = excluded."amountCents"
       where sent_by_hand.of_what = excluded.of_what and sent_by_hand.record = excluded.record and sent_by_hand."cameBackAs" = ''
     returning compared_reference`,
    [key, of, record, amountCents, reference, nowMs],
  );
  return rows.length > 0;
}

/** Money that a person sent and that is there still: of a refund or a payout, as it was noted; `begun` is when it was made. */
export type StillSent = Pick<SentSum, 'of' | 'record' | 'amountCents' | 'reference' | 'key'> & {
  /** The account of whom it went to. */
  payee: string;
  begun: Date;
};

const stillSent = `select s.of_what as of, s.record, s."amountCents", s.reference, s.compared_reference as key, coalesce(r.learner, i."user") as payee,
    coalesce(r.created, x.created) as begun
  from sent_by_hand s left join refunds r on s.of_what = 'refunds' and r.id = s.record and r.status = 'paid'
    left join payouts x on s.of_what = 'payouts' and x.id = s.record and x.status = 'paid' left join instructors i on i.id = x.instructor
  where s."cameBackAs" = '' and coalesce(r."providerReference", x."providerReference") = s.reference`;

/** Sums of an amount that a person sent since an instant and that did not come back, then larger ones up to a limit; the latest of each first. */
export function listStillSent(
  db: Queryable,
  { amountCents, mostCents }: { amountCents: number; mostCents: number },
  sinceMs: number,
): Promise<StillSent[]> {
  return db.query(
    `${stillSent} and s."amountCents" between $1 and $2 and s.created >= to_timestamp($3::double precision / 1000)
     order by s."amountCents" <> $1, s.created desc limit 20`,
    [amountCents, mostCents, sinceMs],
  );
}

/** The sum that was sent by a reference, locked until the transaction ends; undefined where none was, or it came back before. */
export async function lockStillSent(tx: Queryable, key: string): Promise<StillSent | undefined> {
  const [sum] = await tx.query<StillSent>(`${stillSent} and s.compared_reference = $1 for no key update of s`, [key]);
  return sum;
}

/** Books that a line of the bank's statement brought such a sum back (`take_came_back`); false where either was decided otherwise meanwhile. */
export async function takeCameBack(
  tx: Queryable,
  { line, key, nowMs }: { line: string; key: string; nowMs: number },
): Promise<boolean> {
  const rows = await tx.query(
    'select from take_came_back($1, $2, to_timestamp($3::double precision / 1000)) l where l.id is not null',
    [line, key, nowMs],
  );
  return rows.length > 0;
}

/** The refund or payout that a sum was sent for, and the payment of a refund. */
export async function readSum(
  tx: Queryable,
  { of, record }: Pick<StillSent, 'of' | 'record'>,
): Promise<{ row: Row | undefined; payment: Row | undefined }> {
  if (of === 'payouts')
    return { row: (await tx.query('select * from payouts where id = $1', [record]))[0], payment: undefined };
  const [row] = await tx.query('select * from refunds where id = $1', [record]);
  const [payment] = await tx.query('select p.* from payments p join refunds r on r.payment = p.id where r.id = $1', [
    record,
  ]);
  return { row, payment };
}
