import type { Database, Queryable } from '#engine/database/database.ts';
import type { ToldMove } from '../payments/payment-provider.ts';

const at = (parameter: string) => `to_timestamp(${parameter}::double precision / 1000)`;

/** Until when all that moved was read; where nothing was, when the first payment was taken there, undefined where none was. */
export async function movesReadUntil(db: Queryable, place: string): Promise<{ readMs?: number; firstMs?: number }> {
  const [row] = await db.query<{ readMs: number | null; firstMs: number | null }>(
    `select (select (extract(epoch from "readUntil") * 1000)::double precision from provider_reads where place = $1) as "readMs",
       (select (extract(epoch from min(created)) * 1000)::double precision from payments where provider = $1) as "firstMs"`,
    [place],
  );
  const { readMs, firstMs } = row ?? { readMs: null, firstMs: null };
  return { ...(readMs === null ? {} : { readMs }), ...(firstMs === null ? {} : { firstMs }) };
}

/** Keeps what was read; what is kept already stays as it is. */
export async function keepMoves(
  db: Queryable,
  place: string,
  moves: readonly ToldMove[],
  nowMs: number,
): Promise<void> {
  await db.query(
    `insert into provider_moves (id, place, reference, kind, cents, "feeCents", currency, "isApart", "movedAt", created)
     select m.id, $1, m.reference, m.kind, m.cents, m."feeCents", m.currency, m."isApart", ${at('m."atMs"')}, ${at('$3')}
     from jsonb_to_recordset($2::jsonb) as m (
       id text, reference text, kind text, cents bigint, "feeCents" bigint, currency text, "isApart" boolean, "atMs" double precision)
     on conflict do nothing`,
    [place, JSON.stringify(moves), nowMs],
  );
}

/** Notes that everything until an instant was read. */
export async function noteReadUntil(db: Queryable, place: string, untilMs: number): Promise<void> {
  await db.query(
    `insert into provider_reads (place, "readUntil") values ($1, ${at('$2')})
     on conflict (place) do update set "readUntil" = excluded."readUntil"`,
    [place, untilMs],
  );
}

/** Books the fees that the balance has and nobody asks for (`book_balance_fees`): none is more than what moved and so many cents above it. */
export async function bookBalanceFees(
  db: Database,
  place: string,
  { aboveCents, nowMs }: { aboveCents: number; nowMs: number },
) {
  await db.transaction(
    async (tx) => void (await tx.query(`select book_balance_fees($1, $2, ${at('$3')})`, [place, aboveCents, nowMs])),
    { isLong: true },
  );
}
