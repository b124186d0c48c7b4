import type { Queryable, Row } from '#engine/database/database.ts';
import type { StatementSpan } from '#rules/outside/find-gaps.ts';
import type { Candidate } from '#wire/bank.ts';
import type { KnownLine } from './tell-lines-apart.ts';

const at = (parameter: string) => `to_timestamp(${parameter}::double precision / 1000)`;

export type BankLineStatus = 'open' | 'matched' | 'returning' | 'returned' | 'other' | 'same' | 'came_back';

export type NewBankLine = {
  id: string;
  date: string;
  amountCents: number;
  text: string;
  fingerprint: string;
  importedBy: string;
  /** The imported line that it may be, or empty. */
  likeLine: string;
};

/** Writes a line of a statement down, with the ledger (`add_bank_line`); undefined when it was known. */
export async function addBankLine(tx: Queryable, line: NewBankLine, nowMs: number): Promise<Row | undefined> {
  const [row] = await tx.query(
    `select l.* from add_bank_line(jsonb_populate_record(null::bank_lines, $1::jsonb || jsonb_build_object('created', ${at('$2')}))) l
     where l.id is not null`,
    [JSON.stringify({ ...line, _fingerprint: line.fingerprint }), nowMs],
  );
  return row;
}

/** Writes down which days an imported statement has. */
export async function noteStatement(
  tx: Queryable,
  { from, to, openingCents, closingCents, account }: StatementSpan,
  nowMs: number,
): Promise<void> {
  await tx.query(
    `insert into bank_statements ("from", "to", "openingCents", "closingCents", account, created) values ($1, $2, $3, $4, $5, ${at('$6')})`,
    [from, to, openingCents, closingCents, account, nowMs],
  );
}

/** The accounts that imported statements are of, by their digits; the latest last. */
export async function listAccounts(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ account: string }>(
    `select account from bank_statements where account <> '' group by account order by max(id)`,
  );
  return rows.map(({ account }) => account);
}

