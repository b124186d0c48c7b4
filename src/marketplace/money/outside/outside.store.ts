import type { Database, Queryable } from '#engine/database/database.ts';
import { sumOfDifferences } from '#rules/outside/compare-moves.ts';
import type { StatementSpan } from '#rules/outside/find-gaps.ts';
import { separateExplained } from '#rules/outside/separate-explained.ts';
import type { ExplainedDifference, OutsideDifference } from '#wire/outside.ts';
import { listExplanations, type PlacedExplanation } from './explained.store.ts';

/** A move of something whose two sides do not add up to the same. */
export type DifferingMove = Pick<OutsideDifference, 'reference' | 'part' | 'kind' | 'currency' | 'transaction'> & {
  isHere: boolean;
  cents: number;
  atMs: number;
};

const booked = `
  select m.reference, m.part, 'sgd' as currency, m.cents, m.created as at, true as "isHere", m.transaction
  from outside_moves m where m.place = $1`;

/** What the bank's statement says of the operator's own account: a line that came in, one that went out by what it is of. */
const bankMoves = `
  select 'bank_lines:' || l.id, 'money', 'sgd', l."amountCents", l.date::date::timestamp at time zone 'Asia/Singapore', false, ''
  from bank_lines l where l.status not in ('same', 'other')
  union all
  select case when s.record is not null then s.of_what || ':' || s.record when l.status = 'returned' then 'bank_lines:' || l.id else d.id end,
    'money', 'sgd', -d."amountCents", d.date::date::timestamp at time zone 'Asia/Singapore', false, ''
  from bank_debits d left join sent_by_hand s on s.compared_reference = d.sent left join bank_lines l on l.id = d.line
  where d.status in ('open', 'sent', 'recalled')
  union all
  -- What was noted as sent is believed while no statement of these days would have it.
  select s.of_what || ':' || s.record, 'money', 'sgd', -s."amountCents", s.created, false, '' from sent_by_hand s
  where not exists (select from bank_debits d where d.sent = s.compared_reference)
    and s.compared_reference <> all (select m.key from missing_sent() m (key))`;

const providerMoves = `
  select m.reference, p.part, m.currency, p.cents, m."movedAt", false, ''
  from provider_moves m cross join lateral (values ('money', m.cents), ('fee', -m."feeCents")) p (part, cents)
  where m.place = $1 and not m."isApart" and p.cents <> 0`;

/** All that a place moved, by the books and by the place. */
const movesOf = (place: string) => `${booked} union all ${place === bankPlace ? bankMoves : providerMoves}`;

/** The operator's own bank account. */
export const bankPlace = 'manual';

/** Writes down where money moved of what was posted before that was written down as it is posted. */
export async function noteAllOutside(db: Database): Promise<void> {
  await db.transaction(async (tx) => void (await tx.query('select note_all_outside()')), { isLong: true });
}

/** What moved of all of which the two sides do not add up to the same, but for fees that somebody left out of the books. */
export function findDiffering(db: Database, place: string): Promise<DifferingMove[]> {
  return db.transaction(
    (tx) =>
      tx.query<DifferingMove>(
        `with moves as materialized (${movesOf(place)}),
           differing as (
             select reference, part, currency from moves m
             where not (part = 'fee' and exists (select from provider_fees f where f.reference = m.reference and f.status = 'left'))
             group by 1, 2, 3 having sum(cents) <> 0)
         select m.reference, m.part, m.currency, m.cents::double precision as cents, m."isHere", coalesce(m.transaction, '') as transaction,
           coalesce(t.kind, (select p.kind from provider_moves p where p.place = $1 and p.reference = m.reference order by p."movedAt" desc limit 1), '') as kind,
           (extract(epoch from m.at) * 1000)::double precision as "atMs"
         from moves m join differing d using (reference, part, currency) left join ledger_transactions t on t.id = m.transaction
         order by m.at, m.reference`,
        [place],
      ),
    { isLong: true },
  );
}

/** What moved in all in S$, by the books and by the place. */
export async function sumMoves(db: Queryable, place: string): Promise<{ hereCents: number; thereCents: number }> {
  const [row] = await db.query<{ hereCents: number; thereCents: number }>(
    `select coalesce(sum(cents) filter (where "isHere"), 0)::double precision as "hereCents",
       coalesce(sum(cents) filter (where not "isHere"), 0)::double precision as "thereCents"
     from (${movesOf(place)}) m where currency = 'sgd'`,
    [place],
  );
  return row ?? { hereCents: 0, thereCents: 0 };
}

export type KeptProof = {
  place: string;
  comparedMs: number;
  readMs: number | null;
  hereCents: number;
  thereCents: number;
  differenceCents: number;
  differing: number;
  oldestMs: number | null;
  /** Those that are open, and those that somebody explained, which no figure of it counts. */
  differences: OutsideDifference[];
  explained: ExplainedDifference[];
  gaps: Array<{ from: string; to: string }>;
  /** Since when there has been nothing to compare with, though money is booked; null where there is. */
  notComparedMs: number | null;
};

