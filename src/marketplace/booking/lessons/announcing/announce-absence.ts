import type { RecordValues } from '#engine/collections/record-values.ts';
import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { parseInstant } from '../../../platform/reads/parse-instant.ts';
import { timeText } from '../../../platform/reads/time-words.ts';
import { notifyOnce, type ToNotify } from '../../../talk/notifications/notify-once.ts';
import { findLessonFacts, type LessonFacts } from '../../../teaching/calendar/find-lesson-facts.ts';
import type { LessonSide } from '../../../teaching/calendar/write-lesson-ics.ts';
import { becomesCredit, findContestedLesson } from './contested-lesson.store.ts';

type Words = { title: string; message: string };
/** What one side is told, in a language; `name` is the other side's. */
type Write = (language: string, words: { name: string; when: string }) => Words;
type Told = { facts: LessonFacts; side: LessonSide; key: string };

/** Tells both sides that one of them is said to be missing: the missing one until when that can be contested, the other what becomes of the money. */
export async function announceMissing(engine: Engine, tx: Transaction, noShow: RecordValues): Promise<void> {
  const facts = await factsOf(tx, String(noShow.lesson));
  const missing: LessonSide = noShow.missing === 'learner' ? 'learner' : 'instructor';
  const other: LessonSide = missing === 'learner' ? 'instructor' : 'learner';
  const told = (side: LessonSide) => ({ facts, side, key: `no_show:${noShow.id}:${noShow.contestBy}:${side}` });
  // It goes back when nobody can contest it any more, not now.
  const contestByMs = parseInstant(String(noShow.contestBy)) ?? engine.clock.nowMs();
  const isToCredit = missing === 'instructor' && (await becomesCredit(tx, facts.id, contestByMs));
  const untilIn = (language: string) => timeText(contestByMs, { timezone: facts.timezone, language });
  await notifyOnce(engine, tx, [
    notice(told(missing), (language, words) => {
      const texts = noticesIn(language);
      return {
        title: texts.somebodyMissing,
        message: texts.saysYouWereMissing({ ...words, until: untilIn(language) }),
      };
    }),
    notice(told(other), (language, words) => {
      const texts = noticesIn(language);
      const refund = formatCents(Number(noShow.refundCents));
      const creditCents = Number(noShow.creditCents);
      const hasCredit = String(creditCents > 0);
      const sums = { refund, credit: formatCents(creditCents), hasCredit, isToCredit: String(isToCredit) };
      const message =
        missing === 'instructor'
          ? texts.instructorWasMissing({ ...words, until: untilIn(language), ...sums })
          : texts.learnerWasMissing({ ...words, until: untilIn(language) });
      return { title: texts.somebodyMissing, message };
    }),
  ]);
}

/** Tells the other side that it is contested who was missing. */
export async function announceContest(
  engine: Engine,
  tx: Transaction,
  { contest, lesson, missing }: { contest: string; lesson: string; missing: LessonSide },
): Promise<void> {
  const facts = await factsOf(tx, lesson);
  const side: LessonSide = missing === 'learner' ? 'instructor' : 'learner';
  await notifyOnce(engine, tx, [
    notice({ facts, side, key: `no_show_contest:${contest}:${side}` }, (language, words) => {
      const texts = noticesIn(language);
      return { title: texts.noShowContested, message: texts.saysToHaveBeenThere(words) };
    }),
  ]);
}

type Uncontested = {
  noShow: string;
  lesson: string;
  refundCents: number;
  /** What of the price became credit, less what of all the credit covers the bank (so that it may be negative), and what was added besides. */
  creditedCents: number;
  extraCents: number;
};

/** Tells both sides that nobody contested in time that the instructor was missing, and what became of the money. */
export async function announceUncontested(engine: Engine, tx: Transaction, uncontested: Uncontested): Promise<void> {
  const { noShow, lesson, refundCents, creditedCents, extraCents } = uncontested;
  const facts = await factsOf(tx, lesson);
  const creditCents = Math.max(0, creditedCents + extraCents);
  const sums = {
    refund: formatCents(refundCents),
    hasRefund: String(refundCents > 0),
    credit: formatCents(creditCents),
    hasCredit: String(creditCents > 0),
  };
  const told = (side: LessonSide) => ({ facts, side, key: `no_show_settled:${noShow}:${side}` });
  await notifyOnce(engine, tx, [
    notice(told('learner'), (language, words) => {
      const texts = noticesIn(language);
      return { title: texts.missedLessonSettled, message: texts.missedLessonIsYours({ ...words, ...sums }) };
    }),
    notice(told('instructor'), (language, words) => {
      const texts = noticesIn(language);
      return { title: texts.missedLessonSettled, message: texts.missedLessonWentBack({ ...words, ...sums }) };
    }),
  ]);
}

/** Tells both sides whom staff decided to have been missing, with their reason. */
export async function announceDecision(engine: Engine, tx: Transaction, decision: RecordValues): Promise<void> {
  const facts = await factsOf(tx, await findContestedLesson(tx, String(decision.contest)));
  const sides: LessonSide[] = ['learner', 'instructor'];
  const notices = sides.map((side) =>
    notice({ facts, side, key: `no_show_decision:${decision.id}:${side}` }, (language, words) => {
      const texts = noticesIn(language);
      const withReason = { ...words, reason: String(decision.reason) };
      const message =
        decision.missing === side ? texts.decidedYouWereMissing(withReason) : texts.decidedTheyWereMissing(withReason);
      return { title: texts.noShowDecided, message };
    }),
  );
  await notifyOnce(engine, tx, notices);
}

async function factsOf(tx: Transaction, lesson: string): Promise<LessonFacts> {
  const facts = await findLessonFacts(tx, lesson);
  if (!facts) throw new Error(`There is no lesson ${lesson} to announce.`);
  return facts;
}

function notice({ facts, side, key }: Told, write: Write): ToNotify {
  return {
    user: side === 'learner' ? facts.learner : facts.instructorUser,
    write: (language) => {
      const when = timeText(facts.startMs, { timezone: facts.timezone, language });
      return write(language, { name: side === 'learner' ? facts.instructorName : facts.learnerName, when });
    },
    link: lessonPath(facts.id),
    key,
    isRequired: true,
  };
}
