import { Link } from 'react-router';
import { entriesPath, payoutPath } from '#rules/paths/money-paths.ts';
import * as texts from '#texts/earnings.ts';
import { formatUnit, formatWeekday } from '#texts/format-number.ts';
import type { EarningsAnswer } from '#wire/earnings.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatDay } from '../../platform/ui/format-time.ts';
import { Tile, Tiles } from '../../platform/ui/Tile.tsx';
import { MoneyLink } from '../entries/MoneyLink.tsx';

/** What comes next and what is still held: the two questions that bring an instructor here. */
export function NextPayout({ balance, instructor }: Pick<EarningsAnswer, 'balance'> & { instructor: string }) {
  const { nextPayout, payableCents, minimumPayoutCents } = balance;
  const policy = usePolicy();
  const laterCents = balance.waitingCents + payableCents - (nextPayout?.amountCents ?? payableCents);
  return (
    <section aria-labelledby="next-payout" className="card flex flex-col overflow-hidden">
      <div className="kerb shrink-0" aria-hidden />
      <div className="flex grow flex-col justify-center p-5">
        <h2 id="next-payout" className="font-normal font-text text-body text-soft tracking-normal">
          {texts.nextPayout}
        </h2>
        <p className="figures my-1 font-bold font-head text-display">
          {nextPayout ? (
            <Link
              to={entriesPath('payable', { id: instructor, to: nextPayout.date })}
              className="inline-flex min-h-12 items-center text-ink"
              aria-label={texts.showEntriesBehind({ sum: formatMoney(nextPayout.amountCents) })}
            >
              {formatMoney(nextPayout.amountCents)}
            </Link>
          ) : (
            formatMoney(0)
          )}
        </p>
        <p className="text-soft">
          {nextPayout
            ? texts.onNextPayoutDate({ nextPayoutDate: formatDay(nextPayout.date, 'UTC') })
            : payableCents > 0
              ? texts.payableIsYoursAndWaits({
                  payable: formatMoney(payableCents),
                  minimumPayout: formatMoney(minimumPayoutCents),
                })
              : texts.nothingIsDueAtPresent({
                  payable: formatUnit(policy.payoutAfterHours, 'hour'),
                  weekday: formatWeekday(policy.payoutWeekday),
                })}
        </p>
        {laterCents > 0 && (
          <p className="figures text-soft">
            {texts.moreComesLater({
              amount: formatMoney(laterCents),
              payable: formatUnit(policy.payoutAfterHours, 'hour'),
            })}
          </p>
        )}
      </div>
    </section>
  );
}

type EarningsSumsProps = Pick<EarningsAnswer, 'totals'> & {
  /** The address of the lessons of a state, or of all, on this page. */
  lessonsOf: (state: string) => string;
};

/** The sums of the period; each leads to the lessons or payouts that it is made of. */
export function EarningsSums({ totals, lessonsOf }: EarningsSumsProps) {
  const { feeFirstPercent, feeLaterPercent } = usePolicy();
  return (
    <Tiles label={texts.sumsOfThePeriod} areFive>
      <Tile
        name={texts.lessonsPrice}
        value={formatMoney(totals.grossCents)}
        to={lessonsOf('')}
        note={texts.lessonsLessons({ lessons: totals.lessons })}
      />
      <Tile
        name={texts.platformFee}
        value={formatMoney(totals.feeCents)}
        to={lessonsOf('')}
        note={texts.feePercents({ first: feeFirstPercent, later: feeLaterPercent })}
      />
      <Tile
        name={texts.yours}
        value={formatMoney(totals.netCents)}
        to={lessonsOf('')}
        note={texts.priceLessFee}
        isWide
      />
      <Tile
        name={texts.ofItStillPending}
        value={formatMoney(totals.pendingCents)}
        to={lessonsOf('pending')}
        note={texts.heldUntilSettled}
      />
      <Tile
        name={texts.paidOut}
        value={formatMoney(totals.paidOutCents)}
        to={`${lessonsOf('').replace(/#.*/, '')}#payouts`}
        note={texts.inThisPeriod}
      />
    </Tiles>
  );
}

/** The payouts of the period, latest first. */
export function Payouts({ payouts }: Pick<EarningsAnswer, 'payouts'>) {
  return (
    <section aria-labelledby="payouts">
      <h2 id="payouts" className="mb-3 text-title">
        {texts.payouts}
      </h2>
      {payouts.length === 0 && <p className="text-soft">{texts.noneInThisPeriod}</p>}
      {payouts.length > 0 && (
        <ul className="card figures px-5">
          {payouts.map(({ id, date, amountCents }) => (
            <li
              key={`${id} ${amountCents}`}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t py-3 first:border-t-0"
            >
              <span>
                {formatDay(date, 'UTC')}
                {amountCents < 0 && <span className="block text-note text-soft">{texts.payoutCameBack}</span>}
              </span>
              <span className="flex items-center gap-4">
                {amountCents > 0 ? (
                  <b className="font-semibold">{formatMoney(amountCents)}</b>
                ) : (
                  <MoneyLink cents={amountCents} of="payout" id={id} />
                )}
                {amountCents > 0 && (
                  <LinkButton
                    variant="secondary"
                    className="print:hidden"
                    to={payoutPath(id)}
                    aria-label={texts.statementOfDay({ day: formatDay(date, 'UTC') })}
                  >
                    {texts.statement}
                  </LinkButton>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
