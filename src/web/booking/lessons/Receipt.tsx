import { Printer } from 'lucide-react';
import { Link } from 'react-router';
import { entriesPath } from '#rules/paths/money-paths.ts';
import * as texts from '#texts/lessons.ts';
import { useConfig } from '../../platform/ground/use-config.ts';
import { isOff, type Lesson } from '../../platform/records/lesson-record.ts';
import { PriceLines } from '../../platform/records/PriceLines.tsx';
import { SaveFile } from '../../platform/session/SaveFile.tsx';
import { useSession } from '../../platform/session/use-session.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatDate, formatLessonTime } from '../../platform/ui/format-time.ts';
import { hasReceipt, type LessonPayment, paidTowards, usePaidPayments } from './use-paid-payment.ts';

/** What was paid, line by line, as a receipt with the kerb's edge; it prints with the ticket. */
export function Receipt({ lesson }: { lesson: Lesson }) {
  const { data = [] } = usePaidPayments(lesson.id);
  const payments = paidTowards(data, lesson.priceCents);
  const payment = payments.find(hasReceipt) ?? payments[0];
  if (!payment && isOff(lesson.status)) return null;
  return (
    <section aria-labelledby="receipt" className="card overflow-hidden">
      <div className="kerb" aria-hidden />
      <div className="p-5">
        <h2 id="receipt" className="text-title">
          {payment ? texts.receipt : texts.price}
        </h2>
        {payment && <PrintedFacts lesson={lesson} />}
        {payment && (
          <p className="figures mt-1 text-note text-soft">
            {payment.receipt
              ? texts.noReceiptSucceededAt({ receipt: payment.receipt, succeededAt: paidOn(payment) })
              : paidOn(payment)}
          </p>
        )}
        <Sums lesson={lesson} payments={payments} />
        {payment && (
          <div className="mt-3 flex flex-wrap items-center gap-3 print:hidden">
            {hasReceipt(payment) && (
              <SaveFile
                path={`/api/marketplace/payments/${payment.id}/receipt.pdf`}
                name={`kerbside-receipt-${payment.receipt ?? payment.id}.pdf`}
              >
                {texts.receiptAsPdf}
              </SaveFile>
            )}
            <Button variant="quiet" className="px-2" onClick={() => print()}>
              <Printer size={18} strokeWidth={1.75} aria-hidden />
              {texts.print}
            </Button>
            <Link to={entriesPath('lesson', { id: lesson.id })} className="inline-flex min-h-11 items-center">
              {texts.paymentsOfLesson}
            </Link>
          </div>
        )}
      </div>
    </section>
  );
}

type SumsProps = { lesson: Lesson; payments: readonly LessonPayment[] };

/** The price line by line, what paid it, and what came back. */
function Sums({ lesson, payments }: SumsProps) {
  const [payment, ...others] = payments;
  const refundedCents = payments.reduce((sum, each) => sum + each.refundedCents, 0);
  const ofAll = others.length > 0 ? texts.priceInAll : undefined;
  const totalLabel = ofAll ?? (payment ? paidWith(payment) : texts.toPay);
  return (
    <>
      <div className="lane-top mt-4 pt-4">
        <PriceLines lines={lesson.lines ?? []} totalCents={lesson.priceCents} totalLabel={totalLabel} />
        {ofAll && (
          <dl className="figures mt-2 grid gap-1.5">
            {payments.map((part) => (
              <div key={part.id} className="flex justify-between gap-4">
                <dt>{paidWith(part)}</dt>
                <dd>{formatMoney(part.amountCents)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {payments.some(({ chargedWith, chargedCents }) => chargedWith || chargedCents) && (
        <p className="mt-2 text-note text-soft">{texts.chargedTogether}</p>
      )}
      {refundedCents > 0 && (
        <p className="figures mt-2 flex justify-between gap-4">
          <span>{texts.givenBack}</span>
          <span>{formatMoney(-refundedCents)}</span>
        </p>
      )}
    </>
  );
}

/** On paper: who paid whom, and for which lesson with whom, when and where. */
function PrintedFacts({ lesson: { start, end, pickup, postalCode, expand } }: { lesson: Lesson }) {
  const user = useSession();
  const { soldBy } = useConfig();
  const place = [pickup, postalCode].filter(Boolean).join(', ');
  const instructor = expand?.instructor;
  return (
    <div className="mt-1 hidden print:block">
      {user && <p>{texts.paidToKerbsideBy({ learnerName: user.name || user.email })}</p>}
      <p>{texts.drivingLessonWith({ instructorName: instructor?.name ?? texts.theInstructor })}</p>
      <p>{formatLessonTime(start, end, instructor?.timezone || undefined)}</p>
      {place && <p>{texts.pickUpAt({ place })}</p>}
      {soldBy && <p>{texts.soldBy({ seller: soldBy })}</p>}
    </div>
  );
}

function paidOn({ succeededAt, created }: LessonPayment): string {
  return formatDate(succeededAt || created);
}

function paidWith({ method, drawnFrom, cardLast4 }: LessonPayment): string {
  if (cardLast4) return texts.paidByCardEnding({ digits: cardLast4 });
  return drawnFrom ? texts.paidWithPackage : texts.paidByMethod({ method: methodNames[method] });
}

const methodNames: Record<LessonPayment['method'], string> = {
  card: 'card',
  paynow: 'PayNow',
  credit: 'credit',
  cash: 'cash',
};
