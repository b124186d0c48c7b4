import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { bookLessonPath } from '#rules/paths/booking-path.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { spanText } from '../../../platform/reads/time-words.ts';
import { notifyOnce } from '../../../talk/notifications/notify-once.ts';
import { findLessonFacts, type LessonFacts } from '../../../teaching/calendar/find-lesson-facts.ts';
import { type LessonSide, writeFeed } from '../../../teaching/calendar/write-lesson-ics.ts';
import { announceLessonConfirmed } from '../announcing/announce-lesson-confirmed.ts';
import { announceLessonRequested } from '../announcing/announce-lesson-requested.ts';
import { announcePaymentRefunded } from '../announcing/announce-payment-refunded.ts';
import { isPickUpOpen } from '../announcing/pick-up-words.ts';
import { writeSeriesMail } from './write-series-mail.ts';

/**
 * Tells both parties once of lessons that were paid together: a notification each, and where they are confirmed a mail each with all of them as one
 * calendar file. One lesson alone is told of as any other.
 */
export async function announceSeries(
  engine: Engine,
  tx: Transaction,
  lessons: readonly Row[],
  news: 'confirmed' | 'requested',
): Promise<void> {
  const [first] = lessons;
  if (!first) return;
  if (lessons.length === 1) {
    return news === 'confirmed'
      ? announceLessonConfirmed(engine, tx, first)
      : announceLessonRequested(engine, tx, first);
  }
  const all = await factsOf(tx, lessons);
  await notify(engine, tx, all, news);
  if (news === 'requested') return;
  await queueMail(engine, tx, all, 'learner');
  await queueMail(engine, tx, all, 'instructor');
}

/** Tells the learner that money for several lessons came too late, and that all of it goes back. */
export async function announceSeriesRefunded(
  engine: Engine,
  tx: Transaction,
  lessons: readonly Row[],
  payment: string,
): Promise<void> {
  const [first] = lessons;
  if (!first) return;
  if (lessons.length === 1) return announcePaymentRefunded(engine, tx, { payment, lesson: String(first.id) });
  const all = await factsOf(tx, lessons);
  const [{ learner, instructorName }] = all;
  await notifyOnce(engine, tx, [
    {
      user: learner,
      type: 'payment',
      write: (language) => {
        const texts = noticesIn(language);
        return {
          title: texts.paymentSentBack,
          message: texts.paymentCameTooLate({ instructorName, when: timesText(all, language) }),
        };
      },
      link: bookLessonPath,
      key: `payment_refunded:${payment}`,
      isRequired: true,
    },
  ]);
}

type Several = readonly [LessonFacts, ...LessonFacts[]];

async function factsOf(tx: Transaction, lessons: readonly Row[]): Promise<Several> {
  const all: LessonFacts[] = [];
  for (const { id } of lessons) {
    const facts = await findLessonFacts(tx, String(id));
    if (!facts) throw new Error(`There is no lesson ${String(id)} to announce.`);
    all.push(facts);
  }
  const [first, ...others] = all.sort((one, other) => one.startMs - other.startMs);
  if (!first) throw new Error('There are no lessons to announce.');
  return [first, ...others];
}

/** When the lessons are, one after the other. */
function timesText(lessons: readonly LessonFacts[], language: string): string {
  return lessons.map(({ startMs, endMs, timezone }) => spanText(startMs, endMs, { timezone, language })).join('; ');
}

async function notify(engine: Engine, tx: Transaction, all: Several, news: 'confirmed' | 'requested'): Promise<void> {
  const [first] = all;
  const { instructorName, learnerName } = first;
  const count = all.length;
  const isOpen = isPickUpOpen(first);
  const words = (language: string, side: LessonSide) => {
    const texts = noticesIn(language);
    const when = timesText(all, language);
    if (news === 'confirmed') {
      return side === 'learner'
        ? { title: texts.lessonsConfirmed({ count }), message: texts.teachesYou({ instructorName, when, isOpen }) }
        : { title: texts.newLessons({ count }), message: texts.booked({ learnerName, when, isOpen }) };
    }
    return side === 'learner'
      ? { title: texts.lessonsRequested({ count }), message: texts.answersEachByHand({ instructorName, when }) }
      : { title: texts.aLearnerAsksForLessons({ count }), message: texts.asksForWeekly({ learnerName, when }) };
  };
  const told = (side: LessonSide) => ({
    user: side === 'learner' ? first.learner : first.instructorUser,
    write: (language: string) => words(language, side),
    link: lessonPath(first.id),
    key: `series_${news}:${first.id}:${side}`,
    ...(news === 'confirmed' ? { hasOwnMail: true } : { isRequired: true }),
  });
  await notifyOnce(engine, tx, [told('learner'), told('instructor')]);
}

async function queueMail(engine: Engine, tx: Transaction, all: Several, side: LessonSide): Promise<void> {
  const [first] = all;
  const [address, name] =
    side === 'learner' ? [first.learnerEmail, first.learnerName] : [first.instructorEmail, first.instructorName];
  if (address === '') return;
  const nowMs = engine.clock.nowMs();
  const { publicUrl, sender } = engine;
  const organizer = { name: sender.name, email: sender.address };
  // An invitation has one event; several come as a file, in which later changes of each are found again by its name.
  const content = writeFeed(
    all.map((lesson) => ({ lesson, side })),
    { nowMs, publicUrl, organizer },
  );
  await engine.mail.queue(
    tx,
    {
      kind: 'notice',
      to: name === '' ? { address } : { address, name },
      ...writeSeriesMail(all, side, { publicUrl, nowMs }),
      attachments: [{ filename: 'lessons.ics', contentType: 'text/calendar; charset=utf-8', content }],
    },
    `series_confirmed:${first.id}:${side}`,
  );
}
