import { verifyFileToken } from '#engine/auth/file-token.ts';
import type { Engine } from '#engine/engine.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { Route } from '#engine/http/route.ts';
import { changeLinkRoute } from './account-changes/change-link-route.ts';
import type { AddressSearch } from './addresses/address-search.ts';
import { searchAddressesRoute } from './addresses/search-addresses-route.ts';
import { activeLearnersRoutes } from './analytics/active-learners-routes.ts';
import { analyticsRoute } from './analytics/analytics-route.ts';
import { countLessonsRoute } from './analytics/count-lessons-route.ts';
import { questionsRoutes } from './analytics/questions-routes.ts';
import { searchLessonsRoute } from './analytics/search-lessons-route.ts';
import { listAuditRoute } from './audit/list-audit.ts';
import { noteShown } from './audit/note-shown.ts';
import { listSlotsRoute } from './availability/list-slots-route.ts';
import { previewOfferRoute } from './availability/preview-offer-route.ts';
import { bankRoutes } from './bank/bank-routes.ts';
import { billingRoute, invoicesRoute } from './billing/billing-routes.ts';
import { broadcastRoutes } from './broadcasts/broadcast-routes.ts';
import { calendarAddressRoutes } from './calendar/calendar-address-routes.ts';
import { lessonIcsRoute } from './calendar/lesson-ics-route.ts';
import { chargebacksRoute } from './chargebacks/chargebacks-route.ts';
import { creditRoutes } from './credit/credit-routes.ts';
import { dashboardRoute } from './dashboard/dashboard-route.ts';
import { earningsRoutes } from './earnings/earnings-routes.ts';
import { handOversRoute } from './hand-overs/hand-overs-route.ts';
import { listChecksRoute } from './joining/list-checks.ts';
import { visitCaseRoute } from './joining/visit-case.ts';
import { entriesRoute } from './ledger/entries/entries-route.ts';
import { listLedgerRoute } from './ledger/list-ledger.ts';
import { guestHoldRoutes } from './lessons/booking/guest-hold-routes.ts';
import { quoteLessonRoute } from './lessons/booking/quote-lesson-route.ts';
import { rebookRoute } from './lessons/booking/rebook-route.ts';
import { weeklyTimesRoute } from './lessons/booking/weekly-times-route.ts';
import { previewCancellationRoute } from './lessons/cancelling/preview-cancellation-route.ts';
import { lessonsCsvRoute } from './lessons/history/lessons-csv-route.ts';
import { undeliveredRoutes } from './mails/undelivered-routes.ts';
import { readConversationRoute } from './messages/read-conversation-route.ts';
import type { DeliveryWays } from './notifications/delivery-ways.ts';
import { listChannelsRoute } from './notifications/list-channels-route.ts';
import { readAllRoute } from './notifications/read-all-route.ts';
import { openTill } from './open-till.ts';
import { openApiRoute } from './openapi/openapi-route.ts';
import { outsideRoutes } from './outside/outside-routes.ts';
import { readCalendarNowRoute } from './outside-calendars/read-calendar-now-route.ts';
import { joinRoute } from './own-learners/join-route.ts';
import { readPackages } from './packages/read-packages.ts';
import type { PaymentProvider } from './payments/payment-provider.ts';
import { paymentRoutes } from './payments/payment-routes.ts';
import { failedPayoutRoutes } from './payouts/failed-payout-routes.ts';
import { onboardingRoute, payeeRoute } from './payouts/payee-routes.ts';
import { payoutSentRoute } from './payouts/payout-sent-route.ts';
import { retryPayoutRoute } from './payouts/retry-payout.ts';
import { listPeopleRoute, showPersonRoute } from './people/people-routes.ts';
import { phoneRoutes } from './phones/phone-routes.ts';
import { pickupAdviceRoute } from './pickup-advice/pickup-advice-route.ts';
import { listPoliciesRoute } from './policies/list-policies.ts';
import { previewPolicyRoute } from './policies/preview-policy-route.ts';
import { closeAccountRoutes } from './privacy/close-account-routes.ts';
import { exportRoute } from './privacy/export-route.ts';
import { providerCasesRoutes } from './provider-cases/provider-cases-routes.ts';
import { refusedFeeRoutes } from './provider-fees/decide-refused-fee.ts';
import { providerFeesRoute } from './provider-fees/provider-fees-route.ts';
import { receiptRoute } from './receipts/receipt-route.ts';
import type { Seller } from './receipts/seller.ts';
import { rechecksRoute } from './rechecks/rechecks-route.ts';
import { refundSentRoute } from './refunds/refund-sent-route.ts';
import { pardonsRoute } from './reliability/pardons/pardons-route.ts';
import { standingRoute } from './reliability/standing-route.ts';
import { retryReportRoute } from './reports/retry-report.ts';
import { alternativesRoute } from './search/alternatives-route.ts';
import { createOfferMemory } from './search/offer-memory.ts';
import { searchInstructorsRoute } from './search/search-instructors-route.ts';
import { secondFactorRoutes } from './second-factors/second-factor-routes.ts';
import {
  payoutStatementCsvRoute,
  payoutStatementPdfRoute,
  payoutStatementRoute,
} from './statements/payout-statement-route.ts';
import {
  yearlyStatementCsvRoute,
  yearlyStatementPdfRoute,
  yearlyStatementRoute,
} from './statements/yearly-statement-route.ts';
import { stripeWebhookRoute } from './stripe/stripe-webhook-route.ts';
import { recordBookRoute } from './students/record-book-route.ts';
import { studentRoute } from './students/student-route.ts';
import { studentsRoute } from './students/students-route.ts';
import { joinableRoute } from './support/join-request.ts';
import { termsRoutes } from './terms/terms-routes.ts';
import { activityRoute } from './users/activity-route.ts';
import { changePasswordRoute } from './users/change-password-route.ts';
import { deviceRoutes } from './users/device-routes.ts';
import { impersonationRoutes } from './users/impersonation-routes.ts';
import { staffDeedRoutes } from './users/staff-deeds-routes.ts';
import { waitlistRoutes } from './waitlist/waitlist-routes.ts';

