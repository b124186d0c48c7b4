import { useQuery } from '@tanstack/react-query';
import { isLesson } from '#rules/lessons/lesson-states.ts';
import * as texts from '#texts/lessons.ts';
import type { TakenBackAnswer, TakenBackLine } from '#wire/chargebacks.ts';
import { MoneyLink } from '../../money/entries/MoneyLink.tsx';
import type { ActionLesson, ActionSide } from '../../platform/records/action-lesson.ts';
import { readMarketplace } from '../../platform/session/backend.ts';
import { formatStart } from '../../platform/ui/format-time.ts';
import { OutcomeCard } from '../../platform/ui/OutcomeCard.tsx';

/** What the learner's bank takes back of a lesson's payment, and what that means for who looks; nothing where it takes none. */
export function TakenBackCard({ lesson, side }: { lesson: ActionLesson; side: ActionSide }) {
  const mayHave =
    isLesson('begun', lesson.status) || isLesson('missed', lesson.status) || isLesson('cancelled', lesson.status);
  const { data } = useQuery({
    queryKey: ['lesson', lesson.id, 'chargebacks'],
    queryFn: ({ signal }) => readMarketplace<TakenBackAnswer>(`lessons/${lesson.id}/chargebacks`, {}, signal),
    enabled: mayHave,
  });
  return data?.items.map((line) => (
    <TakenBack key={line.opened + line.status} id={lesson.id} line={line} side={side} />
  ));
}

type TakenBackProps = { id: string; line: TakenBackLine; side: ActionSide };

function TakenBack({ id, line, side }: TakenBackProps) {
  const { status, opened, decided, amountCents = 0, coveredCents = 0 } = line;
  const money = (cents: number) => cents > 0 && <MoneyLink cents={cents} of="lesson" id={id} />;
  return (
    <OutcomeCard
      id={`taken-back-${opened}`}
      title={side === 'learner' ? texts.yourBankTakesPaymentBack : texts.learnersBankTakesPaymentBack}
      rows={[
        [texts.takenBackOn, formatStart(opened)],
        [texts.takenBackSum, money(amountCents)],
        [side === 'learner' ? texts.takenBackCovered : texts.takenBackCoveredByLearner, money(coveredCents)],
        [texts.bankDecidedOn, decided && formatStart(decided)],
        [texts.bankDecision, decided && decisionOf(status, side)],
      ]}
    >
      <p className="mt-3 text-note text-soft">{meaningOf(line, side)}</p>
    </OutcomeCard>
  );
}

function decisionOf(status: TakenBackLine['status'], side: ActionSide): string {
  if (status === 'won') return texts.paymentStands;
  return side === 'learner' ? texts.bankGaveYouPayment : texts.bankKeepsPayment;
}

function meaningOf({ status, hasWaited, isBesideCase, coveredCents = 0 }: TakenBackLine, side: ActionSide): string {
  if (side !== 'learner') {
    if (status !== 'open') {
      return texts.moneyAfterBank({ hasWaited: String(hasWaited), isWon: String(status === 'won') });
    }
    return hasWaited ? texts.moneyWaitsForBank : texts.nothingWaitsForBank;
  }
  if (status === 'won') return coveredCents > 0 ? texts.coveredIsCredit : texts.paymentCountsAgain;
  if (status === 'lost') return texts.bankMoneyIsYours;
  return hasWaited && !isBesideCase ? texts.lessonWaitsForYourBank : texts.yourBankHasToDecide;
}
