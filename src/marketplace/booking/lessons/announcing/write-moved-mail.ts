import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { mailsIn } from '#texts/by-language/mails.ts';
import { spanText, timeText, zoneText } from '../../../platform/reads/time-words.ts';
import { type MailWords, writeMailPage } from '../../../talk/notifications/write-mail-page.ts';
import type { LessonFacts } from '../../../teaching/calendar/find-lesson-facts.ts';
import { type LessonSide, languageOf } from '../../../teaching/calendar/write-lesson-ics.ts';
import { cancellationSentence } from './cancellation-sentence.ts';
import { pickUpWords } from './pick-up-words.ts';

type Moved = { side: LessonSide; fromMs: number; publicUrl: string; nowMs: number };

/** The mail that tells a party of a lesson's new time: when it is now and was before, where, with whom, and the terms that go with the new time. */
export function writeMovedMail(lesson: LessonFacts, { side, fromMs, publicUrl, nowMs }: Moved): MailWords {
  const { startMs, endMs, timezone } = lesson;
  const language = languageOf(lesson, side);
  const texts = mailsIn(language);
  const written = { timezone, language };
  const name = side === 'learner' ? lesson.instructorName : lesson.learnerName;
  const span = spanText(startMs, endMs, written);
  const rows: Array<[string, string]> = [
    [texts.when, `${span} ${zoneText(startMs, written)}`],
    [texts.before, timeText(fromMs, written)],
    [side === 'learner' ? texts.instructor : texts.learner, name],
    [texts.pickUp, pickUpWords(lesson, side)],
  ];
  return writeMailPage(
    {
      subject: texts.movedSubject({ name, when: span }),
      lead: texts.hasANewTime({ name }),
      rows: rows.filter(([, value]) => value !== ''),
      terms: side === 'learner' ? cancellationSentence(lesson, language, nowMs) : texts.priceStays,
      button: { text: texts.openTheLesson, link: `${publicUrl}${lessonPath(lesson.id)}` },
    },
    language,
  );
}
