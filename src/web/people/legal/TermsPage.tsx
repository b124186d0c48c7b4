import '../../platform/ground/public-styles.ts';
import { provisionalLicenceYears } from '#rules/licence/licence-road.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import { formatUnit, formatWeekday } from '#texts/format-number.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { LegalList, LegalPage, LegalPart } from './LegalPage.tsx';

const hours = (count: number) => formatUnit(count, 'hour');
const minutes = (count: number) => formatUnit(count, 'minute');

/** What people and Kerbside agree to. The figures are those of the policies in force, which each lesson keeps with it. */
export function TermsPage() {
  const policy = usePolicy();
  return (
    <LegalPage title="Terms" note="Each lesson keeps the terms it was booked under.">
      <LegalPart title="What Kerbside is">
        <p>
          A marketplace where learners book licensed private driving instructors. The contract for a lesson is between
          learner and instructor. Kerbside is no driving school: it teaches nobody, employs no instructor and owns no
          car. It keeps the diary, checks papers and passes the money on.
        </p>
      </LegalPart>
      <LegalPart title="What you need">
        <LegalList
          items={[
            `Learners: ${provisionalLicenceYears} years or older, with a valid provisional driving licence on the day of every lesson. Without it the instructor may end the lesson, which then counts as missed.`,
            "Instructors: a valid instructor's licence, a car registered for instruction, and insurance for it. We check them before an instructor is listed, and nothing can be booked after they end.",
          ]}
        />
      </LegalPart>
      <LegalPart title="Booking and paying">
        <LegalList items={bookingTerms(policy)} />
      </LegalPart>
      <LegalPart title="Cancelling and moving">
        <LegalList items={cancellingTerms(policy)} />
      </LegalPart>
      <LegalPart title="When something is not right">
        <LegalList
          items={[
            `First lesson with an instructor: within ${hours(policy.firstLessonClaimHours)} you can ask for your money back, or for the price as credit for a lesson with another. You can do so ${times(policy.firstLessonClaims)} at most; our staff decide.`,
            `Later lessons: tell us within ${hours(policy.claimHours)} of the end. You talk to the instructor first. Then both sides show what happened. After that we decide within ${workingDays(policy.decisionWorkingDays)}.`,
            "Somebody else than the checked person, another car, or expired insurance: there is no time limit. When we find that it was so, all of the money for that lesson comes back, and so do all unused package hours with the instructor. Where another person came, the lesson's money usually comes back at once.",
            `After ${minutes(policy.noShowAfterMinutes)} of waiting either side can say that the other did not come. The lesson then counts as missed. Whoever is said to be missing can contest that within ${hours(policy.contestHours)}, and we decide.`,
          ]}
        />
      </LegalPart>
      <LegalPart title="Instructors: fee and payout">
        <LegalList
          items={[
            `${policy.feeFirstPercent}% of the first ${policy.feeFirstHours} paid hours with a learner, then ${policy.feeLaterPercent}%. Never more than ${formatMoney(policy.feeCapCents)} for one learner. Nothing of learners who joined by their instructor's link before writing to them or booking with them here.`,
            `A lesson can be paid out ${hours(policy.payoutAfterHours)} after its end, unless a claim or a contest about it is open, or the learner's bank takes the payment back. Payouts go out every ${formatWeekday(policy.payoutWeekday)}, from ${formatMoney(policy.payoutMinimumCents)}.`,
          ]}
        />
      </LegalPart>
      <LegalPart title="Reviews">
        <p>
          Only after a finished, paid lesson, within {formatUnit(policy.reviewDays, 'day')}. Both sides write without
          seeing the other; each may reply once. We remove a review only where it breaks the law, somebody's privacy or
          these terms, and we keep a record of that.
        </p>
      </LegalPart>
    </LegalPage>
  );
}

function bookingTerms(policy: PolicyValues): string[] {
  const { holdMinutes, requestLapseHours, requestLapseShortHours, requestShortBelowHours, learnerWeekLessons } = policy;
  return [
    `A time you choose is held for ${minutes(holdMinutes)} while you pay, then released.`,
    'The price is all in and fixed when you book. Learners pay Kerbside nothing on top.',
    'Kerbside takes the money on behalf of the instructor and holds it until the lesson has taken place. What is due back goes the way you paid, or becomes credit where it can no longer go there, where you choose that as you cancel, or where a rule here says so.',
    `Most lessons are confirmed at once. Where the instructor confirms by hand and does not do so within ${hours(requestLapseHours)}, or within ${hours(requestLapseShortHours)} when the lesson is less than ${hours(requestShortBelowHours)} away, all your money comes back.`,
    `At most ${learnerWeekLessons} lessons a week with one instructor, unless the instructor allows more.`,
  ];
}

function cancellingTerms(policy: PolicyValues): string[] {
  const [first, ...later] = policy.tiers;
  const free = first?.hoursBefore ?? 0;
  const part = (percent: number) => (percent === 100 ? 'all of it' : percent === 50 ? 'half' : `${percent}%`);
  const last = policy.tiers.at(-1)?.hoursBefore ?? 0;
  return [
    `${hours(free)} or more before the start: ${part(first?.refundPercent ?? 0)} comes back, and either side can move the lesson at once. Later the other side has to agree to a move. A lesson is moved ${times(policy.maxReschedules)} at most.`,
    ...later.map(
      ({ hoursBefore, refundPercent }) => `Until ${hours(hoursBefore)} before: ${part(refundPercent)} comes back.`,
    ),
    `Less than ${hours(last)} before: nothing comes back. Some instructors ask for ${hours(free + policy.badgeEarlierHours)}: every step is then ${hours(policy.badgeEarlierHours)} earlier. You see that before paying.`,
    `Within ${minutes(policy.graceMinutes)} of booking, for a lesson more than ${hours(policy.graceBeyondHours)} away: all of it comes back.`,
    `A late cancellation before the start is forgiven ${times(policy.mercyPasses)} in ${formatUnit(policy.mercyMonths, 'month')} and returned as credit, without proof. Not with an instructor whose link you joined by: there the instructor decides whether to charge you.`,
    `If the instructor cancels, all of it comes back at any time. If that is less than ${hours(policy.goodwillBelowHours)} before, usually with ${formatMoney(policy.goodwillCents)} credit.`,
  ];
}

function times(count: number): string {
  return ['never', 'once', 'twice'][count] ?? `${count} times`;
}

function workingDays(days: number): string {
  return ['', 'one working day'][days] || `${days} working days`;
}
