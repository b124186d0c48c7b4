import type { Database, Queryable } from '#engine/database/database.ts';
import type { StatementSpan } from '#rules/outside/find-gaps.ts';
import type { OutsideDifference } from '#wire/outside.ts';

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
  differences: OutsideDifference[];
  gaps: Array<{ from: string; to: string }>;
};

const instant = (name: string) => `to_timestamp((p.said ->> '${name}')::double precision / 1000)`;

/** Keeps what a comparison came to, the latest of its day. */
export async function keepProof(db: Queryable, proof: KeptProof): Promise<void> {
  await db.query(
    `insert into outside_proofs (place, day, "comparedAt", "readUntil", "hereCents", "thereCents", "differenceCents", differing, "oldestSince", differences, gaps)
     select p.said ->> 'place', (${instant('comparedMs')} at time zone 'Asia/Singapore')::date, ${instant('comparedMs')}, ${instant('readMs')},
       (p.said ->> 'hereCents')::bigint, (p.said ->> 'thereCents')::bigint, (p.said ->> 'differenceCents')::bigint, (p.said ->> 'differing')::integer,
       ${instant('oldestMs')}, p.said -> 'differences', p.said -> 'gaps'
     from (select $1::jsonb as said) p
     on conflict (place, day) do update set "comparedAt" = excluded."comparedAt", "readUntil" = excluded."readUntil", "hereCents" = excluded."hereCents",
       "thereCents" = excluded."thereCents", "differenceCents" = excluded."differenceCents", differing = excluded.differing,
       "oldestSince" = excluded."oldestSince", differences = excluded.differences, gaps = excluded.gaps`,
    [JSON.stringify(proof)],
  );
}

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::double precision`;

/** The latest comparison of each place. */
export function listProofs(db: Queryable): Promise<KeptProof[]> {
  return db.query<KeptProof>(
    `select distinct on (place) place, ${ms('"comparedAt"')} as "comparedMs", ${ms('"readUntil"')} as "readMs", "hereCents"::double precision as "hereCents",
       "thereCents"::double precision as "thereCents", "differenceCents"::double precision as "differenceCents", differing,
       ${ms('"oldestSince"')} as "oldestMs", differences, gaps
     from outside_proofs order by place, day desc`,
  );
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
    `select "from", "to", "openingCents"::double precision as "openingCents", "closingCents"::double precision as "closingCents"
     from bank_statements order by "from", id`,
  );
}