const instant = (name: string) => `to_timestamp((p.said ->> '${name}')::double precision / 1000)`;

/** Keeps what a comparison came to, the latest of its day. */
export async function keepProof(db: Queryable, { explained, ...proof }: KeptProof): Promise<void> {
  const flagged = explained.map(({ reason: _reason, explainedByName: _name, explainedAt: _at, ...difference }) => ({
    ...difference,
    wasExplained: true,
  }));
  const differences: StoredDifference[] = [...proof.differences, ...flagged];
  await db.query(
    `insert into outside_proofs (place, day, "comparedAt", "readUntil", "hereCents", "thereCents", "differenceCents", differing, "oldestSince", differences, gaps, "notComparedSince")
     select p.said ->> 'place', (${instant('comparedMs')} at time zone 'Asia/Singapore')::date, ${instant('comparedMs')}, ${instant('readMs')},
       (p.said ->> 'hereCents')::bigint, (p.said ->> 'thereCents')::bigint, (p.said ->> 'differenceCents')::bigint, (p.said ->> 'differing')::integer,
       ${instant('oldestMs')}, p.said -> 'differences', p.said -> 'gaps', ${instant('notComparedMs')}
     from (select $1::jsonb as said) p
     on conflict (place, day) do update set "comparedAt" = excluded."comparedAt", "readUntil" = excluded."readUntil", "hereCents" = excluded."hereCents",
       "thereCents" = excluded."thereCents", "differenceCents" = excluded."differenceCents", differing = excluded.differing,
       "oldestSince" = excluded."oldestSince", differences = excluded.differences, gaps = excluded.gaps,
       "notComparedSince" = excluded."notComparedSince"`,
    [JSON.stringify({ ...proof, differences })],
  );
}

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::double precision`;

type StoredDifference = OutsideDifference & { wasExplained?: true };
type StoredProof = Omit<KeptProof, 'differences' | 'explained'> & { differences: StoredDifference[] };

/** The latest comparison of each place, with what people explained of it by now. */
export async function listProofs(db: Queryable): Promise<KeptProof[]> {
  const rows = await db.query<StoredProof>(
    `select distinct on (place) place, ${ms('"comparedAt"')} as "comparedMs", ${ms('"readUntil"')} as "readMs", "hereCents"::double precision as "hereCents",
       "thereCents"::double precision as "thereCents", "differenceCents"::double precision as "differenceCents", differing,
       ${ms('"oldestSince"')} as "oldestMs", differences, gaps, ${ms('"notComparedSince"')} as "notComparedMs"
     from outside_proofs order by place, day desc`,
  );
  if (rows.length === 0) return [];
  const explanations = await listExplanations(db);
  return rows.map((row) => asExplainedNow(row, explanations));
}

/** A comparison may have been made before somebody explained a difference, or took that back. */
function asExplainedNow(proof: StoredProof, all: readonly PlacedExplanation[]): KeptProof {
  const bySince = proof.differences.toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since));
  const { open, explained } = separateExplained(
    bySince,
    all.filter(({ place }) => place === proof.place),
  );
  const closed = explained.filter(({ wasExplained }) => !wasExplained);
  const opened = open.filter(({ wasExplained }) => wasExplained);
  const plain = <D extends StoredDifference>({ wasExplained: _flag, ...difference }: D) => difference;
  const [oldest] = open;
  return {
    ...proof,
    differing: proof.differing + opened.length - closed.length,
    differenceCents: proof.differenceCents + sumOfDifferences(opened) - sumOfDifferences(closed),
    oldestMs: oldest ? Date.parse(oldest.since) : null,
    differences: open.map(plain),
    explained: explained.map(plain),
  };
}

/** Until when the bank's statements were there at the latest comparison that had some, else when the first money on its account was booked; undefined where none was. */
export async function findBankUnseen(db: Queryable): Promise<number | undefined> {
  const [row] = await db.query<{ sinceMs: number | null }>(
    `select case when exists (select from outside_moves where place = $1) then coalesce(
       (select ${ms('max("readUntil")')} from outside_proofs where place = $1 and "readUntil" is not null),
       (select ${ms('min(created)')} from outside_moves where place = $1)) end as "sinceMs"`,
    [bankPlace],
  );
  return row?.sinceMs ?? undefined;
}

/** Forgets comparisons of days before an instant. */
export async function forgetProofs(db: Queryable, beforeMs: number): Promise<void> {
  await db.query(`delete from outside_proofs where "comparedAt" < to_timestamp($1::double precision / 1000)`, [
    beforeMs,
  ]);
}

/** The days of all imported statements. */
export function listStatements(db: Queryable): Promise<StatementSpan[]> {
  return db.query<StatementSpan>(
    `select "from", "to", "openingCents"::double precision as "openingCents", "closingCents"::double precision as "closingCents", account
     from bank_statements order by "from", id`,
  );
}
