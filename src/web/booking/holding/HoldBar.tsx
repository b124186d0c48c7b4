import { Clock } from 'lucide-react';
import * as texts from '#texts/booking.ts';
import { classNames } from '../../platform/ui/class-names.ts';
import { formatClock } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { countdownOf, milestoneFor } from './hold-countdown.ts';

type HoldBarProps = { holdExpiresAt: string; nowMs: number; zone: string | undefined };

/** What is left of the hold, always in sight while it counts; screen readers hear milestones, not each second. */
export function HoldBar({ holdExpiresAt, nowMs, zone }: HoldBarProps) {
  const { text, msLeft, isShort } = countdownOf(holdExpiresAt, nowMs);
  return (
    <div
      className={classNames(
        'hold-bar sticky top-[4.25rem] z-20 mb-5 flex items-center gap-3 rounded border border-amber-line bg-amber-tint px-4 py-2.5',
        isShort && 'border-2 border-amber',
      )}
    >
      <Clock size={20} strokeWidth={1.75} aria-hidden className="shrink-0 text-amber-ink" />
      <p className="grow">
        {inline(
          texts.heldForYouUntilHoldExpiresAt({
            span: (text) => <span className="text-soft max-sm:unseen">{text}</span>,
            holdExpiresAt: formatClock(holdExpiresAt, zone),
          }),
        )}
        {isShort && <b className="font-semibold"> {texts.almostOver}</b>}
      </p>
      <p role="timer" aria-label={texts.timeLeftToPay} className="figures font-bold text-title">
        {text}
      </p>
      <p role="status" className="unseen">
        {milestoneFor(msLeft)}
      </p>
    </div>
  );
}
