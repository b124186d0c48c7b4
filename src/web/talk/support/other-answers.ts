import { provisionalLicenceYears } from '#rules/licence/licence-road.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import { formatUnit, formatWeekday } from '#texts/format-number.ts';
import * as texts from '#texts/support.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import type { HelpAnswer } from './help-answer.ts';

const minutes = (count: number) => formatUnit(count, 'minute');
const hours = (count: number) => formatUnit(count, 'hour');
const days = (count: number) => formatUnit(count, 'day');

/** About what Kerbside is and what one needs. */
export const startAnswers: readonly HelpAnswer[] = [
  {
    question: texts.kerbsideQuestion,
    answer: texts.kerbsideAnswer,
  },
  {
    question: texts.firstLessonNeedsQuestion,
    answer: texts.firstLessonNeedsAnswer({ age: provisionalLicenceYears }),
  },
  {
    question: texts.provisionalLicenceQuestion,
    answer: texts.provisionalLicenceAnswer,
  },
  {
    question: texts.licenceClassQuestion,
    answer: texts.licenceClassAnswer,
  },
  {
    question: texts.lessonsNeededQuestion,
    answer: texts.lessonsNeededAnswer,
  },
];

/** About messages and what one is told. */
export const messageAnswers = (v: PolicyValues): readonly HelpAnswer[] => [
  {
    question: texts.writingQuestion,
    answer: texts.writingAnswer,
  },
  {
    question: texts.hiddenNumbersQuestion,
    answer: texts.hiddenNumbersAnswer,
  },
  {
    question: texts.messagesKeptQuestion,
    answer: texts.messagesKeptAnswer({ chat: formatUnit(v.chatMonths, 'month') }),
  },
  {
    question: texts.channelsQuestion,
    answer: texts.channelsAnswer,
  },
  {
    question: texts.noMailsQuestion,
    answer: texts.noMailsAnswer,
  },
];

/** About the account and one's data. */
export const accountAnswers = (v: PolicyValues): readonly HelpAnswer[] => [
  {
    question: texts.forgottenPasswordQuestion,
    answer: texts.forgottenPasswordAnswer,
  },
  {
    question: texts.emailChangeQuestion,
    answer: texts.emailChangeAnswer,
  },
  {
    question: texts.knownPasswordQuestion,
    answer: texts.knownPasswordAnswer,
  },
  {
    question: texts.nricQuestion,
    answer: texts.nricAnswer,
  },
  {
    question: texts.whoSeesNumberQuestion,
    answer: texts.whoSeesNumberAnswer({ contact: hours(v.contactHours), address: days(v.addressDays) }),
  },
  {
    question: texts.whatIsKeptQuestion,
    answer: texts.whatIsKeptAnswer({
      booking: formatUnit(v.bookingYears, 'year'),
      chat: formatUnit(v.chatMonths, 'month'),
      address: days(v.addressDays),
    }),
  },
];

/** About what must never go wrong. */
export const safetyAnswers: readonly HelpAnswer[] = [
  {
    question: texts.otherPersonQuestion,
    answer: texts.otherPersonAnswer,
  },
  {
    question: texts.otherCarQuestion,
    answer: texts.otherCarAnswer,
  },
  {
    question: texts.notSafeQuestion,
    answer: texts.notSafeAnswer,
  },
  {
    question: texts.instructorChecksQuestion,
    answer: texts.instructorChecksAnswer,
  },
];

/** For instructors. */
export const teachingAnswers = (v: PolicyValues): readonly HelpAnswer[] => [
  {
    question: texts.whoCanTeachQuestion,
    answer: texts.whoCanTeachAnswer,
  },
  {
    question: texts.instructorFeeQuestion,
    answer: texts.instructorFeeAnswer({
      first: v.feeFirstPercent,
      hours: v.feeFirstHours,
      later: v.feeLaterPercent,
      cap: formatMoney(v.feeCapCents),
    }),
  },
  {
    question: texts.payoutQuestion,
    answer: texts.payoutAnswer({
      payable: hours(v.payoutAfterHours),
      weekday: formatWeekday(v.payoutWeekday),
      minimum: formatMoney(v.payoutMinimumCents),
    }),
  },
  {
    question: texts.workingHoursQuestion,
    answer: texts.workingHoursAnswer,
  },
  {
    question: texts.acceptingBookingsQuestion,
    answer: texts.acceptingBookingsAnswer,
  },
  {
    question: texts.learnerMissingQuestion,
    answer: texts.learnerMissingAnswer({ wait: minutes(v.noShowAfterMinutes), close: hours(v.autoCloseHours) }),
  },
  {
    question: texts.handingOverQuestion,
    answer: texts.handingOverAnswer,
  },
  {
    question: texts.startAndFinishQuestion,
    answer: texts.startAndFinishAnswer,
  },
];
