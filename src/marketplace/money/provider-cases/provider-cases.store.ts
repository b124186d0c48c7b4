import type { Queryable } from '#engine/database/database.ts';
import type {
  OpenProviderCase,
  ProviderCaseKind,
  ProviderCaseReason,
  SettledProviderCase,
} from '#wire/provider-cases.ts';

export type NewCase = {
  kind: ProviderCaseKind;
  reason: ProviderCaseReason;
  reference: string;
  amountCents: number;
  currency: string;
  payment?: string;
  payout?: string;
  /** By when somebody looks, where the provider says it. */
  dueMs?: number | undefined;
};

type Instants = 'dueAt' | 'settledAt' | 'created';
type OpenCase = Omit<OpenProviderCase, Instants> & { dueMs: number; createdMs: number };
type SettledCase = Omit<SettledProviderCase, Instants> & { settledMs: number; createdMs: number };

/** Writes a case down (`open_provider_case`); false when it was known. */
export async function insertCase(
  tx: Queryable,
  id: string,
  { given, dueMs, nowMs }: { given: NewCase; dueMs: number; nowMs: number },
): Promise<boolean> {
  const { kind, reason, reference, payment = '', payout = '', amountCents, currency } = given;
  const [row] = await tx.query<{ isNew: boolean }>(
    `select open_provider_case(row($1, $2, $3, $4, nullif($5, ''), nullif($6, ''), $7::bigint, $8, 'open', '', '', null,
       to_timestamp($9::double precision / 1000), to_timestamp($10::double precision / 1000))::provider_cases) as "isNew"`,
    [id, kind, reason, reference, payment, payout, amountCents, currency, dueMs, nowMs],
  );
  return row?.isNew ?? false;
}

const shared = `k.id, k.kind, k.reason, k.reference, k."amountCents"::double precision as "amountCents", k.currency, coalesce(k.payment, '') as payment,
  coalesce(k.payout, '') as payout, coalesce(p.lesson, '') as lesson, coalesce(p."packagePurchase", '') as "packagePurchase", (extract(epoch from k.created) * 1000)::double precision as "createdMs"`;

/** The open cases, the earliest due first, 200 at most. */
export function listOpenCases(db: Queryable): Promise<OpenCase[]> {
  return db.query(
    `select ${shared}, (extract(epoch from k."dueAt") * 1000)::double precision as "dueMs"
     from provider_cases k left join payments p on p.id = k.payment where k.status = 'open' order by k."dueAt", k.id limit 200`,
  );
}

/** The 24 that were settled last. */
export function listSettledCases(db: Queryable): Promise<SettledCase[]> {
  return db.query(
    `select ${shared}, k.note, coalesce(shown_name(u), '') as "settledByName", (extract(epoch from k."settledAt") * 1000)::double precision as "settledMs"
     from provider_cases k left join payments p on p.id = k.payment left join users u on u.id = k."settledBy"
     where k.status = 'settled' order by k."settledAt" desc, k.id limit 24`,
  );
}

/** How many are open, and by when the first is due, in epoch milliseconds; null where there is none. */
export async function countOpenCases(db: Queryable): Promise<{ count: number; dueMs: number | null }> {
  const [row] = await db.query<{ count: number; dueMs: number | null }>(
    `select count(*)::integer as count, (extract(epoch from min("dueAt")) * 1000)::double precision as "dueMs" from provider_cases where status = 'open'`,
  );
  return row ?? { count: 0, dueMs: null };
}

/** What a case is called at the provider, whose money it is of ('' of nobody's here), and since when it is open; undefined when there is none. */
export async function findCase(
  db: Queryable,
  id: string,
): Promise<{ reference: string; payee: string; created: Date } | undefined> {
  const [row] = await db.query<{ reference: string; payee: string; created: Date }>(
    `select k.reference, k.created, coalesce(p.learner, i."user", '') as payee from provider_cases k left join payments p on p.id = k.payment
       left join payouts x on x.id = k.payout left join instructors i on i.id = x.instructor where k.id = $1`,
    [id],
  );
  return row;
}

/** open → settled, with what was done and by whom; false when it is settled. */
export async function settleCase(
  tx: Queryable,
  id: string,
  { note, by, nowMs }: { note: string; by: string; nowMs: number },
): Promise<boolean> {
  const rows = await tx.query(
    `update provider_cases set status = 'settled', note = $2, "settledBy" = $3, "settledAt" = to_timestamp($4::double precision / 1000)
     where id = $1 and status = 'open' returning id`,
    [id, note, by, nowMs],
  );
  return rows.length > 0;
}
