import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { giveLateShare } from '../absences/late-refund.ts';
import type { MoneyFacts, MoneyPlan } from '../lesson-money.ts';
import { bySystem, moveLesson } from '../move-lesson.ts';
import { type EndedLesson, findLessonsToClose, lockCalendarsOf } from './closing.store.ts';

/** How many are closed in one transaction: one flush to disk for all of them, and nobody who books at one of their instructors waits for long. */
const together = 20;
/** How many instructors' lessons are closed at the same time: after an outage there are days of them, and bookings go on meanwhile. */
const atOnce = 2;

/**
 * Closes lessons whose time to object to their end is over and settles their money (domain rule 21), the earliest first: also one that nobody
 * started, because a forgotten code is no missed lesson. A lesson that can't be closed now is tried again in the next sweep.
 */
export async function closeLessons(engine: Engine, nowMs: number): Promise<void> {
  let last: EndedLesson | undefined;
  for (;;) {
    const due = await findLessonsToClose(engine.db, nowMs, last);
    await Promise.all(
      byInstructor(due).map(async (lessons) => {
        for (let first = 0; first < lessons.length; first += together)
          await closeTogether(engine, lessons.slice(first, first + together), nowMs);
      }),
    );
    last = due.at(-1);
    if (!last) return;
  }
}

/** The lessons in so many parts; those of one instructor stay together, in the order of their ends, which their fees depend on. */
function byInstructor(lessons: readonly EndedLesson[]): EndedLesson[][] {
  const instructors = [...new Set(lessons.map(({ instructor }) => instructor))];
  const partOf = new Map(instructors.map((instructor, place) => [instructor, place % atOnce]));
  const parts = Array.from({ length: atOnce }, (_, part) =>
    lessons.filter((one) => partOf.get(one.instructor) === part),
  );
  return parts.filter((part) => part.length > 0);
}

// One that can't be closed holds none of the others: each is then closed by itself.
async function closeTogether(engine: Engine, lessons: readonly EndedLesson[], nowMs: number): Promise<void> {
  try {
    await closeAll(engine, lessons, nowMs);
  } catch (error) {
    const [first] = lessons;
    if (lessons.length > 1) for (const lesson of lessons) await closeTogether(engine, [lesson], nowMs);
    else engine.log.error({ err: error, lesson: first?.id }, 'A lesson that is due could not be closed.');
  }
}

async function closeAll(engine: Engine, lessons: readonly EndedLesson[], nowMs: number): Promise<void> {
  // By instructor, as everybody locks calendars and then accounts; those of one in the order of their ends, which their fees depend on.
  const ordered = lessons.toSorted((one, other) =>
    one.instructor < other.instructor ? -1 : Number(one.instructor > other.instructor),
  );
  await engine.db.transaction(async (tx) => {
    await lockCalendarsOf(tx, ordered);
    for (const { id, isLate } of ordered) {
      const move = { lesson: id, event: 'close' as const, by: bySystem, nowMs };
      await moveLesson(engine, tx, isLate ? { ...move, money: (facts) => lessLate(tx, facts, nowMs) } : move);
    }
  });
}

async function lessLate(tx: Transaction, facts: MoneyFacts, nowMs: number): Promise<MoneyPlan> {
  return { settle: await giveLateShare(tx, facts, { was: String(facts.lesson.status), nowMs }) };
}
