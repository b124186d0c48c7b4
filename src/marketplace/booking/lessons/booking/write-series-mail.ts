import { formatCents } from '#rules/money/format-cents.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { mailsIn } from '#texts/by-language/mails.ts';
import { formatUnit } from '#texts/format-number.ts';
import { localeFor } from '#texts/locale-for.ts';
import { spanText, zoneText } from '../../../platform/reads/time-words.ts';
import { type MailWords, writeMailPage } from '../../../talk/notifications/write-mail-page.ts';
import type { LessonFacts } from '../../../teaching/calendar/find-lesson-facts.ts';
import { type LessonSide, languageOf } from '../../../teaching/calendar/write-lesson-ics.ts';
import { cancellationSentence } from '../announcing/cancellation-sentence.ts';
import { pickUpWords } from '../announcing/pick-up-words.ts';

/** The mail that tells a party of lessons that were paid together: each with its time, price and, for its learner, its own start code. */
export function writeSeriesMail(
  lessons: readonly [LessonFacts, ...LessonFacts[]],
  side: LessonSide,
  { publicUrl, nowMs }: { publicUrl: string; nowMs: number },
): MailWords {
  const [first] = lessons;
  const language = languageOf(first, side);
  const texts = mailsIn(language);
  const { instructorName, learnerName } = first;
  const isLearner = side === 'learner';
  const timeOf = ({ startMs, endMs, timezone }: LessonFacts) => {
    const written = { timezone, language };
    return `${spanText(startMs, endMs, written)} ${zoneText(startMs, written)}`;
  };
  const sumCents = lessons.reduce((sum, { priceCents }) => sum + priceCents, 0);
  const each = lessons.map((lesson, index): [string, string] => [
    texts.lessonNumber({ number: index + 1 }),
    [
      timeOf(lesson),
      formatCents(lesson.priceCents),
      isLearner && lesson.startCode ? texts.startCodeIs({ code: lesson.startCode }) : '',
    ]
      .filter(Boolean)
      .join(' · '),
  ]);
  const other: Array<[string, string]> = isLearner
    ? [
        [texts.instructor, instructorName],
        [texts.phone, first.instructorPhone],
      ]
    : [
        [texts.learner, learnerName],
        [texts.phone, first.learnerPhone],
      ];
  const rows: Array<[string, string]> = [
    ...each,
    ...other,
    [texts.pickUp, pickUpWords(first, side)],
    [isLearner ? texts.paid : texts.price, formatCents(sumCents)],
  ];
  const payable = formatUnit(first.policy.payoutAfterHours, 'hour', localeFor(language));
  const count = lessons.length;
  return writeMailPage(
    {
      subject: isLearner
        ? texts.confirmedSeriesSubject({ count, instructorName })
        : texts.newSeriesSubject({ count, learnerName }),
      lead: isLearner
        ? texts.seriesConfirmedAndPaid({ count, instructorName })
        : texts.bookedAndPaidSeries({ count, learnerName }),
      rows: rows.filter(([, value]) => value !== ''),
      terms: isLearner
        ? `${texts.eachByItself} ${cancellationSentence(first, language, nowMs)}`
        : texts.askForTheCode({ payable }),
      button: { text: texts.openTheLesson, link: `${publicUrl}${lessonPath(first.id)}` },
    },
    language,
  );
}
