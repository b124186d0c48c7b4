import * as texts from '#texts/adminMoney.ts';
import type { ProviderCharge } from '#wire/provider-fees.ts';
import { MoneyLink } from '../../../money/entries/MoneyLink.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatDate } from '../../../platform/ui/format-time.ts';

/** What the payment provider took for its services as a whole, in its own words; each opens to its transaction. */
export function ProviderCharges({ charges }: { charges: ProviderCharge[] }) {
  return (
    <section aria-labelledby="provider-charges">
      <h3 id="provider-charges" className="text-title">
        {texts.chargesOfServices}
      </h3>
      <p className="mb-2 text-soft">{texts.chargesOfServicesAbout}</p>
      <ul className="card divide-y divide-line">
        {charges.map(({ id, description, amountCents, chargedAt, transaction }) => (
          <li key={id} className="figures flex items-center min-h-11 justify-between gap-x-4 px-4 py-1">
            <span className="[overflow-wrap:anywhere]">
              {description || id}
              <span className="block text-soft text-note">{formatDate(chargedAt)}</span>
            </span>
            {transaction === '' ? (
              formatMoney(amountCents)
            ) : (
              <MoneyLink cents={amountCents} of="transaction" id={transaction} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
