import { verifyFileToken } from '#engine/auth/file-token.ts';
import type { Engine } from '#engine/engine.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { Route } from '#engine/http/route.ts';
import { guestHoldRoutes } from './booking/lessons/booking/guest-hold-routes.ts';
import { quoteLessonRoute } from './booking/lessons/booking/quote-lesson-route.ts';
import { rebookRoute } from './booking/lessons/booking/rebook-route.ts';
import { weeklyTimesRoute } from './booking/lessons/booking/weekly-times-route.ts';
import { previewCancellationRoute } from './booking/lessons/cancelling/preview-cancellation-route.ts';
import { lessonsCsvRoute } from './booking/lessons/history/lessons-csv-route.ts';
import { readPackages } from './booking/packages/read-packages.ts';
import { pardonsRoute } from './booking/reliability/pardons/pardons-route.ts';
import { standingRoute } from './booking/reliability/standing-route.ts';
import { alternativesRoute } from './booking/search/alternatives-route.ts';
import { createOfferMemory } from './booking/search/offer-memory.ts';
import { searchInstructorsRoute } from './booking/search/search-instructors-route.ts';
import { waitlistRoutes } from './booking/waitlist/waitlist-routes.ts';
import { bankRoutes } from './money/bank/bank-routes.ts';
import { chargebacksRoute } from './money/chargebacks/chargebacks-route.ts';
import { creditRoutes } from './money/credit/credit-routes.ts';
import { earningsRoutes } from './money/earnings/earnings-routes.ts';
import { entriesRoute } from './money/ledger/entries/entries-route.ts';
import { listLedgerRoute } from './money/ledger/list-ledger.ts';
import { outsideRoutes } from './money/outside/outside-routes.ts';
import type { PaymentProvider } from './money/payments/payment-provider.ts';
import { paymentRoutes } from './money/payments/payment-routes.ts';
import { failedPayoutRoutes } from './money/payouts/failed-payout-routes.ts';
import { onboardingRoute, payeeRoute } from './money/payouts/payee-routes.ts';
import { payoutSentRoute } from './money/payouts/payout-sent-route.ts';
import { retryPayoutRoute } from './money/payouts/retry-payout.ts';
import { providerCasesRoutes } from './money/provider-cases/provider-cases-routes.ts';
import { refusedFeeRoutes } from './money/provider-fees/decide-refused-fee.ts';
import { providerFeesRoute } from './money/provider-fees/provider-fees-route.ts';
import { receiptRoute } from './money/receipts/receipt-route.ts';
import type { Seller } from './money/receipts/seller.ts';
import { refundSentRoute } from './money/refunds/refund-sent-route.ts';
import {
  payoutStatementCsvRoute,
  payoutStatementPdfRoute,
  payoutStatementRoute,
} from './money/statements/payout-statement-route.ts';
import {
  yearlyStatementCsvRoute,
  yearlyStatementPdfRoute,
  yearlyStatementRoute,
} from './money/statements/yearly-statement-route.ts';
import { stripeWebhookRoute } from './money/stripe/stripe-webhook-route.ts';
import { openTill } from './open-till.ts';
import { changeLinkRoute } from './people/account-changes/change-link-route.ts';
import type { AddressSearch } from './people/addresses/address-search.ts';
import { searchAddressesRoute } from './people/addresses/search-addresses-route.ts';
import { phoneRoutes } from './people/phones/phone-routes.ts';
import { secondFactorRoutes } from './people/second-factors/second-factor-routes.ts';
import { termsRoutes } from './people/terms/terms-routes.ts';
import { activityRoute } from './people/users/activity-route.ts';
import { changePasswordRoute } from './people/users/change-password-route.ts';
import { deviceRoutes } from './people/users/device-routes.ts';
import { impersonationRoutes } from './people/users/impersonation-routes.ts';
import { staffDeedRoutes } from './people/users/staff-deeds-routes.ts';
import { listAuditRoute } from './platform/audit/list-audit.ts';
import { noteShown } from './platform/audit/note-shown.ts';
import { listPoliciesRoute } from './platform/policies/list-policies.ts';
import { previewPolicyRoute } from './platform/policies/preview-policy-route.ts';
import { activeLearnersRoutes } from './running/analytics/active-learners-routes.ts';
import { analyticsRoute } from './running/analytics/analytics-route.ts';
import { countLessonsRoute } from './running/analytics/count-lessons-route.ts';
import { questionsRoutes } from './running/analytics/questions-routes.ts';
import { searchLessonsRoute } from './running/analytics/search-lessons-route.ts';
import { billingRoute, invoicesRoute } from './running/billing/billing-routes.ts';
import { dashboardRoute } from './running/dashboard/dashboard-route.ts';
import { openApiRoute } from './running/openapi/openapi-route.ts';
import { listPeopleRoute, showPersonRoute } from './running/people/people-routes.ts';
import { retryReportRoute } from './running/reports/retry-report.ts';
import { broadcastRoutes } from './talk/broadcasts/broadcast-routes.ts';
import { undeliveredRoutes } from './talk/mails/undelivered-routes.ts';
import { readConversationRoute } from './talk/messages/read-conversation-route.ts';
import type { DeliveryWays } from './talk/notifications/delivery-ways.ts';
import { listChannelsRoute } from './talk/notifications/list-channels-route.ts';
import { readAllRoute } from './talk/notifications/read-all-route.ts';
import { joinableRoute } from './talk/support/join-request.ts';
import { listSlotsRoute } from './teaching/availability/list-slots-route.ts';
import { previewOfferRoute } from './teaching/availability/preview-offer-route.ts';
import { calendarAddressRoutes } from './teaching/calendar/calendar-address-routes.ts';
import { lessonIcsRoute } from './teaching/calendar/lesson-ics-route.ts';
import { listChecksRoute } from './teaching/joining/list-checks.ts';
import { visitCaseRoute } from './teaching/joining/visit-case.ts';
import { readCalendarNowRoute } from './teaching/outside-calendars/read-calendar-now-route.ts';
import { joinRoute } from './teaching/own-learners/join-route.ts';
import { pickupAdviceRoute } from './teaching/pickup-advice/pickup-advice-route.ts';
import { rechecksRoute } from './teaching/rechecks/rechecks-route.ts';
import { recordBookRoute } from './teaching/students/record-book-route.ts';
import { studentRoute } from './teaching/students/student-route.ts';
import { studentsRoute } from './teaching/students/students-route.ts';
import { handOversRoute } from './trust/hand-overs/hand-overs-route.ts';
import { closeAccountRoutes } from './trust/privacy/close-account-routes.ts';
import { exportRoute } from './trust/privacy/export-route.ts';

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
