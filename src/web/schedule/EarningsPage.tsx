import { useInstructorDashboard } from '../lessons/use-dashboard.ts';
import { LinkButton } from '../ui/Button.tsx';
import { formatMoney } from '../ui/format-money.ts';
import { PlannedPage } from '../ui/PlannedPage.tsx';

/** Earnings: this month's sum, and what is still to come here. */
export function EarningsPage() {
  const { data } = useInstructorDashboard();
  return (
    <>
      {data?.instructor && (
        <section aria-labelledby="month" className="card mb-10 max-w-[40rem] overflow-hidden">
          <div className="kerb" aria-hidden />
          <div className="p-5">
            <h2 id="month" className="font-normal font-text text-base text-soft tracking-normal">
              This month
            </h2>
            <p className="figures font-bold font-head text-3xl">{formatMoney(data.totals.earnedThisMonthCents)}</p>
            <p className="text-soft">
              {data.totals.lessonsThisMonth === 1 ? '1 lesson' : `${data.totals.lessonsThisMonth} lessons`}, done or
              booked
            </p>
          </div>
        </section>
      )}
      <PlannedPage
        title="Every figure down to its lessons"
        points={[
          'Your next payout with its date and sum',
          'Each lesson’s line: price, fee and what is yours',
          'A file for your accounts, and a page to print',
        ]}
        action={
          <LinkButton variant="secondary" to="/dashboard">
            Back to my day
          </LinkButton>
        }
      />
    </>
  );
}