/** Makes imports wait for each other until the transaction ends: what one calls new the next one knows. */
export async function lockImports(tx: Queryable): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('bank import'))`);
}

/** What was imported of the days and amounts of some lines. */
export async function findKnown(
  db: Queryable,
  lines: readonly { date: string; amountCents: number }[],
): Promise<KnownLine[]> {
  return db.query<KnownLine>(
    `select l.id, l.date, l."amountCents", l.text, l._fingerprint as fingerprint from bank_lines l
     where (l.date, l."amountCents") in (select * from unnest($1::text[], $2::integer[]))`,
    [lines.map(({ date }) => date), lines.map(({ amountCents }) => amountCents)],
  );
}

/** The line's row, or undefined. */
export async function findBankLine(db: Queryable, id: string): Promise<Row | undefined> {
  return (await db.query('select * from bank_lines where id = $1', [id]))[0];
}

/** The lines that nobody decided about, oldest first. */
export async function listOpenLines(db: Queryable): Promise<Row[]> {
  return db.query(`select * from bank_lines where status = 'open' order by date, _seq limit 5000`);
}

/** Takes a line out of what is unmatched, with the ledger; undefined when it is in none of the states any more. */
export async function takeBankLine(
  tx: Queryable,
  id: string,
  { from, to, nowMs }: { from: readonly BankLineStatus[]; to: BankLineStatus; nowMs: number },
): Promise<Row | undefined> {
  const [row] = await tx.query(
    `select l.* from take_bank_line($1, $2::text[], $3, ${at('$4')}) l where l.id is not null`,
    [id, from, to, nowMs],
  );
  return row;
}

/** open ↔ returning: it is to go back to its sender, or not; undefined when it is not in that state. */
export async function markBankLine(
  db: Queryable,
  id: string,
  { from, to, nowMs }: { from: BankLineStatus; to: BankLineStatus; nowMs: number },
): Promise<Row | undefined> {
  const [row] = await db.query(
    `update bank_lines set status = $3, updated = ${at('$4')} where id = $1 and status = $2 returning *`,
    [id, from, to, nowMs],
  );
  return row;
}

/** Writes down what a line paid and what became of it there, or by which reference it went back. */
export async function noteBankLine(
  tx: Queryable,
  id: string,
  { payment = '', outcome = '', bankReference = '' }: { payment?: string; outcome?: string; bankReference?: string },
): Promise<Row | undefined> {
  const [row] = await tx.query(
    `update bank_lines set payment = $2, outcome = $3, "bankReference" = $4 where id = $1 returning *`,
    [id, payment, outcome, bankReference],
  );
  return row;
}

/** Writes down beside an open line which line paid the same payment before it. */
export async function noteLineBefore(db: Queryable, { line, payment }: { line: string; payment: string }) {
  await db.query(
    `update bank_lines l set "likeLine" = b.id from bank_lines b
     where l.id = $1 and l.status = 'open' and b.payment = $2 and b.status = 'matched' and b.outcome <> 'short'`,
    [line, payment],
  );
}

/** A payment `p` with the account of the instructor whom it pays in the end, as `_teacher`. */
const withTeacher = `select p.*, coalesce((select i."user" from instructors i where i.id = coalesce(
    (select l.instructor from lessons l where l.id = p._lesson), (select k.instructor from package_purchases k where k.id = p."packagePurchase"))), '') as _teacher
  from payments p`;

/** Payments of the operator's own account by what they are known by in its statement. */
export async function findByReferences(db: Queryable, references: readonly string[]): Promise<Row[]> {
  return db.query(`${withTeacher} where p."billReference" = any ($1::text[])`, [references]);
}

/** The payment's row, or undefined. */
export async function findPaymentOf(db: Queryable, id: string): Promise<Row | undefined> {
  return (await db.query(`${withTeacher} where p.id = $1`, [id]))[0];
}

/** A payment that waits is over: the money that came for it was too little. */
export async function endShortPayment(tx: Queryable, id: string, nowMs: number): Promise<void> {
  await tx.query(
    `update payments set status = 'expired', updated = ${at('$2')} where id = $1 and status in ('requires_action', 'processing')`,
    [id, nowMs],
  );
}

type CandidateRow = Omit<Candidate, 'declaredAt' | 'created' | 'start'> & {
  declaredAt: Date | null;
  created: Date;
  start: Date | null;
};

/** What was asked for with a payment: of several that are charged together the sum. */
const askedCents = `coalesce(nullif(p."chargedCents", 0), p."amountCents")`;

const candidates = `select p.id as payment, p.status, ${askedCents} as "amountCents", p."billReference", p."declaredAt", p.created, shown_name(u) as "learnerName",
    u.email as "learnerEmail", l.start
  from payments p join users u on u.id = p.learner left join lessons l on l.id = p._lesson
  where p.provider = 'manual' and p."billReference" <> ''`;

/** Payments that a line without a reference may be for: of its amount and not paid; those whose learner says to have paid first. */
export async function findOfAmount(db: Queryable, amountCents: number, sinceMs: number): Promise<CandidateRow[]> {
  return db.query<CandidateRow>(
    `${candidates} and ${askedCents} = $1 and p.status in ('requires_action', 'processing', 'expired') and p.created >= ${at('$2')}
     order by p.status = 'processing' desc, p."declaredAt" desc nulls last, p.created desc limit 20`,
    [amountCents, sinceMs],
  );
}

/** Payments of whatever amount and state by their learner's name or address, or by their reference. */
export async function searchPayments(db: Queryable, words: string): Promise<CandidateRow[]> {
  return db.query<CandidateRow>(
    `${candidates} and (strpos(lower(u.name), lower($1)) > 0 or lower(u.email) = lower($1)
       or p."billReference" = upper(regexp_replace($1, '[^A-Za-z0-9]', '', 'g')))
     order by p.created desc limit 20`,
    [words],
  );
}

/** The payment of money that was too much or too little: one that is over already (`settle_stray` owes all of it back). */
export async function settleStray(
  tx: Queryable,
  of: Row,
  { id, cents, reference, nowMs }: { id: string; cents: number; reference: string; nowMs: number },
): Promise<void> {
  await tx.query(
    `insert into payments (id, learner, lesson, "packagePurchase", method, status, "amountCents", provider, "expiresAt", created, updated)
     select $1, p.learner, p.lesson, p."packagePurchase", p.method, 'expired', $3, p.provider, t.at, t.at, t.at
     from payments p, (select ${at('$4')} as at) t where p.id = $2 on conflict do nothing`,
    [id, of.id, cents, nowMs],
  );
  await tx.query(`select settle_stray($1, $2, ${at('$3')})`, [id, reference, nowMs]);
}
