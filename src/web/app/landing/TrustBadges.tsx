import * as texts from '#texts/landing.ts';
import { type FreeCancelling, useFreeCancelling } from './use-free-cancelling.ts';

const badgesFor = (free: FreeCancelling) => [
  {
    title: texts.verifiedInstructors,
    how: texts.licenceCarAndInsuranceChecked,
  },
  { title: texts.realRatingsAndReviews, how: texts.onlyAfterAFinishedPaid },
  {
    title: texts.refundGuarantee,
    how: texts.allBackWhenYouCancel(free),
  },
  { title: texts.transparentPricing, how: texts.pricesAreTransparent },
];

/** Four promises, each with how it is kept. */
export function TrustBadges() {
  const badges = badgesFor(useFreeCancelling());
  return (
    <ul aria-label={texts.whatYouCanRelyOn} className="wrap grid grid-cols-2 gap-5 lg:grid-cols-4">
      {badges.map(({ title, how }) => (
        <li key={title} className="lane-top pt-4 text-note text-soft">
          <b className="block text-body leading-6 text-ink">{title}</b>
          {how}
        </li>
      ))}
    </ul>
  );
}
