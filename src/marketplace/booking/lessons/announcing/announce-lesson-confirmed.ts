import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import type { Letter } from '#engine/mail/mail-queue.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { spanText } from '../../../platform/reads/time-words.ts';
import { notifyOnce } from '../../../talk/notifications/notify-once.ts';
import { findLessonFacts, type LessonFacts } from '../../../teaching/calendar/find-lesson-facts.ts';
import { type LessonSide, writeLessonIcs } from '../../../teaching/calendar/write-lesson-ics.ts';
import { isPickUpOpen } from './pick-up-words.ts';
import { writeConfirmationMail } from './write-confirmation-mail.ts';

/**
 * Tells both parties that a lesson is confirmed, in the transaction that confirms it: a notification each (sent in real time after
 * the commit) and a mail each with an invitation for their calendars. Announcing a lesson twice has no second effect.
 */
export async function announceLessonConfirmed(
  engine: Engine,
  tx: Transaction,
  lesson: { id?: unknown },
): Promise<void> {
  const facts = await findLessonFacts(tx, String(lesson.id));
  if (!facts) throw new Error(`There is no lesson ${String(lesson.id)} to announce.`);
  await notify(engine, tx, facts);
  await engine.mail.queueAll(tx, [...letterTo(engine, facts, 'learner'), ...letterTo(engine, facts, 'instructor')]);
}

async function notify(engine: Engine, tx: Transaction, facts: LessonFacts): Promise<void> {
  const { startMs, endMs, timezone, instructorName, learnerName } = facts;
  const isOpen = isPickUpOpen(facts);
  await notifyOnce(engine, tx, [
    {
      user: facts.learner,
      write: (language) => {
        const texts = noticesIn(language);
        const when = spanText(startMs, endMs, { timezone, language });
        return {
          title: texts.lessonConfirmed,
          // Without the place: what is told is kept longer than it, and shown on phones.
          message: texts.teachesYou({ instructorName, when, isOpen }),
        };
      },
      link: lessonPath(facts.id),
      key: `lesson_confirmed:${facts.id}:learner`,
      hasOwnMail: true,
    },
    {
      user: facts.instructorUser,
      write: (language) => {
        const texts = noticesIn(language);
        const when = spanText(startMs, endMs, { timezone, language });
        return {
          title: texts.newLesson,
          message: texts.booked({ learnerName, when, isOpen }),
        };
      },
      link: lessonPath(facts.id),
      key: `lesson_confirmed:${facts.id}:instructor`,
      hasOwnMail: true,
    },
  ]);
}

// Nobody without an address has one.
function letterTo(engine: Engine, facts: LessonFacts, side: LessonSide): Letter[] {
  const [address, name] =
    side === 'learner' ? [facts.learnerEmail, facts.learnerName] : [facts.instructorEmail, facts.instructorName];
  if (address === '') return [];
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
  const mail = {
    kind: 'notice' as const,
    to: name === '' ? { address } : { address, name },
    ...writeConfirmationMail(facts, side, { publicUrl: engine.publicUrl, nowMs }),
    invitation: { method: 'REQUEST' as const, ics },
  };
  return [{ mail, key: `lesson_confirmed:${facts.id}:${side}` }];
}
