import { platformZone } from '#rules/time/platform-zone.ts';
import * as texts from '#texts/booking.ts';
import { type UsedPackage, usePackageFor } from '../../money/billing/credit/PayWithCredit.tsx';
import { CardAction } from '../../money/paying/CardAction.tsx';
import { PayForm } from '../../money/paying/PayForm.tsx';
import { PayFrame } from '../../money/paying/PayFrame.tsx';
import { PayNow } from '../../money/paying/PayNow.tsx';
import { WaitsForBank } from '../../money/paying/PayToAccount.tsx';
import { useCreditPaid } from '../../money/paying/use-credit-paid.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { useConfig } from '../../platform/ground/use-config.ts';
import type { Lesson } from '../../platform/records/lesson-record.ts';
import { PriceLines } from '../../platform/records/PriceLines.tsx';
import { lessonOrder, type Payment } from '../../platform/records/payment-record.ts';
import { formatLessonTime, formatMinutes, zoneLabel } from '../../platform/ui/format-time.ts';
import { ChangeHold } from '../holding/ChangeHold.tsx';
import { HoldBar } from '../holding/HoldBar.tsx';
import { ByHandNotice } from './ByHandNotice.tsx';
import type { BookingStep } from './booking-step.ts';
import { cancellationSentence } from './cancellation-sentence.ts';
import { useQuote } from './use-quote.ts';

type PayHeldLessonProps = { lesson: Lesson; payment: Payment | undefined; step: BookingStep; nowMs: number };

/** Paying a held lesson: the countdown, the ways to pay, and beside them what is paid for. */
export function PayHeldLesson({ lesson, payment, step, nowMs }: PayHeldLessonProps) {
  const zone = lesson.expand?.instructor?.timezone || undefined;
  const used = usePackageFor(lesson);
  return (
    <>
      {/* No clock may show more than was held: the answer may have taken longer to come than the page's own time allows for. */}
      <HoldBar holdExpiresAt={lesson.holdExpiresAt} nowMs={Math.max(nowMs, Date.parse(lesson.created))} zone={zone} />
      <PayFrame
        heading={
          payment?.declaredAt && step === 'processing' ? texts.weLookForYourPayment : (headings[step] ?? texts.howToPay)
        }
        state={step}
        summaryName={texts.yourLesson}
        summary={<HeldSummary lesson={lesson} zone={zone} used={used} isChangeable={step === 'pay'} />}
      >
        <ByHandNotice instructor={lesson.expand?.instructor} start={lesson.start} />
        <WayToPay lesson={lesson} payment={payment} step={step} used={used} />
      </PayFrame>
    </>
  );
}

const headings: Partial<Record<BookingStep, string>> = {
  scan: texts.scanAndPayWithPayNow,
  card_action: texts.bankChecksYou,
  processing: texts.yourPaymentIsBeingConfirmed,
};

function WayToPay({ lesson, payment, step, used }: Omit<PayHeldLessonProps, 'nowMs'> & { used: UsedPackage }) {
  const { takesPayments } = useConfig();
  if (!takesPayments) return <p>{texts.paymentsNotSetUp}</p>;
  if (payment?.declaredAt && step === 'processing') return <WaitsForBank payment={payment} />;
  if (step === 'processing') {
    return <p role="status">{texts.thisTakesAFewSeconds}</p>;
  }
  const order = lessonOrder(lesson);
  if (payment && step === 'scan') return <PayNow order={order} payment={payment} />;
  if (payment && step === 'card_action') return <CardAction order={order} payment={payment} />;
  return <PayForm order={order} lesson={lesson} used={used} payment={payment} />;
}

type HeldSummaryProps = { lesson: Lesson; zone: string | undefined; used: UsedPackage; isChangeable: boolean };

/** What is paid for and what it comes to, with what credit or a package pays of it. */
function HeldSummary({ lesson, zone, used, isChangeable }: HeldSummaryProps) {
  const instructor = lesson.expand?.instructor;
  const { data: quote } = useQuote(lesson);
  const creditCents = useCreditPaid(lessonOrder(lesson));
  const byPackage = used.pack && isChangeable && creditCents === 0;
  return (
    <>
      <p className="text-note text-soft">
        {[instructor && texts.withInstructorName({ instructorName: instructor.name }), instructor?.vehiclePlate]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="figures mt-1 text-balance font-bold font-head text-title leading-tight">
        {formatLessonTime(lesson.start, lesson.end, zone)}{' '}
        <span className="font-normal text-note">{zoneLabel(zone)}</span>
      </p>
      <p className="mt-1">
        {lesson.pickup} <span className="figures text-soft">{lesson.postalCode}</span>
      </p>
      {isChangeable && <ChangeHold lesson={lesson} />}
      <div className="lane-top mt-3 pt-4">
        <PriceLines
          lines={lesson.lines ?? []}
          totalCents={lesson.priceCents}
          paidBy={
            byPackage
              ? {
                  what: texts.fromYourPackage({ minutes: formatMinutes(lesson.durationMinutes) }),
                  cents: lesson.priceCents,
                }
              : creditCents > 0
                ? { what: texts.credit, cents: creditCents }
                : undefined
          }
        />
      </div>
      {quote && (
        <p className="mt-4 text-note">
          {cancellationSentence(quote.cancellation, {
            nowMs: currentTime().getTime(),
            totalCents: lesson.priceCents,
            zone: zone ?? platformZone,
          })}
        </p>
      )}
    </>
  );
}
