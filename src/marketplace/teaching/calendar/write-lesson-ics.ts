import ical, {
  ICalAlarmType,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import { isLesson } from '#rules/lessons/lesson-states.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { mailsIn } from '#texts/by-language/mails.ts';
import { shownNote } from '../../platform/reads/shown-note.ts';
import type { CalendarFacts, FeedFacts } from './find-lesson-facts.ts';
import { lessonUid, moveUid } from './lesson-uid.ts';

/** Who reads the calendar entry: only the learner's carries the start code. */
export type LessonSide = 'learner' | 'instructor';

export type LessonIcsOptions = {
  lesson: CalendarFacts;
  side: LessonSide;
  /** REQUEST and CANCEL go with mails, PUBLISH into a downloaded file. */
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH';
  /** Grows with each change of the lesson; calendars keep the entry with the highest. */
  sequence: number;
  nowMs: number;
  publicUrl: string;
  organizer: { name: string; email: string };
};

const prodId = { company: 'Kerbside', product: 'Lessons', language: 'EN' };
const methods = {
  REQUEST: ICalCalendarMethod.REQUEST,
  CANCEL: ICalCalendarMethod.CANCEL,
  PUBLISH: ICalCalendarMethod.PUBLISH,
} as const;

/**
 * A lesson as an iCalendar text (RFC 5545, iTIP method as asked) with times in UTC, which every calendar shows in its reader's
 * zone.
 */
export function writeLessonIcs(options: LessonIcsOptions): string {
  const calendar = ical({ prodId, method: methods[options.method] });
  addLesson(calendar, options);
  return endLines(calendar);
}

type FeedLesson = Pick<LessonIcsOptions, 'lesson' | 'side'>;
type FeedLessonAndMove = { lesson: CalendarFacts & Partial<FeedFacts>; side: LessonSide };
type FeedOptions = Pick<LessonIcsOptions, 'nowMs' | 'publicUrl' | 'organizer'>;

/** Several lessons as one calendar that programs read again and again, each also at the time that it was asked to move to. */
export function writeFeed(lessons: readonly FeedLessonAndMove[], options: FeedOptions): string {
  const calendar = ical({ prodId, method: methods.PUBLISH, name: 'Kerbside', ttl: 3600 });
  for (const one of lessons) {
    addLesson(calendar, { ...options, ...one, method: 'PUBLISH', sequence: one.lesson.sequence });
    addAskedMove(calendar, one, options);
  }
  return endLines(calendar);
}

/** A lesson as an entry of its own, which has no method (RFC 4791, 4.1); its text is the same until the lesson changes. */
export function writeCalendarObject(
  { lesson, side }: FeedLesson,
  options: Pick<LessonIcsOptions, 'publicUrl' | 'organizer'>,
): string {
  const calendar = ical({ prodId });
  const { sequence, updatedMs: nowMs } = lesson;
  addLesson(calendar, { ...options, lesson, side, sequence, nowMs, method: 'PUBLISH' });
  return endLines(calendar);
}

function addAskedMove(
  calendar: ICalCalendar,
  { lesson, side }: FeedLessonAndMove,
  { nowMs, publicUrl, organizer }: FeedOptions,
): void {
  const { movesToMs } = lesson;
  if (movesToMs === undefined || movesToMs === null) return;
  const texts = mailsIn(languageOf(lesson, side));
  calendar.createEvent({
    id: moveUid(lesson.id),
    stamp: new Date(nowMs),
    start: new Date(movesToMs),
    end: new Date(movesToMs + lesson.endMs - lesson.startMs),
    summary: texts.moveAskedFor({ lesson: lessonTitle(lesson, side) }),
    location: lessonPlace(lesson, side),
    url: `${publicUrl}${lessonPath(lesson.id)}`,
    status: ICalEventStatus.TENTATIVE,
    organizer,
  });
}

// Every line of the format ends with a line break, the last one too.
function endLines(calendar: ICalCalendar): string {
  return `${calendar.toString().trimEnd()}\r\n`;
}

function addLesson(calendar: ICalCalendar, options: LessonIcsOptions): void {
  const { lesson, side, method, nowMs, publicUrl, organizer } = options;
  const isGone = method === 'CANCEL';
  const isRequest = lesson.status === 'requested';
  const event = calendar.createEvent({
    id: lessonUid(lesson.id),
    sequence: options.sequence,
    stamp: new Date(nowMs),
    start: new Date(lesson.startMs),
    end: new Date(lesson.endMs),
    summary: lessonTitle(lesson, side),
    location: lessonPlace(lesson, side),
    description: describeLesson(lesson, side),
    url: `${publicUrl}${lessonPath(lesson.id)}`,
    status: isGone ? ICalEventStatus.CANCELLED : isRequest ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    organizer,
  });
  const [name, email] =
    side === 'learner' ? [lesson.learnerName, lesson.learnerEmail] : [lesson.instructorName, lesson.instructorEmail];
  if (method !== 'PUBLISH' && email !== '') {
    event.createAttendee({
      name: name || email,
      email,
      role: ICalAttendeeRole.REQ,
      status: isRequest ? ICalAttendeeStatus.TENTATIVE : ICalAttendeeStatus.ACCEPTED,
    });
  }
  if (!isGone)
    event.createAlarm({ type: ICalAlarmType.display, trigger: 2 * 3600, description: lessonTitle(lesson, side) });
}

/** `Driving lesson with Ravi Chandran`, or with the learner for the instructor. */
function lessonTitle(lesson: CalendarFacts, side: LessonSide): string {
  const texts = mailsIn(languageOf(lesson, side));
  return texts.drivingLessonWith({ name: side === 'learner' ? lesson.instructorName : lesson.learnerName });
}

/** The language that a party's texts about a lesson are written in. */
export function languageOf(lesson: CalendarFacts, side: LessonSide): string {
  return side === 'learner' ? lesson.learnerLanguage : lesson.instructorLanguage;
}

/** The place of pick-up with its postal code, as one line. */
export function lessonPlace(lesson: CalendarFacts, side: LessonSide): string {
  const { pickup, postalCode } = lesson;
  const texts = mailsIn(languageOf(lesson, side));
  return [pickup, postalCode && texts.singaporePostalCode({ postalCode })].filter(Boolean).join(', ');
}

function describeLesson(lesson: CalendarFacts, side: LessonSide): string {
  const texts = mailsIn(languageOf(lesson, side));
  // As the record says it: the plate is for finding each other at the meeting point.
  const plate = isLesson('meeting', lesson.status) ? lesson.vehiclePlate : '';
  const car = [lesson.vehicleModel, plate].filter(Boolean).join(', ');
  const { licenceClass } = lesson;
  const ofClass = licenceClass && texts.classIs({ name: texts.classNamed({ licenceClass }) });
  const lines =
    side === 'learner'
      ? [car && texts.carIs({ car }), lesson.startCode && texts.startCodeIs({ code: lesson.startCode })]
      : [lesson.note && texts.noteIs({ note: shownNote(lesson.note, lesson.contactsUntilMs !== null) })];
  return [texts.minutesLong({ count: lesson.durationMinutes }), ofClass, ...lines].filter(Boolean).join('\n');
}
