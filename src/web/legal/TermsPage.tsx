import '../app/public-styles.ts';
import { LegalList, LegalPage, LegalPart } from './LegalPage.tsx';

/** What people and Kerbside agree to. The figures are those of the policies in force, which each lesson keeps with it. */
export function TermsPage() {
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
            'Learners: 18 years or older, with a valid provisional driving licence on the day of every lesson. Without it the instructor may end the lesson, which then counts as missed.',
            "Instructors: a valid instructor's licence, a car registered for instruction, and insurance for it. We check all three and check again every month.",
          ]}
        />
      </LegalPart>
      <LegalPart title="Booking and paying">
        <LegalList
          items={[
            'A time you choose is held for 15 minutes while you pay, then released.',
            'The price is all in and fixed when you book. Learners pay Kerbside nothing on top.',
            'Kerbside takes the money on behalf of the instructor and holds it until the lesson has taken place. What is due back goes to the way you paid.',
            'Most lessons are confirmed at once. Where the instructor confirms by hand and does not do so within 12 hours, all your money comes back.',
            'At most three lessons a week with one instructor, unless the instructor allows more.',
          ]}
        />
      </LegalPart>
      <LegalPart title="Cancelling and moving">
        <LegalList
          items={[
            '24 hours or more before the start: all of it comes back, and moving is free, twice for each lesson.',
            'Between 24 and 12 hours before: half comes back. Less than 12 hours before: nothing does. Some instructors ask for 48 hours; every step is then 24 hours earlier, and you see that before paying.',
            'Within 30 minutes of booking, for a lesson more than 24 hours away: all of it comes back.',
            'Once in six months a late cancellation is forgiven and returned as credit, without proof.',
            'If the instructor cancels, all of it comes back at any time; less than 24 hours before, with S$10.00 credit.',
          ]}
        />
      </LegalPart>
      <LegalPart title="When something is not right">
        <LegalList
          items={[
            'First lesson with an instructor: tell us within 48 hours and choose a free replacement with another or your money back.',
            'Later lessons: tell us within 72 hours of the end. We decide within three working days.',
            'Somebody else than the checked person, another car, or expired insurance: your money back, with no time limit.',
            'After 15 minutes of waiting a lesson counts as missed by the side that did not come.',
          ]}
        />
      </LegalPart>
      <LegalPart title="Instructors: fee and payout">
        <LegalList
          items={[
            'Your own learners: nothing when paid in cash, the cost of payment when paid online.',
            'Learners who find you here: 10 % of the first ten paid hours, then 5 %, never more than S$120.00 for one learner.',
            'A lesson can be paid out 72 hours after its end unless a claim is open. Payouts go out on Wednesdays, from S$20.00.',
          ]}
        />
      </LegalPart>
      <LegalPart title="Reviews">
        <p>
          Only after a finished, paid lesson, within 14 days. Both sides write without seeing the other; each may reply
          once. We remove a review only where it breaks the law, somebody's privacy or these terms, and we keep a record
          of that.
        </p>
      </LegalPart>
    </LegalPage>
  );
}
