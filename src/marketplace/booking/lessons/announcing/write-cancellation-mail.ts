import { formatCents } from '#rules/money/format-cents.ts';
import { bookingPath } from '#rules/paths/booking-path.ts';
import { schedulePath } from '#rules/paths/teaching-paths.ts';
import { cancellingIn } from '#texts/by-language/cancelling.ts';
import { mailsIn } from '#texts/by-language/mails.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { localeFor } from '#texts/locale-for.ts';
import { spanText, zoneText } from '../../../platform/reads/time-words.ts';
import { type MailWords, writeMailPage } from '../../../talk/notifications/write-mail-page.ts';
import type { LessonFacts } from '../../../teaching/calendar/find-lesson-facts.ts';
import { type LessonSide, languageOf } from '../../../teaching/calendar/write-lesson-ics.ts';

/** What a cancellation came to, as its parties are told. */
export type CancelledSums = {
  /** The state that the lesson was in, and who called it off: the bank, where it took the payment back. */
  from: string;
  by: 'learner' | 'instructor' | 'admin' | 'bank';
  reason: string;
  refundCents: number;
  /** What comes back on top of it: discount that was kept when the package which paid it ended (rule 18). */
  keptBackCents?: number;
  creditCents: number;
  feeCents: number;
  /** What the instructor gets of it after the platform's fee; negative where the credit is theirs to pay. */
  instructorCents: number;
  ways: readonly { method: string; cents: number }[];
  /** Called off with the account of its learner, who books nothing more and gives up what is credit. */
  isLeaving?: boolean;
};

/** What becomes of the money, for one side. */
export function moneyFor(sums: CancelledSums, side: LessonSide, language: string): string {
  const texts = cancellingIn(language);
  const { refundCents, keptBackCents = 0, creditCents, instructorCents, feeCents } = sums;
  if (side === 'instructor') {
    const amount = formatCents(Math.abs(instructorCents));
    if (instructorCents > 0) return texts.partIsYours({ amount });
    return instructorCents < 0 ? texts.learnerCreditFromYou({ amount }) : '';
  }
  const back =
    refundCents > 0
      ? texts.comesBackToWays({
          amount: formatCents(refundCents + keptBackCents),
          ways: waysOf(sums.ways, refundCents, language),
        })
      : '';
  const credit = creditCents > 0 ? texts.creditAdded({ amount: formatCents(creditCents) }) : '';
  const kept = keptWords(sums, language);
  const nothing = back === '' && credit === '' && feeCents > 0 ? texts.nothingComesBack : '';
  return [back, kept, credit, nothing].filter(Boolean).join(' ');
}

// Money goes back in the order of the ways: to a card first, credit last.
function usedWays(ways: CancelledSums['ways'], refundCents: number): { method: string; cents: number }[] {
  let left = refundCents;
  return ways.flatMap(({ method, cents }) => {
    const used = Math.min(left, cents);
    left -= used;
    return used > 0 ? [{ method, cents: used }] : [];
  });
}

function keptWords({ keptBackCents = 0 }: CancelledSums, language: string): string {
  const texts = cancellingIn(language);
  return keptBackCents > 0 ? texts.keptComesBack({ amount: formatCents(keptBackCents) }) : '';
}

// What is there again at once, where no bank takes days to show it.
const atOnce = new Set(['credit', 'package', 'paynow_to_credit', 'chosen_credit']);

// What was paid otherwise, and is credit now.
const becameCredit = new Set(['paynow_to_credit', 'chosen_credit']);

function waysOf(ways: CancelledSums['ways'], refundCents: number, language: string): string {
  const texts = cancellingIn(language);
  const names: Record<string, string> = {
    card: texts.wayCard,
    paynow: texts.wayPaynow,
    cash: texts.wayCash,
    credit: texts.wayCredit,
    package: texts.wayPackage,
    ended_package: texts.wayPaid,
    paynow_to_credit: texts.wayCreditForPaynow,
    chosen_credit: texts.wayCreditAsChosen,
  };
  const words = usedWays(ways, refundCents).map(({ method }) => names[method] ?? method);
  if (words.length === 0) words.push(texts.wayPaid);
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
    bank: notices.bankTookItBack,
  };
  const rows: Array<[string, string]> = [
    [texts.when, `${span} ${zoneText(lesson.startMs, written)}`],
    [side === 'learner' ? texts.instructor : texts.learner, name],
    [texts.reason, sums.reason],
    ...sumRows(sums, side, language),
  ];
  const isLearner = side === 'learner';
  return writeMailPage(
    {
      subject: texts.cancelledSubject({ when: span, name }),
      lead: (sentences[sums.by] ?? notices.theyCancelledIt)({ name, when: span }),
      rows: rows.filter(([, value]) => value !== ''),
      terms: isLearner ? refundTerms(lesson, sums, language) : texts.timeIsFreeAgain,
      button: isLearner
        ? learnerButton(lesson, sums, publicUrl)
        : { text: texts.openTheSchedule, link: `${publicUrl}${schedulePath}` },
    },
    language,
  );
}

type Button = { text: string; link: string };

function learnerButton(lesson: LessonFacts, { isLeaving }: CancelledSums, publicUrl: string): Button {
  const texts = mailsIn(languageOf(lesson, 'learner'));
  return isLeaving
    ? { text: texts.openKerbside, link: publicUrl }
    : { text: texts.bookAnother, link: `${publicUrl}${bookingPath({ instructor: lesson.instructor })}` };
}

function refundTerms({ policy }: LessonFacts, sums: CancelledSums, language: string): string {
  const texts = mailsIn(language);
  const { ways, refundCents, creditCents, isLeaving } = sums;
  const used = usedWays(ways, refundCents);
  const isThere = used.length > 0 && used.every(({ method }) => atOnce.has(method));
  const days = policy.refundWorkingDays;
  if (isLeaving) {
    const isSent = refundCents > 0 && !isThere;
    const toCredit = creditCents > 0 || used.some(({ method }) => atOnce.has(method));
    return [isSent ? texts.refundWithin({ days }) : '', toCredit ? texts.creditEnds : ''].filter(Boolean).join(' ');
  }
  if (refundCents === 0) return '';
  const when = isThere ? texts.backAtOnce : texts.backWithin({ days });
  return [when, keptWords(sums, language)].filter(Boolean).join(' ');
}

function sumRows(sums: CancelledSums, side: LessonSide, language: string): Array<[string, string]> {
  const texts = mailsIn(language);
  const { refundCents, keptBackCents = 0, creditCents, feeCents, instructorCents } = sums;
  const shown = (cents: number) => (cents === 0 ? '' : formatCents(cents));
  // What the bank gave back is nothing that comes back from here.
  const isWithTheBank = sums.by === 'bank' && refundCents === 0;
  if (side === 'instructor') {
    const label = instructorCents < 0 ? texts.fromYourEarnings : texts.yourPart;
    return [[label, shown(Math.abs(instructorCents))]];
  }
  const toCreditCents = usedWays(sums.ways, refundCents)
    .filter(({ method }) => becameCredit.has(method))
    .reduce((sum, { cents }) => sum + cents, 0);
  return [
    [
      texts.comesBack,
      isWithTheBank || (toCreditCents === refundCents && toCreditCents > 0)
        ? ''
        : formatCents(refundCents + keptBackCents - toCreditCents),
    ],
    [texts.credit, shown(creditCents + toCreditCents)],
    // What was forgiven became credit: it costs nothing. An instructor's or staff's cancellation has no fee.
    [texts.costs, shown(Math.max(0, feeCents - creditCents))],
  ];
}
