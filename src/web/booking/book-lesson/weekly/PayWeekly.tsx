import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { bookingPath, bookLessonPath } from '#rules/paths/booking-path.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import * as bookingTexts from '#texts/booking.ts';
import * as texts from '#texts/weekly.ts';
import { usePackageFor } from '../../../money/billing/credit/PayWithCredit.tsx';
import { CardAction } from '../../../money/paying/CardAction.tsx';
import { decidingPayment, isOpen } from '../../../money/paying/deciding-payment.ts';
import { PayForm } from '../../../money/paying/PayForm.tsx';
import { PayFrame } from '../../../money/paying/PayFrame.tsx';
import { PayNow } from '../../../money/paying/PayNow.tsx';
import { WaitsForBank } from '../../../money/paying/PayToAccount.tsx';
import { usePayments } from '../../../money/paying/use-payments.ts';
import { currentTime } from '../../../platform/ground/clock.ts';
import { useConfig } from '../../../platform/ground/use-config.ts';
import { useNow } from '../../../platform/ground/use-now.ts';
import { usePolicy } from '../../../platform/ground/use-policy.ts';
import { isBooked, isOff, type Lesson } from '../../../platform/records/lesson-record.ts';
import { statusWords } from '../../../platform/records/lesson-status.ts';
import type { Payment, PayOrder } from '../../../platform/records/payment-record.ts';
import { messageFor } from '../../../platform/session/message-for.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Badge } from '../../../platform/ui/Badge.tsx';
import { Button, LinkButton } from '../../../platform/ui/Button.tsx';
import { EmptyState } from '../../../platform/ui/EmptyState.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatLessonTime, zoneLabel } from '../../../platform/ui/format-time.ts';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { HoldBar } from '../../holding/HoldBar.tsx';
import { forgetPickupDraft } from '../../pickup/PickupForm.tsx';
import { BookingSteps } from '../BookingSteps.tsx';
import { ByHandNotice } from '../ByHandNotice.tsx';
import { cancellationSentence } from '../cancellation-sentence.ts';
import { useQuote } from '../use-quote.ts';
import { useLettingGo, useSeries } from './use-weekly.ts';

/** Pays lessons that are held together; what it shows follows from them and their payment, so that a reload comes back to it. */
export function PayWeekly({ series }: { series: string }) {
  const payments = usePayments({ field: 'lessonSeries', id: series });
  const payment = decidingPayment(payments.data ?? []);
  const lessons = useSeries(series, isOpen(payment));
  return (
    <WhenRead read={lessons} what={texts.yourLessons} notLoaded={texts.lessonsNotLoaded}>
      {lessons.data && <Shown series={series} lessons={lessons.data} payment={payment} />}
    </WhenRead>
  );
}

type ShownProps = { series: string; lessons: readonly Lesson[]; payment: Payment | undefined };

function Shown({ series, lessons, payment }: ShownProps) {
  const nowMs = useNow();
  const [first] = lessons;
  const isAnyBooked = lessons.some(({ status }) => isBooked(status));
  useEffect(() => {
    if (isAnyBooked) forgetPickupDraft();
  }, [isAnyBooked]);
  if (!first) {
    return (
      <EmptyState
        title={texts.noSuchLessons}
        action={<LinkButton to={bookLessonPath}>{texts.bookALesson}</LinkButton>}
      />
    );
  }
  const isUnderWay = payment?.status === 'processing' || payment?.status === 'succeeded';
  const held = lessons.filter(
    ({ status, holdExpiresAt }) => status === 'held' && (isUnderWay || Date.parse(holdExpiresAt) > nowMs),
  );
  if (held.length > 0) return <Paying series={series} held={held} payment={payment} nowMs={nowMs} />;
  return isAnyBooked ? <Booked lessons={lessons} /> : <Over lesson={first} />;
}

