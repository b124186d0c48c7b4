import * as texts from '#texts/adminMoney.ts';
import { StaffOnly } from '../../../platform/desk/StaffOnly.tsx';
import { useConfig } from '../../../platform/ground/use-config.ts';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatStart } from '../../../platform/ui/format-time.ts';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { AnalyticsParts } from '../analytics/AnalyticsParts.tsx';
import { ImportStatement } from './ImportStatement.tsx';
import { MoneyToSend } from './MoneyToSend.tsx';
import { OpenLines } from './OpenLines.tsx';
import { OutgoingLines } from './OutgoingLines.tsx';
import { OutsideProofs } from './OutsideProofs.tsx';
import { ProviderCases } from './ProviderCases.tsx';
import { ProviderFees } from './ProviderFees.tsx';
import { useDeclared } from './use-bank.ts';

/** The operator's own account: what came in on it by the bank's statement, what learners say to have paid, and what people have to send. */
export function BankPage() {
  return (
    <StaffOnly right="payments">
      <AnalyticsParts open="bank" />
      <Bank />
    </StaffOnly>
  );
}

function Bank() {
  const { payNowUen, stripeKey } = useConfig();
  return (
    <div className="grid max-w-[60rem] gap-10">
      {payNowUen === '' ? (
        <p className="text-soft">{texts.onlyByHandHere}</p>
      ) : (
        <>
          <ImportStatement />
          <OpenLines />
          <OutgoingLines />
          <Declared />
        </>
      )}
      <ProviderCases isTold={stripeKey !== ''} />
      <OutsideProofs isCompared={stripeKey !== ''} />
      <MoneyToSend />
      <ProviderFees isCharged={stripeKey !== ''} />
    </div>
  );
}

function Declared() {
  const read = useDeclared();
  const { data } = read;
  return (
    <section aria-labelledby="declared">
      <h2 id="declared" className="mb-2 text-heading">
        {texts.saidToBePaid}
      </h2>
      <p className="mb-4 text-soft">{texts.saidToBePaidAbout}</p>
      <WhenRead read={read} what={texts.thePayments} notLoaded={texts.paymentsNotLoaded} skeleton="h-24 w-full">
        {data?.length === 0 && <p>{texts.nobodyWaits}</p>}
        {data && data.length > 0 && (
          <ul className="card divide-y divide-line">
            {data.map(({ payment, amountCents, billReference, until, learnerName }) => (
              <li key={payment} className="figures flex flex-wrap justify-between gap-x-4 px-4 py-3">
                <span>
                  <b className="font-semibold">{formatMoney(amountCents)}</b> {learnerName}
                </span>
                <span className="text-soft">
                  {texts.referenceUntil({ reference: billReference, until: formatStart(until) })}
                </span>
              </li>
            ))}
          </ul>
        )}
      </WhenRead>
    </section>
  );
}
