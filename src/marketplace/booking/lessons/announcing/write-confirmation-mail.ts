import { formatCents } from '#rules/money/format-cents.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { mailsIn } from '#texts/by-language/mails.ts';
import { formatUnit } from '#texts/format-number.ts';
import { localeFor } from '#texts/locale-for.ts';
import { spanText, zoneText } from '../../../platform/reads/time-words.ts';
import { type MailPage, type MailWords, writeMailPage } from '../../../talk/notifications/write-mail-page.ts';
import type { LessonFacts } from '../../../teaching/calendar/find-lesson-facts.ts';
import { type LessonSide, languageOf } from '../../../teaching/calendar/write-lesson-ics.ts';
import { cancellationSentence } from './cancellation-sentence.ts';
import { pickUpWords } from './pick-up-words.ts';
import { priceLineWords } from './price-line-words.ts';

type MailOptions = { publicUrl: string; nowMs: number };

/** The mail that tells a party of a confirmed lesson: when, where, who, the price line by line and the cancellation terms. */
export function writeConfirmationMail(lesson: LessonFacts, side: LessonSide, options: MailOptions): MailWords {
  return writeMailPage(contentFor(lesson, side, options), languageOf(lesson, side));
}

function contentFor(lesson: LessonFacts, side: LessonSide, { publicUrl, nowMs }: MailOptions): MailPage {
  const { startMs, endMs, timezone, learnerName, instructorName } = lesson;
  const language = languageOf(lesson, side);
  const texts = mailsIn(language);
  const written = { timezone, language };
  const span = spanText(startMs, endMs, written);
  const when: [string, string] = [texts.when, `${span} ${zoneText(startMs, written)}`];
  const where: [string, string] = [texts.pickUp, pickUpWords(lesson, side)];
  const link = `${publicUrl}${lessonPath(lesson.id)}`;
  if (side === 'instructor') {
    return {
      subject: texts.newLessonSubject({ when: span, learnerName }),
      lead: texts.bookedAndPaid({ learnerName }),
      rows: filled([
        when,
        [texts.learner, learnerName],
        [texts.phone, lesson.learnerPhone],
        where,
        [texts.note, lesson.note],
        [texts.price, formatCents(lesson.priceCents)],
      ]),
      terms: texts.askForTheCode({
        payable: formatUnit(lesson.policy.payoutAfterHours, 'hour', localeFor(language)),
      }),
      button: { text: texts.openTheLesson, link },
    };
  }
  return {
    subject: texts.confirmedSubject({ when: span, instructorName }),
    lead: texts.confirmedAndPaid({ instructorName }),
    rows: filled([
      when,
      [texts.instructor, instructorName],
      [texts.phone, lesson.instructorPhone],
      [texts.licenceClass, lesson.licenceClass && texts.classNamed({ licenceClass: lesson.licenceClass })],
      [texts.car, [lesson.vehicleModel, lesson.vehiclePlate].filter(Boolean).join(', ')],
      where,
      [texts.startCode, lesson.startCode && texts.startCodeSayIt({ code: lesson.startCode })],
      ...lesson.lines.map((line): [string, string] => [priceLineWords(line, language), formatCents(line.cents)]),
      [texts.paid, formatCents(lesson.priceCents)],
    ]),
    terms: cancellationSentence(lesson, language, nowMs),
    button: { text: texts.openTheLesson, link },
  };
}

function filled(rows: Array<[string, string]>): Array<[string, string]> {
  return rows.filter(([, value]) => value !== '');
}
