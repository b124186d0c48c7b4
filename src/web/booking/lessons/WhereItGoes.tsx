import { Link } from 'react-router';
import { creditPath } from '#rules/paths/money-paths.ts';
import * as texts from '#texts/cancelLesson.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { inline } from '../../platform/ui/inline.ts';
import { hasReceipt, usePaidPayments } from './use-paid-payment.ts';

/** `returnedCents`: what came back of a fee after that. */
type Sums = { refundCents: number; creditCents: number; toCreditCents: number; returnedCents?: number };

type WhereItGoesProps = { lesson: string; sums: Sums; isChosen?: boolean };

/**
 * Where its learner finds what came back for a lesson. `toCreditCents`: what of the refund became credit, as PayNow could not take it or, where
 * `isChosen`, its learner wanted it so.
 */
export function WhereItGoes({ lesson, sums, isChosen = false }: WhereItGoesProps) {
  const { refundCents, creditCents, toCreditCents, returnedCents = 0 } = sums;
  return (
    <>
      {refundCents > toCreditCents && <SentBack lesson={lesson} hasCredit={creditCents > 0} />}
      {toCreditCents > 0 && <p>{isChosen ? texts.youChoseCredit : texts.payNowTakesOneRefund}</p>}
      {creditCents + toCreditCents > 0 && <p>{creditIsThere()}</p>}
      {isChosen && returnedCents > 0 && <p>{texts.laterGoesTheWayYouPaid}</p>}
    </>
  );
}

/** What a bank has to show takes days; what credit or a package paid is there again at once. */
function SentBack({ lesson, hasCredit }: { lesson: string; hasCredit: boolean }) {
  const { refundWorkingDays } = usePolicy();
  const { data: payments = [] } = usePaidPayments(lesson);
  if (payments.some(hasReceipt)) return <p>{texts.bankShowsIt({ days: refundWorkingDays })}</p>;
  if (payments.some(({ drawnFrom }) => drawnFrom)) return <p>{texts.packageGetsIt}</p>;
  return payments.length > 0 && !hasCredit && <p>{creditIsThere()}</p>;
}

function creditIsThere() {
  return inline(texts.creditIsThere({ link: (text) => <Link to={creditPath}>{text}</Link> }));
}
