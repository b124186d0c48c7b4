import { Link } from 'react-router';
import { studentPath } from '#rules/paths/teaching-paths.ts';
import * as texts from '#texts/payoutStatement.ts';
import type { DirectPayment } from '#wire/statements.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatDate } from '../../platform/ui/format-time.ts';

type DirectPaymentsProps = {
  payments: readonly DirectPayment[];
  totalCents: number;
  days: { from: string; to: string };
};

/** What own learners paid to the instructor themselves: beside what went through the platform, never in its sums. */
export function DirectPayments({ payments, totalCents, days: { from, to } }: DirectPaymentsProps) {
  return (
    <section aria-labelledby="direct">
      <h3 id="direct" className="mb-1 text-title">
        {texts.paidDirectly}
      </h3>
      <p className="mb-3 text-soft">{texts.directAbout({ from: formatDate(from), to: formatDate(to) })}</p>
      <ul className="card figures px-5">
        {payments.map(({ id, paidOn, ownLearner, name, method, amountCents }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 border-line border-t py-3 first:border-t-0">
            <span>
              {formatDate(paidOn)} <Link to={studentPath(ownLearner)}>{name}</Link>
            </span>
            <span>
              <span className="text-soft">{method === 'cash' ? texts.cash : texts.payNow}</span>{' '}
              <b className="font-semibold">{formatMoney(amountCents)}</b>
            </span>
          </li>
        ))}
      </ul>
      <p className="figures mt-3 flex justify-between gap-4 px-5 font-semibold">
        <span>{texts.directTogether}</span>
        <span>{formatMoney(totalCents)}</span>
      </p>
    </section>
  );
}
