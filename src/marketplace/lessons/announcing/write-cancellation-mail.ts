import { formatCents } from '#rules/money/format-cents.ts';
import { cancellingIn } from '#texts/by-language/cancelling.ts';
import { mailsIn } from '#texts/by-language/mails.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { localeFor } from '#texts/locale-for.ts';
import type { LessonFacts } from '../../calendar/find-lesson-facts.ts';
import { type LessonSide, languageOf, lessonLink } from '../../calendar/write-lesson-ics.ts';
import { type MailWords, writeMailPage } from '../../notifications/write-mail-page.ts';
import { spanText, zoneText } from './lesson-words.ts';

/** What a cancellation came to, as its parties are told. */
export type CancelledSums = {
  /** The state that the lesson was in, and who called it off. */
  from: string;
  by: 'learner' | 'instructor' | 'admin';
  reason: string;
  refundCents: number;
  creditCents: number;
  feeCents: number;
  /** What the instructor gets of it after the platform's fee; negative where the credit is theirs to pay. */
  instructorCents: number;
  ways: readonly { method: string; cents: number }[];
};

/** What becomes of the money, for one side. */
export function moneyFor(sums: CancelledSums, side: LessonSide, language: string): string {
  const texts = cancellingIn(language);
  const { refundCents, creditCents, instructorCents, feeCents } = sums;
  if (side === 'instructor') {
    const amount = formatCents(Math.abs(instructorCents));
    if (instructorCents > 0) return texts.partIsYours({ amount });
    return instructorCents < 0 ? texts.learnerCreditFromYou({ amount }) : '';
  }
  const back =
    refundCents > 0
      ? texts.comesBackToWays({ amount: formatCents(refundCents), ways: waysOf(sums.ways, refundCents, language) })
      : '';
  const credit = creditCents > 0 ? texts.creditAdded({ amount: formatCents(creditCents) }) : '';
  const nothing = back === '' && credit === '' && feeCents > 0 ? texts.nothingComesBack : '';
  return [back, credit, nothing].filter(Boolean).join(' ');
}

// Money goes back in the order of the ways: to a card first, credit last.
function waysOf(ways: CancelledSums['ways'], refundCents: number, language: string): string {
  const texts = cancellingIn(language);
  const names: Record<string, string> = {
    card: texts.wayCard,
    paynow: texts.wayPaynow,
    cash: texts.wayCash,
    credit: texts.wayCredit,
  };
  let left = refundCents;
  const used = ways.filter(({ cents }) => {
    const isUsed = left > 0;
    left -= cents;
    return isUsed;
  });
  const words = used.length > 0 ? used.map(({ method }) => names[method] ?? method) : [texts.wayPaid];
  return new Intl.ListFormat(localeFor(language), { type: 'conjunction' }).format(words);
}

/** The mail that tells a party of a cancelled lesson: by whom and why, what comes back and what it cost, and what can be done next. */
export function writeCancellationMail(
  lesson: LessonFacts,
  side: LessonSide,
  sums: CancelledSums,
  publicUrl: string,
): MailWords {
  const language = languageOf(lesson, side);
  const texts = mailsIn(language);
  const notices = noticesIn(language);
  const written = { timezone: lesson.timezone, language };
  const span = spanText(lesson.startMs, lesson.endMs, written);
  const name = side === 'learner' ? lesson.instructorName : lesson.learnerName;
  const sentences: Record<string, typeof notices.youCancelledIt> = {
    [side]: notices.youCancelledIt,
    admin: notices.staffCancelledIt,
  };
  const rows: Array<[string, string]> = [
    [texts.when, `${span} ${zoneText(lesson.startMs, written)}`],
    [side === 'learner' ? texts.instructor : texts.learner, name],
    [texts.reason, sums.reason],
    ...sumRows(sums, side, language),
  ];
  const isLearner = side === 'learner';
  const days = lesson.policy.refundWorkingDays;
  return writeMailPage(
    {
      subject: texts.cancelledSubject({ when: span, name }),
      lead: (sentences[sums.by] ?? notices.theyCancelledIt)({ name, when: span }),
      rows: rows.filter(([, value]) => value !== ''),
      terms: isLearner ? (sums.refundCents > 0 ? texts.backWithin({ days }) : '') : texts.timeIsFreeAgain,
      button: isLearner
        ? { text: texts.bookAnother, link: `${publicUrl}/dashboard/book-lesson?instructor=${lesson.instructor}` }
        : { text: texts.openTheSchedule, link: `${publicUrl}${lessonLink(lesson.id, side)}` },
    },
    language,
  );
}

function sumRows(sums: CancelledSums, side: LessonSide, language: string): Array<[string, string]> {
  const texts = mailsIn(language);
  const { refundCents, creditCents, feeCents, instructorCents } = sums;
  const shown = (cents: number) => (cents === 0 ? '' : formatCents(cents));
  if (side === 'instructor') {
    const label = instructorCents < 0 ? texts.fromYourEarnings : texts.yourPart;
    return [[label, shown(Math.abs(instructorCents))]];
  }
  return [
    [texts.comesBack, formatCents(refundCents)],
    [texts.credit, shown(creditCents)],
    [texts.costs, shown(feeCents)],
  ];
}
