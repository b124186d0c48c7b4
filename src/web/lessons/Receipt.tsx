import { Printer } from 'lucide-react';
import * as texts from '#texts/lessons.ts';
import { SaveFile } from '../earnings/SaveFile.tsx';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/Button.tsx';
import { formatMoney } from '../ui/format-money.ts';
import { formatDate, formatLessonTime } from '../ui/format-time.ts';
import { isOff, type Lesson } from './lesson-record.ts';
import { PriceLines } from './PriceLines.tsx';
import { type LessonPayment, usePaidPayment } from './use-paid-payment.ts';

/** What was paid, line by line, as a receipt with the kerb's edge; it prints with the ticket. */
export function Receipt({ lesson }: { lesson: Lesson }) {
  const { data: payment } = usePaidPayment(lesson.id);
  if (!payment && isOff(lesson.status)) return null;
  return (
    <section aria-labelledby="receipt" className="card overflow-hidden">
      <div className="kerb" aria-hidden />
      <div className="p-5">
        <h2 id="receipt" className="text-xl">
          {payment ? texts.receipt : texts.price}
        </h2>
        {payment && <PrintedFacts lesson={lesson} />}
        {payment && (
          <p className="figures mt-1 text-sm text-soft">
            {texts.noPaymentIdSucceededAt({
              paymentId: payment.id.toUpperCase(),
              succeededAt: formatDate(payment.succeededAt || payment.created),
            })}
          </p>
        )}
        <div className="lane-top mt-4 pt-4">
          <PriceLines
            lines={lesson.lines ?? []}
            totalCents={lesson.priceCents}
            totalLabel={
              payment ? texts.paidByMethod({ method: methodNames[payment.method] ?? payment.method }) : texts.toPay
            }
          />
        </div>
        {payment && payment.refundedCents > 0 && (
          <p className="figures mt-2 flex justify-between gap-4">
            <span>{texts.givenBack}</span>
            <span>{formatMoney(-payment.refundedCents)}</span>
          </p>
        )}
        {payment && (
          <div className="mt-3 flex flex-wrap items-center gap-3 print:hidden">
            {payment.method !== 'credit' && payment.amountCents > 0 && (
              <SaveFile
                path={`/api/marketplace/payments/${payment.id}/receipt.pdf`}
                name={`kerbside-receipt-${payment.id}.pdf`}
              >
                {texts.receiptAsPdf}
              </SaveFile>
            )}
            <Button variant="quiet" onClick={() => print()}>
              <Printer size={18} strokeWidth={1.75} aria-hidden />
              {texts.print}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

/** On paper: who paid, and for which lesson with whom. */
function PrintedFacts({ lesson: { start, end, expand } }: { lesson: Lesson }) {
  const user = useSession();
  const instructor = expand?.instructor;
  return (
    <div className="mt-1 hidden print:block">
      {user && <p>{texts.paidToKerbsideBy({ learnerName: user.name || user.email })}</p>}
      <p>{texts.drivingLessonWith({ instructorName: instructor?.name ?? texts.theInstructor })}</p>
      <p>{formatLessonTime(start, end, instructor?.timezone || undefined)}</p>
    </div>
  );
}

const methodNames: Record<LessonPayment['method'], string> = {
  card: 'card',
  paynow: 'PayNow',
  credit: 'credit',
  cash: 'cash',
};
