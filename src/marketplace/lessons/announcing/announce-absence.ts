import type { RecordValues } from '#engine/collections/record-values.ts';
import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { parseInstant } from '../../availability/parse-instant.ts';
import { findLessonFacts, type LessonFacts } from '../../calendar/find-lesson-facts.ts';
import { type LessonSide, lessonLink } from '../../calendar/write-lesson-ics.ts';
import { notifyOnce, type ToNotify } from '../../notifications/notify-once.ts';
import { findContestedLesson } from './contested-lesson.store.ts';
import { timeText } from './lesson-words.ts';

type Sentence = (
  texts: ReturnType<typeof noticesIn>,
  words: { name: string; when: string; language: string },
) => string;
type Told = {
  facts: LessonFacts;
  side: LessonSide;
  key: string;
  title: (texts: ReturnType<typeof noticesIn>) => string;
};

/** Tells both sides that one of them is said to be missing: the missing one until when that can be contested, the other what becomes of the money. */
export async function announceMissing(engine: Engine, tx: Transaction, noShow: RecordValues): Promise<void> {
  const facts = await factsOf(tx, String(noShow.lesson));
  const missing: LessonSide = noShow.missing === 'learner' ? 'learner' : 'instructor';
  const until = (language: string) =>
    timeText(parseInstant(String(noShow.contestBy)) ?? 0, { timezone: facts.timezone, language });
  const refund = formatCents(Number(noShow.refundCents));
  const credit = formatCents(Number(noShow.creditCents));
  const told = (side: LessonSide, sentence: Sentence) =>
    notice({ facts, side, key: `no_show:${noShow.id}:${side}`, title: (texts) => texts.somebodyMissing }, sentence);
  await notifyOnce(engine, tx, [
    told(missing, (texts, { name, when, language }) =>
      texts.saysYouWereMissing({ name, when, until: until(language) }),
    ),
    ...(missing === 'instructor'
      ? [told('learner', (texts, { name, when }) => texts.instructorWasMissing({ name, when, refund, credit }))]
      : [told('instructor', (texts, { name, when }) => texts.learnerWasMissing({ name, when }))]),
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
  const told = { facts, side, key: `no_show_contest:${contest}:${side}` };
  await notifyOnce(engine, tx, [
    notice({ ...told, title: (texts) => texts.noShowContested }, (texts, words) => texts.saysToHaveBeenThere(words)),
  ]);
}

/** Tells both sides whom staff decided to have been missing, with their reason. */
export async function announceDecision(engine: Engine, tx: Transaction, decision: RecordValues): Promise<void> {
  const facts = await factsOf(tx, await findContestedLesson(tx, String(decision.contest)));
  const sides: LessonSide[] = ['learner', 'instructor'];
  await notifyOnce(
    engine,
    tx,
    sides.map((side) =>
      notice(
        { facts, side, key: `no_show_decision:${decision.id}:${side}`, title: (texts) => texts.noShowDecided },
        (texts, { name, when }) => {
          const words = { name, when, reason: String(decision.reason) };
          return decision.missing === side ? texts.decidedYouWereMissing(words) : texts.decidedTheyWereMissing(words);
        },
      ),
    ),
  );
}

async function factsOf(tx: Transaction, lesson: string): Promise<LessonFacts> {
  const facts = await findLessonFacts(tx, lesson);
  if (!facts) throw new Error(`There is no lesson ${lesson} to announce.`);
  return facts;
}

function notice({ facts, side, key, title }: Told, sentence: Sentence): ToNotify {
  return {
    user: side === 'learner' ? facts.learner : facts.instructorUser,
    write: (language) => {
      const texts = noticesIn(language);
      const when = timeText(facts.startMs, { timezone: facts.timezone, language });
      const name = side === 'learner' ? facts.instructorName : facts.learnerName;
      return { title: title(texts), message: sentence(texts, { name, when, language }) };
    },
    link: lessonLink(facts.id, side),
    key,
    isRequired: true,
  };
}
