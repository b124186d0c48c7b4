import ical, {
  ICalAlarmType,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import type { LessonFacts } from './find-lesson-facts.ts';

/** Who reads the calendar entry: only the learner's carries the start code. */
export type LessonSide = 'learner' | 'instructor';

export type LessonIcsOptions = {
  lesson: LessonFacts;
  side: LessonSide;
  /** REQUEST and CANCEL go with mails, PUBLISH into a downloaded file. */
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH';
  /** Grows with each change of the lesson; calendars keep the entry with the highest. */
  sequence: number;
  nowMs: number;
  publicUrl: string;
  organizer: { name: string; email: string };
};

const methods = {
  REQUEST: ICalCalendarMethod.REQUEST,
  CANCEL: ICalCalendarMethod.CANCEL,
  PUBLISH: ICalCalendarMethod.PUBLISH,
} as const;

/** The stable name of a lesson in all calendars. */
export function lessonUid(lessonId: string): string {
  return `${lessonId}@kerbside`;
}

/**
 * A lesson as an iCalendar text (RFC 5545, iTIP method as asked) with times in UTC, which every calendar shows in its reader's
 * zone.
 */
export function writeLessonIcs(options: LessonIcsOptions): string {
  const { lesson, side, method, nowMs, publicUrl, organizer } = options;
  const isGone = method === 'CANCEL';
  const calendar = ical({
    prodId: { company: 'Kerbside', product: 'Lessons', language: 'EN' },
    method: methods[method],
  });
  const event = calendar.createEvent({
    id: lessonUid(lesson.id),
    sequence: options.sequence,
    stamp: new Date(nowMs),
    start: new Date(lesson.startMs),
    end: new Date(lesson.endMs),
    summary: lessonTitle(lesson, side),
    location: lessonPlace(lesson),
    description: describeLesson(lesson, side),
    url: `${publicUrl}${lessonLink(lesson.id, side)}`,
    status: isGone ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer,
  });
  const [name, email] =
    side === 'learner' ? [lesson.learnerName, lesson.learnerEmail] : [lesson.instructorName, lesson.instructorEmail];
  if (method !== 'PUBLISH' && email !== '') {
    event.createAttendee({
      name: name || email,
      email,
      role: ICalAttendeeRole.REQ,
      status: ICalAttendeeStatus.ACCEPTED,
    });
  }
  if (!isGone)
    event.createAlarm({ type: ICalAlarmType.display, trigger: 2 * 3600, description: lessonTitle(lesson, side) });
  // Every line of the format ends with a line break, the last one too.
  return `${calendar.toString().trimEnd()}\r\n`;
}

/** `Driving lesson with Ravi Chandran`, or with the learner for the instructor. */
export function lessonTitle(lesson: LessonFacts, side: LessonSide): string {
  return `Driving lesson with ${side === 'learner' ? lesson.instructorName : lesson.learnerName}`;
}

/** The place of pick-up with its postal code, as one line. */
export function lessonPlace({ pickup, postalCode }: LessonFacts): string {
  return [pickup, postalCode && `Singapore ${postalCode}`].filter(Boolean).join(', ');
}

/** The page of the product on which a party finds the lesson. */
export function lessonLink(lessonId: string, side: LessonSide): string {
  return side === 'learner' ? `/dashboard/lesson-history?lesson=${lessonId}` : '/dashboard/schedule';
}

function describeLesson(lesson: LessonFacts, side: LessonSide): string {
  const car = [lesson.vehicleModel, lesson.vehiclePlate].filter(Boolean).join(', ');
  const lines =
    side === 'learner'
      ? [car && `Car: ${car}`, lesson.startCode && `Start code: ${lesson.startCode}. Say it when you are in the car.`]
      : [lesson.note && `Note: ${lesson.note}`];
  return [`${lesson.durationMinutes} minutes.`, ...lines].filter(Boolean).join('\n');
}
