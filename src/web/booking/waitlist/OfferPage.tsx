import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { bookingPath } from '#rules/paths/booking-path.ts';
import { waitlistPath } from '#rules/paths/learner-paths.ts';
import * as texts from '#texts/waitlist.ts';
import { PriceLines } from '../../platform/records/PriceLines.tsx';
import { messageFor } from '../../platform/session/message-for.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { useQuote } from '../book-lesson/use-quote.ts';
import { OfferClock, offerTime } from './OfferLine.tsx';
import { useDeclining, useOffer } from './use-waitlist.ts';
import type { WaitlistOffer } from './waitlist-record.ts';

/** A time that became free and is offered: what it is, what it costs, how long the offer stands; to book or to leave to others. */
export function OfferPage() {
  const { id = '' } = useParams();
  const read = useOffer(id);
  return (
    <div className="max-w-[34rem]">
      <WhenRead read={read} what={texts.theOffer} notLoaded={texts.offerNotLoaded} skeleton="h-64 w-full">
        {read.data === null && <Ended title={texts.noSuchOffer}>{texts.offersStandShortly}</Ended>}
        {read.data && <Shown offer={read.data} onOver={() => void read.refetch()} />}
      </WhenRead>
    </div>
  );
}

function Shown({ offer, onOver }: { offer: WaitlistOffer; onOver: () => void }) {
  if (offer.status === 'lapsed') return <Ended title={texts.offerIsOver}>{texts.offerIsOverLead}</Ended>;
  if (offer.status === 'declined') return <Ended title={texts.youSaidNo}>{texts.offeredToOthers}</Ended>;
  return <Open offer={offer} onOver={onOver} />;
}

function Open({ offer, onOver }: { offer: WaitlistOffer; onOver: () => void }) {
  const { id, instructor, start, durationMinutes, expand } = offer;
  const declining = useDeclining();
  const tell = useTelling();
  const navigate = useNavigate();
  const { data: quote } = useQuote(offer);
  const isTaken = offer.status === 'taken';
  const startIso = new Date(start).toISOString();
  return (
    <section aria-labelledby="offer" className="card overflow-hidden">
      <div className="kerb" aria-hidden />
      <div className="grid gap-5 p-5">
        <div>
          <p className="text-soft">{isTaken ? texts.youHoldIt : texts.aTimeIsFree}</p>
          <h2 id="offer" className="figures mt-1 text-balance text-heading">
            {offerTime(offer)}
          </h2>
          <p className="mt-1">
            <Link to={`/instructors/${instructor}`}>
              {texts.withInstructor({ instructorName: expand?.instructor?.name ?? '' })}
            </Link>
          </p>
        </div>
        {!isTaken && <OfferClock expiresAt={offer.expiresAt} onOver={onOver} />}
        {expand?.instructor?.considersTravel && (
          <p>{texts.pickUpMayBeTooFar({ instructorName: expand.instructor.name })}</p>
        )}
        {quote && <PriceLines lines={quote.lines} totalCents={quote.totalCents} />}
        {declining.isError && <Notice kind="failure">{messageFor(declining.error, texts.notChanged)}</Notice>}
        <div className="flex flex-wrap gap-3">
          {isTaken ? (
            <LinkButton to={bookingPath({ lesson: offer.lesson })}>{texts.goOnPaying}</LinkButton>
          ) : (
            <>
              <LinkButton to={bookingPath({ instructor, durationMinutes, start: startIso })}>{texts.bookIt}</LinkButton>
              <Button
                variant="secondary"
                isBusy={declining.isPending}
                busyText={texts.oneMoment}
                onClick={() => tell(declining.mutateAsync(id), { goOn: () => navigate(waitlistPath) })}
              >
                {texts.noThanks}
              </Button>
            </>
          )}
        </div>
      </div>
    </section>
  );
}

function Ended({ title, children }: { title: string; children: ReactNode }) {
  return (
    <EmptyState title={title} action={<LinkButton to={waitlistPath}>{texts.toYourWaitlist}</LinkButton>}>
      <p>{children}</p>
    </EmptyState>
  );
}
