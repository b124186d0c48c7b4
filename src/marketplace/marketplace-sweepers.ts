import type { Engine } from '#engine/engine.ts';
import type { Sweeper } from '#engine/jobs/sweepers.ts';
import { sweepAccountChanges } from './account-changes/sweep-changes.ts';
import { noteOfferedDays } from './analytics/note-offered-days.ts';
import { sortPlaces } from './analytics/sort-places.ts';
import { explainOutgoing, matchOpenLines } from './bank/match-bank-line.ts';
import { tellOfCovered } from './chargebacks/tell-of-covered.ts';
import { advanceClaims } from './claims/publish-claims.ts';
import { remindOfExpiry, remindOfRetirement } from './joining/remind-of-expiry.ts';
import { sealLedger } from './ledger/seal-ledger.ts';
import { settleNoShows } from './lessons/absences/settle-no-shows.ts';
import { expireHolds } from './lessons/booking/expire-holds.ts';
import { giveBackLeftRefilled } from './lessons/cancelling/give-back-refilled.ts';
import { closeLessons } from './lessons/closing/close-lessons.ts';
import { tellOfLessonsBeyond } from './lessons/papers/beyond-papers.ts';
import { lapseRequests } from './lessons/requests/lapse-requests.ts';
import { lapseProposals } from './lessons/rescheduling/lapse-proposals.ts';
import { openTill } from './open-till.ts';
import { proveOutside } from './outside/prove-outside.ts';
import { queueCalendarReads } from './outside-calendars/queue-calendar-reads.ts';
import { checkPackageSlots } from './packages/check-package-slots.ts';
import { sweepPackages } from './packages/sweep-packages.ts';
import { expirePayments } from './payments/expire-payments.ts';
import { forgetCards } from './payments/forget-cards.ts';
import type { PaymentProvider } from './payments/payment-provider.ts';
import { payOut } from './payouts/send-payout.ts';
import { tellOfFailedPayouts } from './payouts/tell-of-failed-payouts.ts';
import { tellChainEnds } from './platform/tell-chain-ends.ts';
import { readProviderCharges } from './provider-fees/read-provider-charges.ts';
import { readProviderFees } from './provider-fees/read-provider-fees.ts';
import { numberReceipts } from './receipts/receipt-route.ts';
import { sendDueRefunds } from './refunds/send-refund.ts';
import { tellOfFailedRefunds } from './refunds/tell-of-failed-refunds.ts';
import { makeScheduledReports } from './reports/make-scheduled-reports.ts';
import { askForReviews } from './reviews/ask-for-reviews.ts';
import { publishDueReviews, recountDueRatings } from './reviews/publish-reviews.ts';
import { searchCounterOf } from './search/count-searches.ts';
import { catchUpWithProvider } from './stripe/catch-up-with-provider.ts';
import { foldWaitingSums } from './sums/fold-sums.ts';
import { endOverdueImpersonations } from './users/end-impersonation.ts';
import { offerFreedTimes } from './waitlist/offer-freed-times.ts';
import { deletePastFreed } from './waitlist/waitlist.store.ts';

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
