import type { Engine } from '#engine/engine.ts';
import type { Sweeper } from '#engine/jobs/sweepers.ts';
import { settleNoShows } from './booking/lessons/absences/settle-no-shows.ts';
import { expireHolds } from './booking/lessons/booking/expire-holds.ts';
import { giveBackLeftRefilled } from './booking/lessons/cancelling/give-back-refilled.ts';
import { closeLessons } from './booking/lessons/closing/close-lessons.ts';
import { tellOfLessonsBeyond } from './booking/lessons/papers/beyond-papers.ts';
import { lapseRequests } from './booking/lessons/requests/lapse-requests.ts';
import { lapseProposals } from './booking/lessons/rescheduling/lapse-proposals.ts';
import { checkPackageSlots } from './booking/packages/check-package-slots.ts';
import { sweepPackages } from './booking/packages/sweep-packages.ts';
import { searchCounterOf } from './booking/search/count-searches.ts';
import { offerFreedTimes } from './booking/waitlist/offer-freed-times.ts';
import { deletePastFreed } from './booking/waitlist/waitlist.store.ts';
import { explainOutgoing, matchOpenLines } from './money/bank/match-bank-line.ts';
import { tellOfCovered } from './money/chargebacks/tell-of-covered.ts';
import { sealLedger } from './money/ledger/seal-ledger.ts';
import { tellChainEnds } from './money/ledger/tell-chain-ends.ts';
import { proveOutside } from './money/outside/prove-outside.ts';
import { expirePayments } from './money/payments/expire-payments.ts';
import { forgetCards } from './money/payments/forget-cards.ts';
import type { PaymentProvider } from './money/payments/payment-provider.ts';
import { payOut } from './money/payouts/send-payout.ts';
import { tellOfFailedPayouts } from './money/payouts/tell-of-failed-payouts.ts';
import { readProviderCharges } from './money/provider-fees/read-provider-charges.ts';
import { readProviderFees } from './money/provider-fees/read-provider-fees.ts';
import { numberReceipts } from './money/receipts/receipt-route.ts';
import { sendDueRefunds } from './money/refunds/send-refund.ts';
import { tellOfFailedRefunds } from './money/refunds/tell-of-failed-refunds.ts';
import { catchUpWithProvider } from './money/stripe/catch-up-with-provider.ts';
import { openTill } from './open-till.ts';
import { sweepAccountChanges } from './people/account-changes/sweep-changes.ts';
import { endOverdueImpersonations } from './people/users/end-impersonation.ts';
import { foldWaitingSums } from './platform/sums/fold-sums.ts';
import { noteOfferedDays } from './running/analytics/note-offered-days.ts';
import { sortPlaces } from './running/analytics/sort-places.ts';
import { makeScheduledReports } from './running/reports/make-scheduled-reports.ts';
import { remindOfExpiry, remindOfRetirement } from './teaching/joining/remind-of-expiry.ts';
import { queueCalendarReads } from './teaching/outside-calendars/queue-calendar-reads.ts';
import { advanceClaims } from './trust/claims/publish-claims.ts';
import { askForReviews } from './trust/reviews/ask-for-reviews.ts';
import { publishDueReviews, recountDueRatings } from './trust/reviews/publish-reviews.ts';

