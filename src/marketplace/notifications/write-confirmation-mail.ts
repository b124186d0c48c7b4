import { formatCents } from '#rules/money/format-cents.ts';
import type { LessonFacts } from '../calendar/find-lesson-facts.ts';
import { type LessonSide, lessonLink, lessonPlace } from '../calendar/write-lesson-ics.ts';
import { cancellationSentence } from './cancellation-sentence.ts';
import { spanText, zoneText } from './lesson-words.ts';
import { type MailPage, type MailWords, writeMailPage } from './write-mail-page.ts';

type MailOptions = { publicUrl: string; nowMs: number };

/** The mail that tells a party of a confirmed lesson: when, where, who, the price line by line and the cancellation terms. */
export function writeConfirmationMail(lesson: LessonFacts, side: LessonSide, options: MailOptions): MailWords {
  return writeMailPage(contentFor(lesson, side, options));
}

function contentFor(lesson: LessonFacts, side: LessonSide, { publicUrl, nowMs }: MailOptions): MailPage {
  const { startMs, endMs, timezone } = lesson;
  const when: [string, string] = ['When', `${spanText(startMs, endMs, timezone)} ${zoneText(startMs, timezone)}`];
  const where: [string, string] = ['Pick-up', lessonPlace(lesson)];
  const link = `${publicUrl}${lessonLink(lesson.id, side)}`;
  if (side === 'instructor') {
    return {
      subject: `New lesson: ${spanText(startMs, endMs, timezone)}, ${lesson.learnerName}`,
      lead: `${lesson.learnerName} booked and paid a lesson with you.`,
      rows: filled([
        when,
        ['Learner', lesson.learnerName],
        ['Phone', lesson.learnerPhone],
        where,
        ['Note', lesson.note],
        ['Price', formatCents(lesson.priceCents)],
      ]),
      terms:
        'Ask the learner for the four-digit start code when you are both in the car. The money is yours 72 hours after the lesson.',
      button: { text: 'Open the lesson', link },
    };
  }
  return {
    subject: `Confirmed: ${spanText(startMs, endMs, timezone)} with ${lesson.instructorName}`,
    lead: `Your driving lesson with ${lesson.instructorName} is confirmed and paid.`,
    rows: filled([
      when,
      ['Instructor', lesson.instructorName],
      ['Phone', lesson.instructorPhone],
      ['Car', [lesson.vehicleModel, lesson.vehiclePlate].filter(Boolean).join(', ')],
      where,
      ['Start code', lesson.startCode && `${lesson.startCode} (say it when you are in the car)`],
      ...lesson.lines.map(({ text, cents }): [string, string] => [text, formatCents(cents)]),
      ['Paid', formatCents(lesson.priceCents)],
    ]),
    terms: cancellationSentence(lesson, nowMs),
    button: { text: 'Open the lesson', link },
  };
}

function filled(rows: Array<[string, string]>): Array<[string, string]> {
  return rows.filter(([, value]) => value !== '');
}
