import { createHash } from 'node:crypto';
import type { Engine } from '#engine/engine.ts';
import { findShownLessons } from './find-shown-lessons.ts';
import { writeCalendarObject } from './write-lesson-ics.ts';

/** A lesson as an entry of its own in a calendar: the same text until something of it changes, and a tag of that text. */
export type CalendarObject = { id: string; startMs: number; endMs: number; text: string; etag: string };

/** The entries of somebody's calendar, soonest first. */
export async function findCalendarObjects(engine: Engine, user: string): Promise<CalendarObject[]> {
  const organizer = { name: engine.sender.name, email: engine.sender.address };
  return (await findShownLessons(engine, user)).map((shown) => {
    const { id, startMs, endMs } = shown.lesson;
    const text = writeCalendarObject(shown, { publicUrl: engine.publicUrl, organizer });
    return { id, startMs, endMs, text, etag: `"${tagOf(text)}"` };
  });
}

/** A tag that changes when any of the entries does. */
export function calendarTag(objects: readonly CalendarObject[]): string {
  return tagOf(objects.map(({ id, etag }) => `${id} ${etag}`).join('\n'));
}

function tagOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
