import type { RecordValues } from '#engine/collections/record-values.ts';
import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { parseInstant } from '../../../platform/reads/parse-instant.ts';
import { timeText } from '../../../platform/reads/time-words.ts';
import { notifyOnce } from '../../../talk/notifications/notify-once.ts';
import { findLessonFacts } from '../../../teaching/calendar/find-lesson-facts.ts';
import type { LessonSide } from '../../../teaching/calendar/write-lesson-ics.ts';

/**
 * Tells of a proposal for another time: the other side that it waits for an answer and until when, or that it was withdrawn; once it was refused or nobody
 * answered, the side that made it that the lesson stays where it is.
 */
export async function announceProposal(engine: Engine, tx: Transaction, proposal: RecordValues): Promise<void> {
  const facts = await findLessonFacts(tx, String(proposal.lesson));
  if (!facts) throw new Error(`There is no lesson ${String(proposal.lesson)} to announce.`);
  const isOpen = proposal.status === 'proposed';
  const proposer: LessonSide = proposal.side === 'learner' ? 'learner' : 'instructor';
  const other: LessonSide = proposer === 'learner' ? 'instructor' : 'learner';
  const isWithdrawn = proposal.status === 'withdrawn';
  const told = isOpen || isWithdrawn ? other : proposer;
  const name = told === 'learner' ? facts.instructorName : facts.learnerName;
  await notifyOnce(engine, tx, [
    {
      user: told === 'learner' ? facts.learner : facts.instructorUser,
      write: (language) => {
        const texts = noticesIn(language);
        const written = { timezone: facts.timezone, language };
        const textOf = (value: unknown) => timeText(parseInstant(String(value)) ?? 0, written);
        const [from, to] = [textOf(proposal.fromStart), textOf(proposal.start)];
        if (isOpen) {
          const until = textOf(proposal.answerBy);
          return { title: texts.anotherTimeProposed, message: texts.proposesTime({ name, from, to, until }) };
        }
        const ended = proposal.status === 'refused' ? texts.refusedTime : texts.noAnswerToTime;
        const message = isWithdrawn ? texts.withdrewTime : ended;
        return { title: texts.lessonStaysPut, message: message({ name, from, to }) };
      },
      link: lessonPath(facts.id),
      key: `reschedule_${String(proposal.status)}:${proposal.id}:${told}`,
      isRequired: true,
    },
  ]);
}