/** What becomes due in the main job: payments, then holds, then requests, so that money in time counts; then what goes back of them. */
export function marketplaceSweepers(engine: Engine, provider: PaymentProvider): Sweeper[] {
  const till = openTill(engine, provider);
  return [
    { name: 'match-bank-lines', everyMs: 60_000, run: async () => void (await matchOpenLines(till)) },
    { name: 'explain-bank-debits', everyMs: 300_000, run: () => explainOutgoing(till) },
    { name: 'expire-payments', everyMs: 5000, asksOutside: true, run: (nowMs) => expirePayments(till, nowMs) },
    {
      name: 'catch-up-with-provider',
      everyMs: 300_000,
      asksOutside: true,
      run: (nowMs) => catchUpWithProvider(till, nowMs),
    },
    { name: 'expire-holds', everyMs: 5000, run: (nowMs) => expireHolds(engine, nowMs) },
    { name: 'lapse-requests', everyMs: 15_000, run: (nowMs) => lapseRequests(engine, nowMs) },
    { name: 'close-lessons', everyMs: 15_000, run: (nowMs) => closeLessons(engine, nowMs) },
    { name: 'settle-no-shows', everyMs: 15_000, run: (nowMs) => settleNoShows(engine, nowMs) },
    { name: 'give-back-refilled', everyMs: 15_000, run: (nowMs) => giveBackLeftRefilled(engine, nowMs) },
    { name: 'lapse-proposals', everyMs: 15_000, run: (nowMs) => lapseProposals(engine, nowMs) },
    { name: 'packages', everyMs: 15_000, run: (nowMs) => sweepPackages(engine, nowMs) },
    { name: 'package-slots', everyMs: 15_000, run: (nowMs) => checkPackageSlots(engine, nowMs) },
    { name: 'outside-calendars', everyMs: 30_000, run: (nowMs) => queueCalendarReads(engine, nowMs) },
    { name: 'waitlist', everyMs: 5000, run: (nowMs) => offerFreedTimes(engine, nowMs) },
    { name: 'past-freed-times', everyMs: 600_000, run: (nowMs) => deletePastFreed(engine.db, nowMs) },
    {
      name: 'send-refunds',
      everyMs: 15_000,
      asksOutside: true,
      run: (nowMs) => sendDueRefunds(engine, provider, nowMs),
    },
    {
      name: 'read-provider-fees',
      everyMs: 60_000,
      asksOutside: true,
      run: (nowMs) => readProviderFees(engine, provider, nowMs),
    },
    { name: 'tell-of-covered', everyMs: 15_000, run: () => tellOfCovered(till) },
    { name: 'tell-of-failed-refunds', everyMs: 15_000, run: () => tellOfFailedRefunds(engine) },
    { name: 'tell-of-failed-payouts', everyMs: 15_000, run: () => tellOfFailedPayouts(engine) },
    {
      name: 'read-provider-charges',
      everyMs: 3_600_000,
      asksOutside: true,
      run: (nowMs) => readProviderCharges(engine, provider, nowMs),
    },
    { name: 'forget-cards', everyMs: 300_000, asksOutside: true, run: () => forgetCards(engine, provider) },
    proveOutside(engine, provider),
    { name: 'advance-claims', everyMs: 15_000, run: (nowMs) => advanceClaims(engine, nowMs) },
    { name: 'publish-reviews', everyMs: 15_000, run: (nowMs) => publishDueReviews(engine, nowMs) },
    { name: 'recount-ratings', everyMs: 60_000, run: (nowMs) => recountDueRatings(engine, nowMs) },
    { name: 'ask-for-reviews', everyMs: 60_000, run: (nowMs) => askForReviews(engine, nowMs) },
    { name: 'number-receipts', everyMs: 5000, run: () => numberReceipts(engine) },
    { name: 'seal-ledger', everyMs: 5000, run: () => sealLedger(engine) },
    tellChainEnds(engine),
    { name: 'remind-of-expiry', everyMs: 60_000, run: (nowMs) => remindOfExpiry(engine, nowMs) },
    { name: 'lessons-beyond-papers', everyMs: 60_000, run: (nowMs) => tellOfLessonsBeyond(engine, nowMs) },
    { name: 'remind-of-retirement', everyMs: 60_000, run: (nowMs) => remindOfRetirement(engine, nowMs) },
    { name: 'account-changes', everyMs: 15_000, run: (nowMs) => sweepAccountChanges(engine, nowMs) },
    { name: 'end-impersonations', everyMs: 60_000, run: (nowMs) => endOverdueImpersonations(engine, nowMs) },
    { name: 'scheduled-reports', everyMs: 60_000, run: (nowMs) => makeScheduledReports(engine, nowMs) },
    { name: 'count-searches', everyMs: 10_000, run: () => searchCounterOf(engine).flush() },
    { name: 'fold-sums', everyMs: 15_000, run: () => foldWaitingSums(engine.db) },
    { name: 'sort-lesson-places', everyMs: 60_000, run: () => sortPlaces(engine) },
    { name: 'note-offered-days', everyMs: 600_000, run: (nowMs) => noteOfferedDays(engine, nowMs) },
    { name: 'pay-out', everyMs: 15_000, asksOutside: true, run: (nowMs) => payOut(engine, provider, nowMs) },
  ];
}
