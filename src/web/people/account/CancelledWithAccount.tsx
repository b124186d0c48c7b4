import type { ReactNode } from 'react';
import * as texts from '#texts/account.ts';
import { formatUnit } from '#texts/format-number.ts';
import type { AheadCancelled, ClosingPlanAnswer } from '#wire/cancelling.ts';
import { wayWords } from '../../platform/records/refund-ways.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatStart } from '../../platform/ui/format-time.ts';

/** The lessons, packages and credit that go with an account: what each brings, and by which rule. */
export function CancelledWithAccount({ plan: { cancelling, packages, creditCents } }: { plan: ClosingPlanAnswer }) {
  if (cancelling.length + packages.length + creditCents === 0) return null;
  return (
    <section aria-labelledby="cancelled-with-account" className="grid gap-2">
      <h3 id="cancelled-with-account" className="font-semibold">
        {texts.whatIsCancelled}
      </h3>
      <p className="text-note text-soft">{texts.whatIsCancelledLead}</p>
      <ul className="divide-y divide-line rounded border border-line">
        {cancelling.map((lesson) => (
          <Line
            key={lesson.lesson}
            what={texts.lessonWith({ start: formatStart(lesson.start, lesson.timezone), name: lesson.withName })}
            sums={lesson.status === 'held' ? [] : sumsOf(lesson)}
            why={lesson.status === 'held' ? texts.timeYouHold : lesson.reason}
          />
        ))}
        {packages.map(({ side, refundCents, minutesLeft, withName, ...ended }) => (
          <Line
            key={ended.package}
            what={texts.packageWith({ name: withName, left: hoursOf(minutesLeft) })}
            sums={[
              side === 'learner'
                ? texts.youGetBack({ refund: formatMoney(refundCents), ways: wayWords([], refundCents) })
                : texts.learnerGetsBack({ refund: formatMoney(refundCents) }),
            ]}
            why={texts.packageEnds}
          />
        ))}
        {creditCents > 0 && (
          <Line
            what={texts.creditGivenUp({ credit: formatMoney(creditCents) })}
            sums={[]}
            why={texts.creditGivenUpHint}
          />
        )}
      </ul>
    </section>
  );
}

function sumsOf({ side, refundCents, keptBackCents, creditCents, instructorCents, ways }: AheadCancelled): string[] {
  const [refund, credit] = [formatMoney(refundCents + keptBackCents), formatMoney(creditCents)];
  if (side === 'learner') {
    if (creditCents > 0 && refundCents === 0) return [texts.thereforeCredit({ credit })];
    const back =
      refundCents > 0 ? texts.youGetBack({ refund, ways: wayWords(ways, refundCents) }) : texts.youGetNothingBack;
    return creditCents > 0 ? [back, texts.thereforeCredit({ credit })] : [back];
  }
  const sums = [texts.learnerGetsBack({ refund })];
  if (creditCents > 0) sums.push(texts.learnerGetsCreditToo({ credit }));
  if (instructorCents < 0) sums.push(texts.youPay({ amount: formatMoney(-instructorCents) }));
  return sums;
}

function hoursOf(minutes: number): string {
  return formatUnit(minutes / 60, 'hour');
}

function Line({ what, sums, why }: { what: string; sums: string[]; why: ReactNode }) {
  return (
    <li className="grid gap-0.5 px-3 py-2">
      <b className="figures font-semibold">{what}</b>
      {sums.map((sum) => (
        <span key={sum} className="figures">
          {sum}
        </span>
      ))}
      <span className="text-note text-soft">{why}</span>
    </li>
  );
}
