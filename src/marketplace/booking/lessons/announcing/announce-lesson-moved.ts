import type { RecordValues } from '#engine/collections/record-values.ts';
import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { parseInstant } from '../../../platform/reads/parse-instant.ts';
import { spanText, timeText } from '../../../platform/reads/time-words.ts';
import { notifyOnce, type ToNotify } from '../../../talk/notifications/notify-once.ts';
import { findLessonFacts, type LessonFacts } from '../../../teaching/calendar/find-lesson-facts.ts';
import { type LessonSide, writeLessonIcs } from '../../../teaching/calendar/write-lesson-ics.ts';
import { writeMovedMail } from './write-moved-mail.ts';

/**
 * Tells both parties of a lesson's new time, in the transaction that moves it: a notification and a mail each, whose calendar file carries the
 * number of the move, so that the entry goes along.
 */
export async function announceLessonMoved(engine: Engine, tx: Transaction, reschedule: RecordValues): Promise<void> {
  const facts = await findLessonFacts(tx, String(reschedule.lesson));
  if (!facts) throw new Error(`There is no lesson ${String(reschedule.lesson)} to announce.`);
  const fromMs = parseInstant(String(reschedule.fromStart)) ?? facts.startMs;
  const sides: LessonSide[] = ['learner', 'instructor'];
  await notifyOnce(
    engine,
    tx,
    sides.map((side) => noticeFor(facts, fromMs, side)),
  );
  for (const side of sides) await queueMail(engine, tx, { facts, fromMs, side });
}

const keyOf = (facts: LessonFacts, side: LessonSide) => `lesson_moved:${facts.id}:${facts.sequence}:${side}`;

function noticeFor(facts: LessonFacts, fromMs: number, side: LessonSide): ToNotify {
  const { startMs, endMs, timezone } = facts;
  return {
    user: side === 'learner' ? facts.learner : facts.instructorUser,
    write: (language) => {
      const texts = noticesIn(language);
      const name = side === 'learner' ? facts.instructorName : facts.learnerName;
      const when = spanText(startMs, endMs, { timezone, language });
      const from = timeText(fromMs, { timezone, language });
      return { title: texts.lessonMoved, message: texts.isNowAt({ name, from, when }) };
    },
    link: lessonPath(facts.id),
    key: keyOf(facts, side),
    hasOwnMail: true,
  };
}

async function queueMail(
  engine: Engine,
  tx: Transaction,
  { facts, fromMs, side }: { facts: LessonFacts; fromMs: number; side: LessonSide },
): Promise<void> {
  const [address, name] =
    side === 'learner' ? [facts.learnerEmail, facts.learnerName] : [facts.instructorEmail, facts.instructorName];
  if (address === '') return;
  const nowMs = engine.clock.nowMs();
  const ics = writeLessonIcs({
    lesson: facts,
    side,
    method: 'REQUEST',
    sequence: facts.sequence,
    nowMs,
    publicUrl: engine.publicUrl,
    organizer: { name: engine.sender.name, email: engine.sender.address },
  });
  await engine.mail.queue(
    tx,
    {
      kind: 'notice',
      to: name === '' ? { address } : { address, name },
      ...writeMovedMail(facts, { side, fromMs, publicUrl: engine.publicUrl, nowMs }),
      invitation: { method: 'REQUEST', ics },
    },
    keyOf(facts, side),
  );
}
