import { Check } from 'lucide-react';
import * as texts from '#texts/booking.ts';
import { classNames } from '../../platform/ui/class-names.ts';

const names = [texts.time, texts.pickUpAndPrice, texts.pay, texts.booked] as const;

/**
 * Where a booking is on its way, drawn as a lane: steps done, the step at hand, steps to come. One of them asks for the terms, so their banner leaves
 * these pages alone.
 */
export function BookingSteps({ current }: { current: 1 | 2 | 3 | 4 }) {
  return (
    <ol
      aria-label={texts.stepsOfBooking}
      className="asks-terms mb-6 flex flex-wrap items-center gap-2 text-note md:gap-3"
    >
      {names.map((name, index) => {
        const number = index + 1;
        const isHere = number === current;
        return (
          <li
            key={name}
            aria-current={isHere ? 'step' : undefined}
            className={classNames(
              'flex items-center gap-2 whitespace-nowrap',
              index > 0 &&
                'grow before:h-0 before:min-w-2 before:grow before:border-line-strong before:border-t-2 before:border-dashed',
              isHere ? 'font-semibold' : 'text-soft',
            )}
          >
            <span
              className={classNames(
                'figures flex size-6 shrink-0 items-center justify-center rounded-full border text-label',
                number < current && 'border-green bg-green text-on-green',
                isHere && 'border-ink bg-ink text-paper',
                number > current && 'border-line-strong',
              )}
            >
              {number < current ? <Check size={14} strokeWidth={2.5} aria-hidden /> : number}
            </span>
            <span className={isHere ? undefined : 'max-md:unseen'}>
              {name}
              {number < current && <span className="unseen"> {texts.done}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
