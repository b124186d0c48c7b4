import { formatMoney } from '../ui/format-money.ts';
import { formatDate, formatDay } from '../ui/format-time.ts';
import { Tile, Tiles } from '../ui/Tile.tsx';
import type { EarningsAnswer } from './earnings-record.ts';

/** What comes next and what is still held: the two questions that bring an instructor here. */
export function NextPayout({ balance }: Pick<EarningsAnswer, 'balance'>) {
  const { nextPayout, payableCents, minimumPayoutCents } = balance;
  return (
    <section aria-labelledby="next-payout" className="card overflow-hidden">
      <div className="kerb" aria-hidden />
      <div className="p-5">
        <h2 id="next-payout" className="font-normal font-text text-base text-soft tracking-normal">
          Next payout
        </h2>
        <p className="figures font-bold font-head text-3xl">{formatMoney(nextPayout?.amountCents ?? 0)}</p>
        <p className="text-soft">
          {nextPayout
            ? `on ${formatDay(nextPayout.date, 'UTC')}`
            : payableCents > 0
              ? `${formatMoney(payableCents)} is yours and waits: payouts start from ${formatMoney(minimumPayoutCents)}.`
              : 'Nothing is due at present. A lesson is payable 72 hours after its end, and paid on Wednesdays.'}
        </p>
      </div>
    </section>
  );
}

/** The sums of the period. */
export function EarningsSums({ totals }: Pick<EarningsAnswer, 'totals'>) {
  return (
    <Tiles label="Sums of the period">
      <Tile
        name="Lessons’ price"
        value={formatMoney(totals.grossCents)}
        note={totals.lessons === 1 ? '1 lesson' : `${totals.lessons} lessons`}
      />
      <Tile name="Platform fee" value={formatMoney(totals.feeCents)} note="10 %, later 5 %" />
      <Tile name="Yours" value={formatMoney(totals.netCents)} note="price less fee" isWide />
      <Tile name="Of it still pending" value={formatMoney(totals.pendingCents)} note="held until settled" />
      <Tile name="Paid out" value={formatMoney(totals.paidOutCents)} note="in this period" />
    </Tiles>
  );
}

/** The payouts of the period, latest first. */
export function Payouts({ payouts, zone }: Pick<EarningsAnswer, 'payouts'> & { zone: string }) {
  return (
    <section aria-labelledby="payouts">
      <h2 id="payouts" className="mb-3 text-xl">
        Payouts
      </h2>
      {payouts.length === 0 && <p className="text-soft">None in this period.</p>}
      {payouts.length > 0 && (
        <ul className="card figures px-5">
          {payouts.map(({ id, created, amountCents }) => (
            <li key={id} className="flex justify-between gap-4 border-line border-t py-3 first:border-t-0">
              <span>{formatDate(created, zone)}</span>
              <b className="font-semibold">{formatMoney(amountCents)}</b>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
