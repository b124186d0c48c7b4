import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { platformZone } from '#rules/time/platform-zone.ts';
import * as texts from '#texts/booking.ts';
import { formatUnit } from '#texts/format-number.ts';
import type { QuoteAnswer } from '#wire/booking.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { PriceLines } from '../../platform/records/PriceLines.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { ErrorState } from '../../platform/ui/ErrorState.tsx';
import { AfterDelay, Skeleton } from '../../platform/ui/Skeleton.tsx';
import { SlowHold } from '../holding/SlowHold.tsx';
import { cancellationSentence } from './cancellation-sentence.ts';

type QuoteSummaryProps = {
  quote: UseQueryResult<QuoteAnswer>;
  zone: string | undefined;
  /** The form that the button sends. */
  formId: string;
  /** The time is held already: the button goes on to pay. */
  isHeld: boolean;
  isHolding: boolean;
  /** The last try got no answer: the button repeats it. */
  isRepeat: boolean;
  /** The time cannot be had: the button is not offered. */
  isBlocked: boolean;
  /** Why the last try failed, shown at the button. */
  problem: ReactNode;
};

/** The price line by line, the cancellation terms and the button that holds the time. */
export function QuoteSummary({
  quote,
  zone,
  formId,
  isHeld,
  isHolding,
  isRepeat,
  isBlocked,
  problem,
}: QuoteSummaryProps) {
  const { holdMinutes } = usePolicy();
  return (
    <aside aria-label={texts.price} className="card overflow-hidden lg:sticky lg:top-24">
      <div className="kerb" aria-hidden />
      <div className="p-5">
        {quote.isError && (
          <ErrorState
            title={texts.priceNotLoaded}
            detail={texts.noHoldWithoutPrice}
            onRetry={() => void quote.refetch()}
          />
        )}
        {quote.isPending && (
          <AfterDelay what={texts.thePrice}>
            <Skeleton className="mb-2 h-5" />
            <Skeleton className="mb-2 h-5" />
            <Skeleton className="h-7" />
          </AfterDelay>
        )}
        {quote.data && (
          <>
            <PriceLines lines={quote.data.lines} totalCents={quote.data.totalCents} />
            {problem}
            {!isBlocked && (
              <Button
                type="submit"
                form={formId}
                className="mt-5 min-h-12 w-full"
                isBusy={isHolding}
                busyText={texts.holdingTheTime}
              >
                {isRepeat
                  ? texts.tryHoldAgain
                  : isHeld
                    ? texts.goOnToPay
                    : texts.holdThisTime({ hold: formatUnit(holdMinutes, 'minute') })}
              </Button>
            )}
            {isHolding && <SlowHold />}
            <p className="mt-3 text-note text-soft">
              {isBlocked ? texts.chooseAnotherTimeToGo : texts.youPayInTheNext}
            </p>
            <p className="lane-top mt-4 pt-4 text-note">
              {cancellationSentence(quote.data.cancellation, {
                nowMs: currentTime().getTime(),
                totalCents: quote.data.totalCents,
                zone: zone ?? platformZone,
              })}
            </p>
          </>
        )}
      </div>
    </aside>
  );
}
