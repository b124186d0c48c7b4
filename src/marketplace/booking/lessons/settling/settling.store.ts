import type { Queryable } from '#engine/database/database.ts';
import { type GiftCredit, noGift } from '#rules/fees/gift-fee.ts';
import type { FeeHistory } from '#rules/fees/platform-fee.ts';
import type { Give, Posting } from '#rules/settlement/settlement-of.ts';

/** What is known of a lesson's money before it is settled, once more or for the first time. */
export type MoneyOfLesson = {
  /** What stands in `held:<lesson>`. */
  heldCents: number;
  /** What settling it brought so far; nothing at first. */
  gives: Give[];
  entries: Posting[];
  refundCents: number;
  times: number;
  /** The other lessons of the pair: minutes of those that were settled before this one as they count for it, fees of all and of what was kept of packages. */
  history: FeeHistory;
};

/** Reads what settling needs, in one query. Call it under the lock of the instructor's calendar: two lessons of a pair never settle at once. */
export async function readMoneyOf(
  tx: Queryable,
  { lesson, instructor, learner }: { lesson: string; instructor: string; learner: string },
): Promise<MoneyOfLesson> {
  const [row] = await tx.query<MoneyOfLesson & FeeHistory>(
    `select coalesce((select -a."balanceCents" from ledger_accounts a where a.id = 'held:' || $1), 0)::double precision as "heldCents",
       coalesce(s.gives, '[]') as gives, coalesce(s.entries, '[]') as entries, coalesce(s."refundCents", 0) as "refundCents",
       coalesce(s.times, 0) as times, h."paidMinutes", h."feeCents"
     from (select coalesce(sum(counted_minutes(o."paidMinutes", o."keptCents", one."priceCents", one."durationMinutes"))
           filter (where m._seq is null or o._seq < m._seq), 0)::integer as "paidMinutes",
         (coalesce(sum(o."feeCents"), 0) + kept_package_fees($2, $3))::integer as "feeCents"
       from lessons one left join settlements m on m.lesson = one.id
         left join settlements o on o.instructor = $2 and o.learner = $3 and o.lesson <> $1
       where one.id = $1) h
     left join settlements s on s.lesson = $1`,
    [lesson, instructor, learner],
  );
  if (!row) throw new Error('An aggregate answers one row.');
  const { paidMinutes, feeCents, ...money } = row;
  return { ...money, history: { paidMinutes, feeCents } };
}

export type WrittenSettlement = {
  lesson: string;
  instructor: string;
  learner: string;
  gives: readonly Give[];
  entries: readonly Posting[];
  paidCents: number;
  refundCents: number;
  keptCents: number;
  feeCents: number;
  giftFeeCents: number;
  instructorCents: number;
  paidMinutes: number;
  payableFrom: string;
  nowMs: number;
};

/** Writes down how a lesson's money was settled, over what was written before. */
export async function writeSettlement(tx: Queryable, settlement: WrittenSettlement): Promise<void> {
  const { gives, entries, nowMs, ...figures } = settlement;
  const columns = { ...figures, gives: JSON.stringify(gives), entries: JSON.stringify(entries) };
  const names = Object.keys(columns).map((name) => `"${name}"`);
  const changed = names.filter((name) => name !== '"lesson"').map((name) => `${name} = excluded.${name}`);
  const now = `to_timestamp($${names.length + 1}::double precision / 1000)`;
  await tx.query(
    `insert into settlements (${names.join(', ')}, created, updated)
     values (${names.map((_, index) => `$${index + 1}`).join(', ')}, ${now}, ${now})
     on conflict (lesson) do update set ${changed.join(', ')}, times = settlements.times + 1, updated = excluded.updated`,
    [...Object.values(columns), nowMs],
  );
}

/** What the credit of a lesson's learner owes of gifts (`gift_credit`). */
export async function findGiftCredit(db: Queryable, lesson: string): Promise<GiftCredit> {
  const [row] = await db.query<GiftCredit>('select * from gift_credit($1)', [lesson]);
  return row ?? noGift;
}

/** The same for settling: lessons of a learner whose credit owes something are settled one after the other, so that no fee is brought twice. */
export async function lockGiftCredit(
  tx: Queryable,
  { lesson, learner }: { lesson: string; learner: string },
): Promise<GiftCredit> {
  const found = await findGiftCredit(tx, lesson);
  if (found.owedCents === 0) return found;
  await tx.query('select from users where id = $1 for no key update', [learner]);
  return findGiftCredit(tx, lesson);
}
