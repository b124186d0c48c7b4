import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { spanText } from '../../platform/reads/time-words.ts';
import { notifyOnce } from '../../talk/notifications/notify-once.ts';
import { findLessonFacts } from '../../teaching/calendar/find-lesson-facts.ts';
import { listTakenFromLessons } from './made-there.store.ts';

/**
 * Tells instructors that people sent back, at the provider itself, what is held for a lesson of theirs that goes on: they would give it without knowing
 * that nothing, or less, is theirs for it.
 */
export async function tellTeachers(engine: Engine, tx: Transaction, refund: string): Promise<void> {
  for (const taken of await listTakenFromLessons(tx, refund)) await tellTeacher(engine, tx, { ...taken, refund });
}

type Taken = { refund: string; lesson: string; cents: number };

async function tellTeacher(engine: Engine, tx: Transaction, { refund, lesson, cents }: Taken): Promise<void> {
  const facts = await findLessonFacts(tx, lesson);
  if (!facts) return;
  const { startMs, endMs, timezone, learnerName } = facts;
  await notifyOnce(engine, tx, [
    {
      user: facts.instructorUser,
      type: 'payment',
      write: (language) => {
        const texts = noticesIn(language);
        const when = spanText(startMs, endMs, { timezone, language });
        const message = texts.lessonMoneySentBack({ amount: formatCents(cents), learnerName, when });
        return { title: texts.paymentSentBack, message };
      },
      link: lessonPath(lesson),
      key: `sent_back_there:${refund}:${lesson}`,
      isRequired: true,
    },
  ]);
}
