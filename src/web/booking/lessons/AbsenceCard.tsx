import { Link } from 'react-router';
import { askAboutPath } from '#rules/paths/help-paths.ts';
import * as texts from '#texts/moving.ts';
import { MoneyLink } from '../../money/entries/MoneyLink.tsx';
import { useNow } from '../../platform/ground/use-now.ts';
import type { ActionLesson, ActionSide } from '../../platform/records/action-lesson.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatStart } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { OutcomeCard } from '../../platform/ui/OutcomeCard.tsx';
import { type NoShow, useNoShow } from './use-absences.ts';
import { type LessonPayment, usePaidPayments, usePayNowToCredit } from './use-paid-payment.ts';
import { WhereItGoes } from './WhereItGoes.tsx';

type AbsenceCardProps = { lesson: ActionLesson; side: ActionSide };

/** Who is said to have missed a lesson, what that comes to, and what it waits for: that it is contested, or what staff decide. */
export function AbsenceCard({ lesson, side }: AbsenceCardProps) {
  const isMissed = lesson.status.startsWith('no_show_');
  const { data: noShow } = useNoShow(lesson.id, isMissed || lesson.status === 'disputed');
  return noShow ? <Absence lesson={lesson} side={side} noShow={noShow} isMissed={isMissed} /> : null;
}

function Absence({ lesson, side, noShow, isMissed }: AbsenceCardProps & { noShow: NoShow; isMissed: boolean }) {
  const nowMs = useNow();
  const [contest] = noShow.expand?.no_show_contests_via_noShow ?? [];
  const [decision] = contest?.expand?.no_show_decisions_via_contest ?? [];
  const known = { ...noShow, ...decision };
  const isBack = known.missing === 'instructor';
  const isSettled = decision !== undefined || (!contest && nowMs > Date.parse(noShow.contestBy));
  const toCreditCents = usePayNowToCredit(lesson.id, isSettled && isBack ? known.refundCents : 0);
  // Disputed without a contest that waits: there is a claim, which has a page of its own.
  if (!isMissed && (!contest || decision)) return null;
  const phase = phaseOf(noShow, { isContested: contest !== undefined, isDecided: decision !== undefined, nowMs });
  const isOver = phase === 'over';
  const money = (cents: number) => cents > 0 && <MoneyLink cents={cents} of="lesson" id={lesson.id} />;
  return (
    <OutcomeCard
      id="absence"
      title={texts.missedLesson}
      rows={[
        [isOver ? texts.missing : texts.saidToBeMissing, nameOf(known.missing, side)],
        [texts.saidOn, formatStart(noShow.created)],
        [texts.decidedBecause, decision?.reason],
        [isOver ? texts.sentBack : texts.comesBack, isBack && money(known.refundCents - toCreditCents)],
        [isOver ? texts.addedToCredit : texts.credit, isBack && money(known.creditCents + toCreditCents)],
        [texts.charged, !isBack && money(noShow.feeCents + noShow.refundCents)],
      ]}
    >
      <Next phase={phase} side={side} noShow={known} start={lesson.start} toCreditCents={toCreditCents} />
    </OutcomeCard>
  );
}

type Phase = 'contestable' | 'contested' | 'over';

type Facts = { isContested: boolean; isDecided: boolean; nowMs: number };

function phaseOf({ contestBy }: NoShow, { isContested, isDecided, nowMs }: Facts): Phase {
  if (isContested) return isDecided ? 'over' : 'contested';
  return nowMs <= Date.parse(contestBy) ? 'contestable' : 'over';
}

function nameOf(missing: NoShow['missing'], side: ActionSide): string {
  if (missing === side) return texts.you;
  if (missing === 'learner') return side === 'admin' ? texts.theLearner : texts.yourLearner;
  return side === 'admin' ? texts.theInstructor : texts.yourInstructor;
}

type NextProps = { phase: Phase; side: ActionSide; noShow: NoShow; start: string; toCreditCents: number };

/** What happens next, and by when; once nothing does, where the money is. */
function Next({ phase, side, noShow, start, toCreditCents }: NextProps) {
  const { lesson, missing, refundCents, creditCents, contestBy } = noShow;
  const { data: payments = [] } = usePaidPayments(lesson);
  if (phase === 'over') {
    if (side !== 'learner' || missing !== 'instructor') return null;
    return (
      <div className="mt-3 grid gap-1 text-note text-soft">
        <WhereItGoes lesson={lesson} sums={{ refundCents, creditCents, toCreditCents }} />
      </div>
    );
  }
  let sentence = texts.staffDecideWhoWasMissing;
  if (phase === 'contestable') {
    const write = missing === 'instructor' ? comesBackWords[side] : staysPaidWords[side];
    sentence = write({
      until: formatStart(contestBy),
      refund: formatMoney(refundCents),
      credit: formatMoney(creditCents),
      hasCredit: String(creditCents > 0),
      isPaid: String(refundCents > 0),
      way: wayOf(payments),
    });
  }
  // Who contests has said what happened; the other account is asked for here.
  const isAsked = phase === 'contested' && side !== 'admin' && side !== missing;
  return (
    <>
      <p className="mt-3 text-note text-soft">{sentence}</p>
      {isAsked && (
        <p className="mt-1 text-note text-soft">
          {inline(texts.tellUsWhatYouSaw({ link: (text) => <Link to={accountPath(lesson, start)}>{text}</Link> }))}
        </p>
      )}
    </>
  );
}

/** Where the other side writes down what they saw: the lesson goes along, so that who decides finds it there. */
function accountPath(lesson: string, start: string): string {
  const subject = texts.myAccountOf({ when: formatStart(start) });
  return askAboutPath({ lesson, category: 'lesson', subject });
}

// PayNow is named wherever it paid: it may not take the money back.
function wayOf(payments: readonly LessonPayment[]): string {
  if (payments.some(({ method }) => method === 'paynow')) return 'paynow';
  if (payments.some(({ drawnFrom }) => drawnFrom)) return 'package';
  return payments.length > 0 && payments.every(({ method }) => method === 'credit') ? 'credit' : 'other';
}

const comesBackWords = {
  learner: texts.comesBackToYou,
  instructor: texts.comesBackUnlessYouContest,
  admin: texts.comesBackToLearner,
};
const staysPaidWords = {
  learner: texts.paidUnlessYouContest,
  instructor: texts.paidUnlessLearnerContests,
  admin: texts.paidUnlessLearnerContests,
};
