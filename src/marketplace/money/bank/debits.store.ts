import type { Queryable, Row } from '#engine/database/database.ts';
import type { BankDebit, SentSum } from '#wire/bank.ts';
import type { KnownLine } from './tell-lines-apart.ts';

const at = (parameter: string) => `to_timestamp(${parameter}::double precision / 1000)`;

export type NewDebit = {
  id: string;
  date: string;
  amountCents: number;
  text: string;
  fingerprint: string;
  /** The imported line that it may be, or empty. */
  likeLine: string;
  isReversal: boolean;
  importedBy: string;
};

/** Writes a line that went out down; false when it was known. */
export async function addDebit(tx: Queryable, debit: NewDebit, nowMs: number): Promise<boolean> {
  const { id, date, amountCents, text, fingerprint, likeLine, isReversal, importedBy } = debit;
  const rows = await tx.query(
    `insert into bank_debits (id, date, "amountCents", text, status, why, sent, "isReversal", "importedBy", _fingerprint, created, updated)
     values ($1, $2, $3, $4, case when $5 = '' then 'unknown' else 'open' end, case when $5 = '' then '' else 'twice' end,
       coalesce((select d.sent from bank_debits d where d.id = $5), ''), $6, $7, $8, ${at('$9')}, ${at('$9')})
     on conflict (_fingerprint) do nothing returning id`,
    [id, date, amountCents, text, likeLine, isReversal, importedBy, fingerprint, nowMs],
  );
  return rows.length > 0;
}

/** What was imported of the days and amounts of some lines that went out. */
export async function findKnownDebits(
  db: Queryable,
  lines: readonly { date: string; amountCents: number }[],
): Promise<KnownLine[]> {
  return db.query<KnownLine>(
    `select d.id, d.date, d."amountCents", d.text, d._fingerprint as fingerprint from bank_debits d
     where (d.date, d."amountCents") in (select * from unnest($1::text[], $2::integer[]))`,
    [lines.map(({ date }) => date), lines.map(({ amountCents }) => amountCents)],
  );
}

/** Compares lines that nobody knows with what was noted as sent since (`explain_bank_debits`). */
export async function explainDebits(tx: Queryable, nowMs: number): Promise<void> {
  await tx.query(`select explain_bank_debits(${at('$1')})`, [nowMs]);
}

const sentOf = `case when s.record is not null then jsonb_build_object('of', s.of_what, 'record', s.record, 'amountCents', s."amountCents", 'reference', s.reference) end`;

/** Lines that wait for a person, the oldest first, then those that nobody knows, the newest first. */
export function listDebits(db: Queryable): Promise<BankDebit[]> {
  return db.query<BankDebit>(
    `select d.id, d.date, d."amountCents", d.text, d.why, ${sentOf} as sent,
       case when l.id is not null then jsonb_build_object('id', l.id, 'date', l.date, 'amountCents', l."amountCents", 'text', l.text) end as line
     from ((select * from bank_debits where status = 'open' order by date, _seq limit 200)
       union all (select * from bank_debits where status = 'unknown' order by date desc, _seq desc limit 100)) d
       left join sent_by_hand s on s.compared_reference = d.sent left join bank_lines l on l.id = d.line
     order by d.why = '', case when d.why = '' then null else d.date end, d.date desc, d._seq`,
  );
}

/** How many lines that went out wait for a person. What is missing is counted with what differs outside the books. */
export async function countContradicting(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::integer as count from bank_debits where status = 'open'`,
  );
  return row?.count ?? 0;
}

/** What was noted as sent and no line says, though the statement was imported from before that on and has later days (`missing_sent`). */
export function listMissing(db: Queryable): Promise<Array<SentSum & { notedMs: number }>> {
  return db.query(
    `select s.of_what as of, s.record, s."amountCents", s.reference, (extract(epoch from s.created) * 1000)::double precision as "notedMs"
     from sent_by_hand s where s.compared_reference in (select missing_sent()) order by s.created limit 200`,
  );
}

/** The line's row, locked until the transaction ends; undefined when it is not in a state to be decided. */
export async function lockDebit(tx: Queryable, id: string): Promise<Row | undefined> {
  const sql = `select * from bank_debits where id = $1 and status in ('open', 'unknown') for no key update`;
  return (await tx.query(sql, [id]))[0];
}

/** Whether there is such a line. */
export async function isDebit(db: Queryable, id: string): Promise<boolean> {
  return (await db.query('select from bank_debits where id = $1', [id])).length > 0;
}

/** Writes down what somebody decided about a line; false when the line that it takes back was taken back before. */
export async function decideDebit(
  tx: Queryable,
  id: string,
  { status, line, nowMs }: { status: 'recalled' | 'other'; line: string; nowMs: number },
): Promise<boolean> {
  // Another line that went out may take the same one back at this moment.
  await tx.query('select from bank_lines where id = $1 for no key update', [line]);
  const rows = await tx.query(
    `update bank_debits d set status = $2, why = '', line = $3, updated = ${at('$4')}
     where d.id = $1 and not exists (select from bank_debits o where o.line = $3 and $3 <> '' and o.status = 'recalled') returning d.id`,
    [id, status, line, nowMs],
  );
  return rows.length > 0;
}

/** The payments that a line's money was booked to, what it was sent for first: the sum of what was charged together with each. */
export function listPaymentsOfLine(tx: Queryable, line: string): Promise<Array<{ id: string; chargedCents: number }>> {
  return tx.query(
    `select p.id, coalesce(nullif(p."chargedCents", 0), p."amountCents") as "chargedCents" from payments p
     where p."providerReference" = 'bank:' || $1 and p."chargedWith" = '' order by p."billReference" = '', p._seq`,
    [line],
  );
}
