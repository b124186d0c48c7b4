import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import type { TakenBack } from '../../../money/payments/till.ts';
import { spanText } from '../../../platform/reads/time-words.ts';
import { notifyOnce, type ToNotify } from '../../../talk/notifications/notify-once.ts';
import { findLessonFacts, type LessonFacts } from '../../../teaching/calendar/find-lesson-facts.ts';

/**
 * Tells the learner that their bank takes a lesson's payment back, and the instructor where money of theirs waits for that; and both what the bank
 * decided. Of a lesson that was called off for it both were told that it is off; whoever has closed the account is told nothing.
 */
export async function announceTakenBack(
  engine: Engine,
  tx: Transaction,
  lesson: string,
  takenBack: TakenBack,
): Promise<void> {
  if (takenBack.isOff) return;
  const facts = await findLessonFacts(tx, lesson);
  if (!facts) throw new Error(`There is no lesson ${lesson} to announce.`);
  const notices = takenBack.hasLeft ? [] : [toLearner(facts, takenBack)];
  if (takenBack.hasWaited) notices.push(toInstructor(facts, takenBack));
  await notifyOnce(engine, tx, notices);
}

function toLearner(
  facts: LessonFacts,
  { status, amountCents, coveredCents, hasWaited, isBesideCase, chargeback }: TakenBack,
): ToNotify {
  // What is open about it here besides goes on.
  const waits = hasWaited && !isBesideCase;
  const isOpen = facts.status === 'disputed' || facts.status === 'no_show_instructor';
  return {
    user: facts.learner,
    type: 'payment',
    write: (language) => {
      const texts = noticesIn(language);
      const words = {
        ...{ amount: formatCents(amountCents), instructorName: facts.instructorName, when: whenIn(facts, language) },
        ...{ covered: formatCents(coveredCents), hasCovered: String(coveredCents > 0), hasWaited: String(waits) },
      };
      if (status !== 'open') {
        const message = texts.bankDecidedForLearner({ ...words, isWon: String(status === 'won') });
        return { title: texts.bankDecided, message };
      }
      const now = waits ? 'waits' : isOpen ? 'open' : 'over';
      return { title: texts.yourBankTakesBack, message: texts.yourBankTakesLessonBack({ ...words, now }) };
    },
    link: lessonPath(facts.id),
    key: `taken_back:${chargeback}:${status === 'open' ? 'opened' : 'decided'}:learner`,
    isRequired: true,
  };
}

function toInstructor(facts: LessonFacts, { status, chargeback, hasLeft }: TakenBack): ToNotify {
  return {
    user: facts.instructorUser,
    type: 'payment',
    write: (language) => {
      const texts = noticesIn(language);
      const words = { learnerName: facts.learnerName, hasLeft: String(hasLeft), when: whenIn(facts, language) };
      if (status === 'open') return { title: texts.moneyWaitsForBank, message: texts.bankHoldsLessonMoney(words) };
      const message = texts.bankDecidedForInstructor({ ...words, isWon: String(status === 'won') });
      return { title: texts.moneyWaitsNoLonger, message };
    },
    link: lessonPath(facts.id),
    key: `taken_back:${chargeback}:${status === 'open' ? 'opened' : 'decided'}:instructor`,
    isRequired: true,
  };
}

function whenIn({ startMs, endMs, timezone }: LessonFacts, language: string): string {
  return spanText(startMs, endMs, { timezone, language });
}