function Booked({ lessons }: { lessons: readonly Lesson[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { paynowRefundDays: payNowDays } = usePolicy();
  useEffect(() => heading.current?.focus(), []);
  const booked = lessons.filter(({ status }) => isBooked(status));
  const isAsked = booked.some(({ status }) => status === 'requested');
  return (
    <>
      <BookingSteps current={4} />
      <section aria-labelledby="weekly" className="max-w-[34rem]">
        <h2 id="weekly" ref={heading} tabIndex={-1} className="text-heading outline-none">
          {isAsked ? texts.askedFor({ count: booked.length }) : texts.areBooked({ count: booked.length })}
        </h2>
        <p className="mt-1 mb-4 text-soft">{texts.eachByItself({ payNowDays })}</p>
        <LessonLines lessons={lessons} isLinked />
      </section>
    </>
  );
}

function Over({ lesson }: { lesson: Lesson }) {
  const { instructor, durationMinutes } = lesson;
  return (
    <EmptyState
      title={isOff(lesson.status) && lesson.status !== 'expired' ? texts.areOff : texts.holdHasEnded}
      action={<LinkButton to={bookingPath({ instructor, durationMinutes })}>{texts.chooseATime}</LinkButton>}
    >
      <p>{texts.whatComesLate}</p>
    </EmptyState>
  );
}

type PayingProps = { series: string; held: readonly Lesson[]; payment: Payment | undefined; nowMs: number };

function Paying({ series, held, payment, nowMs }: PayingProps) {
  const [first] = held;
  const priceCents = held.reduce((sum, lesson) => sum + lesson.priceCents, 0);
  const order: PayOrder = { field: 'lessonSeries', id: series, priceCents };
  const { paynowRefundDays: payNowDays } = usePolicy();
  const { data: quote } = useQuote(first ?? { instructor: '', start: '', durationMinutes: 0 });
  if (!first) return null;
  const { instructor } = first.expand ?? {};
  const zone = instructor?.timezone || undefined;
  return (
    <>
      <BookingSteps current={3} />
      <HoldBar holdExpiresAt={first.holdExpiresAt} nowMs={Math.max(nowMs, Date.parse(first.created))} zone={zone} />
      <PayFrame
        heading={headingOf(payment)}
        state={payment?.status}
        summaryName={texts.yourLessonsName}
        summary={
          <>
            <p className="text-note text-soft">{instructor && texts.withName({ name: instructor.name })}</p>
            <LessonLines lessons={held} />
            <p className="figures lane-top mt-3 flex justify-between gap-4 pt-3 font-bold text-title">
              <span>{texts.toPay}</span>
              <span>{formatMoney(priceCents)}</span>
            </p>
            <p className="mt-3">
              {first.pickup} <span className="figures text-soft">{first.postalCode}</span>
            </p>
            <p className="mt-3 text-note">{texts.eachByItself({ payNowDays })}</p>
            {quote && (
              <p className="mt-2 text-note">
                {texts.ofTheFirst}{' '}
                {cancellationSentence(quote.cancellation, {
                  nowMs: currentTime().getTime(),
                  totalCents: first.priceCents,
                  zone: zone ?? platformZone,
                })}
              </p>
            )}
          </>
        }
      >
        <ByHandNotice instructor={instructor} start={first.start} />
        <WayToPay order={order} held={held} payment={payment} />
        {!isOpen(payment) && <LetGo held={held} />}
      </PayFrame>
    </>
  );
}

/** Gives all the times up; each is let go by itself, so that one that was paid meanwhile stays. */
function LetGo({ held }: { held: readonly Lesson[] }) {
  const navigate = useNavigate();
  const tell = useTelling();
  const letGo = useLettingGo();
  const [{ instructor, durationMinutes } = { instructor: '', durationMinutes: 0 }] = held;
  const giveUp = () =>
    tell(letGo.mutateAsync(held.map(({ id }) => id)), {
      done: texts.areLetGo,
      failed: (error) => messageFor(error, texts.notLetGo) ?? texts.notLetGo,
      goOn: () => navigate(bookingPath({ instructor, durationMinutes })),
    });
  return (
    <Button variant="quiet" className="mt-4" isBusy={letGo.isPending} busyText={texts.lettingGo} onClick={giveUp}>
      {texts.letThemGo}
    </Button>
  );
}

function headingOf(payment: Payment | undefined): string {
  if (payment?.status !== 'requires_action') return texts.howToPay;
  return payment.method === 'paynow' ? bookingTexts.scanAndPayWithPayNow : bookingTexts.bankChecksYou;
}

type WayToPayProps = { order: PayOrder; held: readonly Lesson[]; payment: Payment | undefined };

function WayToPay({ order, held, payment }: WayToPayProps) {
  const { takesPayments } = useConfig();
  const last = held.at(-1);
  const durationMinutes = held.reduce((sum, lesson) => sum + lesson.durationMinutes, 0);
  const lesson = last && { ...last, durationMinutes };
  const used = usePackageFor(lesson);
  if (!takesPayments) return <p>{texts.paymentsNotSetUp}</p>;
  if (payment?.status === 'processing' && payment.declaredAt) return <WaitsForBank payment={payment} />;
  if (payment?.status === 'processing' || payment?.status === 'succeeded') {
    return <p role="status">{texts.isBeingConfirmed}</p>;
  }
  if (payment?.status === 'requires_action') {
    const Way = payment.method === 'paynow' ? PayNow : CardAction;
    return <Way order={order} payment={payment} />;
  }
  return lesson && <PayForm order={order} lesson={lesson} used={used} payment={payment} />;
}

/** The lessons one below the other, each with its price, or with how it stands and a link. */
function LessonLines({ lessons, isLinked = false }: { lessons: readonly Lesson[]; isLinked?: boolean }) {
  const zone = lessons[0]?.expand?.instructor?.timezone || undefined;
  return (
    <>
      <ul className={isLinked ? 'card px-4 py-2' : 'mt-2'}>
        {lessons.map((lesson) => {
          const { id, start, end, status, priceCents } = lesson;
          const time = formatLessonTime(start, end, zone);
          const { word, tone } = statusWords(status, 'learner');
          return (
            <li
              key={id}
              className="figures flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-line border-b py-1 last:border-b-0"
            >
              {isLinked ? (
                <Link to={lessonPath(id)} className="flex min-h-11 items-center font-semibold">
                  {time}
                </Link>
              ) : (
                <span>{time}</span>
              )}
              {isLinked ? <Badge tone={tone}>{word}</Badge> : <span>{formatMoney(priceCents)}</span>}
            </li>
          );
        })}
      </ul>
      <p className="mt-1 text-note text-soft">{zoneLabel(zone)}</p>
    </>
  );
}
