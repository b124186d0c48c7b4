import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import type { LessonNews } from '#rules/lessons/lesson-life.ts';
import { announceLessonConfirmed } from './announcing/announce-lesson-confirmed.ts';
import { announceLessonDeclined } from './announcing/announce-lesson-declined.ts';
import { announceLessonLapsed } from './announcing/announce-lesson-lapsed.ts';
import { announceLessonLogged } from './announcing/announce-lesson-logged.ts';
import { announceLessonRequested } from './announcing/announce-lesson-requested.ts';

type Announce = (engine: Engine, tx: Transaction, lesson: Row) => Promise<void>;

/** Who says what. News without a line here are told to nobody. */
const announcements: Partial<Record<LessonNews, Announce>> = {
  confirmed: announceLessonConfirmed,
  requested: announceLessonRequested,
  declined: announceLessonDeclined,
  lapsed: announceLessonLapsed,
  logged: announceLessonLogged,
};

/** What follows a move, in its transaction: notifications and mails are queued, and after the commit every page that shows the lesson hears. */
export async function tellOfMove(
  engine: Engine,
  tx: Transaction,
  { lesson, news }: { lesson: Row; news?: LessonNews | undefined },
): Promise<void> {
  if (news) await announcements[news]?.(engine, tx, lesson);
  tx.afterCommit(() => publishLesson(engine, lesson));
}

/** Tells subscribers that a lesson changed outside the record calls. */
export function publishLesson(engine: Engine, lesson: Row): void {
  const collection = engine.collections.get('lessons');
  engine.realtime.publish({ collection, row: lesson, action: 'update' });
}
