import type { Queryable, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import type { Letter } from '#engine/mail/mail-queue.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { spanText } from '../../../platform/reads/time-words.ts';
import { notifyOnce, type ToNotify } from '../../../talk/notifications/notify-once.ts';
import { findLessonFacts, type LessonFacts } from '../../../teaching/calendar/find-lesson-facts.ts';
import { type LessonSide, writeLessonIcs } from '../../../teaching/calendar/write-lesson-ics.ts';
import { findLeaving } from './leaving.store.ts';
import { type CancelledSums, moneyFor, writeCancellationMail } from './write-cancellation-mail.ts';

type Cancelled = { lesson: string; sums: CancelledSums };

/**
 * Tells both parties that a lesson was called off and what becomes of its money, in the transaction that does it: a notification and a mail
 * each. What stood in their calendars goes (METHOD:CANCEL with the number of the last move). A hold that nobody paid is nobody's news.
 */
export async function announceLessonCancelled(engine: Engine, tx: Transaction, cancelled: Cancelled): Promise<void> {
  const { lesson, sums } = cancelled;
  if (sums.from === 'held') return;
  const facts = await findFacts(tx, lesson);
  await notifyOnce(engine, tx, [notice(facts, sums, 'learner'), notice(facts, sums, 'instructor')]);
  const isLeaving = facts.learner !== '' && (await findLeaving(tx)) === facts.learner;
  await engine.mail.queueAll(tx, [
    ...letterTo(engine, { facts, sums: { ...sums, isLeaving }, side: 'learner' }),
    ...letterTo(engine, { facts, sums, side: 'instructor' }),
  ]);
}

async function findFacts(db: Queryable, lesson: string): Promise<LessonFacts> {
  const facts = await findLessonFacts(db, lesson);
  if (!facts) throw new Error(`There is no lesson ${lesson} to announce.`);
  return facts;
}

function notice(facts: LessonFacts, sums: CancelledSums, side: LessonSide): ToNotify {
  const { startMs, endMs, timezone } = facts;
  const name = side === 'learner' ? facts.instructorName : facts.learnerName;
  return {
    user: side === 'learner' ? facts.learner : facts.instructorUser,
    write: (language) => {
      const texts = noticesIn(language);
      const when = spanText(startMs, endMs, { timezone, language });
      const sentences = { [side]: texts.youCancelledIt, admin: texts.staffCancelledIt, bank: texts.bankTookItBack };
      const what = (sentences[sums.by] ?? texts.theyCancelledIt)({ name, when });
      return { title: texts.lessonCancelled, message: `${what} ${moneyFor(sums, side, language)}`.trim() };
    },
    link: lessonPath(facts.id),
    key: `lesson_cancelled:${facts.id}:${side}`,
    hasOwnMail: true,
  };
}

type Told = { facts: LessonFacts; sums: CancelledSums; side: LessonSide };

// Nobody without an address has one.
function letterTo(engine: Engine, { facts, sums, side }: Told): Letter[] {
  const [address, name] =
    side === 'learner' ? [facts.learnerEmail, facts.learnerName] : [facts.instructorEmail, facts.instructorName];
  if (address === '') return [];
  const ics = writeLessonIcs({
    lesson: { ...facts, startCode: '' },
    side,
    method: 'CANCEL',
    sequence: facts.sequence,
    nowMs: engine.clock.nowMs(),
    publicUrl: engine.publicUrl,
    organizer: { name: engine.sender.name, email: engine.sender.address },
  });
  const mail = {
    kind: 'notice' as const,
    to: name === '' ? { address } : { address, name },
    ...writeCancellationMail(facts, side, sums, engine.publicUrl),
    // A request was never in a calendar by mail.
    ...(sums.from === 'confirmed' ? { invitation: { method: 'CANCEL' as const, ics } } : {}),
  };
  return [{ mail, key: `lesson_cancelled:${facts.id}:${side}` }];
}