/** What the operator says of themselves, and what they set up besides. */
type Operators = { seller?: Seller | undefined; addressSearch?: AddressSearch | undefined };

/** What no record call can say, below /api/marketplace, and the sandbox's bank. */
export function marketplaceRoutes(
  engine: Engine,
  provider: PaymentProvider,
  ways: DeliveryWays,
  { seller = { name: 'Kerbside', uen: '', address: '' }, addressSearch }: Operators = {},
): Route[] {
  const memory = createOfferMemory(engine);
  return [
    searchInstructorsRoute(engine, memory),
    alternativesRoute(engine, memory),
    listSlotsRoute(engine),
    previewOfferRoute(engine),
    quoteLessonRoute(engine),
    ...guestHoldRoutes(engine),
    rebookRoute(engine),
    weeklyTimesRoute(engine),
    previewCancellationRoute(engine),
    chargebacksRoute(engine),
    dashboardRoute(engine),
    activityRoute(engine),
    exportRoute(engine),
    ...termsRoutes(engine),
    ...closeAccountRoutes(engine),
    ...deviceRoutes(engine),
    changePasswordRoute(engine),
    ...secondFactorRoutes(engine),
    changeLinkRoute(engine),
    lessonIcsRoute(engine, async (token, request) => personOf(await verifyFileToken(engine, token, request))),
    ...calendarAddressRoutes(engine),
    readCalendarNowRoute(engine),
    ...creditRoutes(engine, readPackages),
    ...earningsRoutes(engine),
    lessonsCsvRoute(engine),
    studentsRoute(engine),
    studentRoute(engine),
    recordBookRoute(engine),
    handOversRoute(engine),
    ...waitlistRoutes(engine),
    standingRoute(engine),
    listLedgerRoute(engine),
    entriesRoute(engine),
    pickupAdviceRoute(engine),
    searchAddressesRoute(engine, addressSearch),
    listPoliciesRoute(engine),
    previewPolicyRoute(engine),
    listChecksRoute(engine),
    visitCaseRoute(engine),
    rechecksRoute(engine),
    pardonsRoute(engine),
    listChannelsRoute(engine, ways),
    ...phoneRoutes(engine, ways),
    readAllRoute(engine),
    readConversationRoute(engine),
    joinRoute(engine),
    ...paymentRoutes(openTill(engine, provider)),
    ...bankRoutes(openTill(engine, provider)),
    providerFeesRoute(engine),
    ...refusedFeeRoutes(engine),
    refundSentRoute(engine),
    payoutSentRoute(engine),
    ...failedPayoutRoutes(engine),
    retryPayoutRoute(engine, provider),
    payoutStatementRoute(engine),
    payoutStatementCsvRoute(engine),
    payoutStatementPdfRoute(engine),
    yearlyStatementRoute(engine),
    yearlyStatementPdfRoute(engine),
    yearlyStatementCsvRoute(engine),
    receiptRoute(engine, seller),
    stripeWebhookRoute(openTill(engine, provider)),
    payeeRoute(engine, provider),
    onboardingRoute(engine, provider),
    ...deskRoutes(engine),
    openApiRoute(engine),
  ].map((route) => forPeople(engine, route));
}

// What is somebody's is found by the id of their account alone, and an account of a collection that an operator made may have the same one.
function forPeople(engine: Engine, route: Route): Route {
  return {
    ...route,
    async handle(request) {
      const auth = personOf(request.auth);
      // What is seen through somebody's account is a look at it, whatever else it is a look at.
      if (auth && (auth.actor !== '' || auth.impersonator !== '')) await noteShown(engine, auth, { users: [auth.id] });
      return route.handle(auth === request.auth ? request : { ...request, auth });
    },
  };
}

/** Who asks, as the product knows them: of collections that operators make nobody is a person of it, and they see what guests see. */
function personOf(auth: AuthRecord | null): AuthRecord | null {
  return auth?.isSuperuser || auth?.collectionName === 'users' ? auth : null;
}

/** What only the platform's people ask for. */
function deskRoutes(engine: Engine): Route[] {
  return [
    analyticsRoute(engine),
    ...outsideRoutes(engine),
    ...activeLearnersRoutes(engine),
    countLessonsRoute(engine),
    searchLessonsRoute(engine),
    ...questionsRoutes(engine),
    ...broadcastRoutes(engine),
    listPeopleRoute(engine),
    showPersonRoute(engine),
    ...staffDeedRoutes(engine),
    ...impersonationRoutes(engine),
    listAuditRoute(engine),
    retryReportRoute(engine),
    joinableRoute(engine),
    ...undeliveredRoutes(engine),
    ...providerCasesRoutes(engine),
    billingRoute(engine),
    invoicesRoute(engine),
  ];
}
