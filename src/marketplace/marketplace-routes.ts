import { verifyFileToken } from '#engine/auth/file-token.ts';
import type { Engine } from '#engine/engine.ts';
import type { Route } from '#engine/http/route.ts';
import { analyticsRoute } from './analytics/analytics-route.ts';
import { listAuditRoute } from './audit/list-audit.ts';
import { listSlotsRoute } from './availability/list-slots-route.ts';
import { bankRoutes } from './bank/bank-routes.ts';
import { billingRoute, invoicesRoute } from './billing/billing-routes.ts';
import { calendarAddressRoutes } from './calendar/calendar-address-routes.ts';
import { lessonIcsRoute } from './calendar/lesson-ics-route.ts';
import { creditRoutes } from './credit/credit-routes.ts';
import { dashboardRoute } from './dashboard/dashboard-route.ts';
import { earningsCsvRoute, earningsRoute } from './earnings/earnings-routes.ts';
import { listChecksRoute } from './joining/list-checks.ts';
import { visitCaseRoute } from './joining/visit-case.ts';
import { listLedgerRoute } from './ledger/list-ledger.ts';
import { quoteLessonRoute } from './lessons/booking/quote-lesson-route.ts';
import { rebookRoute } from './lessons/booking/rebook-route.ts';
import { previewCancellationRoute } from './lessons/cancelling/preview-cancellation-route.ts';
import { lessonsCsvRoute } from './lessons/history/lessons-csv-route.ts';
import { readConversationRoute } from './messages/read-conversation-route.ts';
import type { DeliveryWays } from './notifications/delivery-ways.ts';
import { listChannelsRoute } from './notifications/list-channels-route.ts';
import { readAllRoute } from './notifications/read-all-route.ts';
import { openTill } from './open-till.ts';
import { openApiRoute } from './openapi/openapi-route.ts';
import { joinRoute } from './own-learners/join-route.ts';
import { closePaymentRoute } from './payments/close-payment.ts';
import { declarePaymentRoute } from './payments/declare-payment.ts';
import type { PaymentProvider } from './payments/payment-provider.ts';
import { simulateBankRoute } from './payments/simulate-bank.ts';
import { onboardingRoute, payeeRoute } from './payouts/payee-routes.ts';
import { payoutSentRoute } from './payouts/payout-sent-route.ts';
import { retryPayoutRoute } from './payouts/retry-payout.ts';
import { listPoliciesRoute } from './policies/list-policies.ts';
import { previewPolicyRoute } from './policies/preview-policy-route.ts';
import { closeAccountRoutes } from './privacy/close-account-routes.ts';
import { exportRoute } from './privacy/export-route.ts';
import { receiptRoute } from './receipts/receipt-route.ts';
import { rechecksRoute } from './rechecks/rechecks-route.ts';
import { refundSentRoute } from './refunds/refund-sent-route.ts';
import { standingRoute } from './reliability/standing-route.ts';
import { retryReportRoute } from './reports/retry-report.ts';
import { alternativesRoute } from './search/alternatives-route.ts';
import { createOfferMemory } from './search/offer-memory.ts';
import { searchInstructorsRoute } from './search/search-instructors-route.ts';
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
import { termsRoutes } from './terms/terms-routes.ts';
import { activityRoute } from './users/activity-route.ts';
import { changePasswordRoute } from './users/change-password-route.ts';
import { deviceRoutes } from './users/device-routes.ts';
import { impersonationRoutes } from './users/impersonation-routes.ts';
import { listPeopleRoute, showPersonRoute } from './users/people-routes.ts';
import { staffDeedRoutes } from './users/staff-deeds-routes.ts';
import { twoFactorRoutes } from './users/two-factor-routes.ts';
import { waitlistRoutes } from './waitlist/waitlist-routes.ts';

/** What no record call can say, below /api/marketplace, and the sandbox's bank. */
export function marketplaceRoutes(engine: Engine, provider: PaymentProvider, ways: DeliveryWays): Route[] {
  const memory = createOfferMemory(engine);
  return [
    searchInstructorsRoute(engine, memory),
    alternativesRoute(engine, memory),
    listSlotsRoute(engine),
    quoteLessonRoute(engine),
    rebookRoute(engine),
    previewCancellationRoute(engine),
    dashboardRoute(engine),
    activityRoute(engine),
    exportRoute(engine),
    ...termsRoutes(engine),
    ...closeAccountRoutes(engine),
    ...deviceRoutes(engine),
    changePasswordRoute(engine),
    ...twoFactorRoutes(engine),
    lessonIcsRoute(engine, (token, request) => verifyFileToken(engine, token, request)),
    ...calendarAddressRoutes(engine),
    ...creditRoutes(engine),
    earningsRoute(engine),
    earningsCsvRoute(engine),
    lessonsCsvRoute(engine),
    analyticsRoute(engine),
    studentsRoute(engine),
    studentRoute(engine),
    recordBookRoute(engine),
    ...waitlistRoutes(engine),
    standingRoute(engine),
    listLedgerRoute(engine),
    listPeopleRoute(engine),
    showPersonRoute(engine),
    ...staffDeedRoutes(engine),
    ...impersonationRoutes(engine),
    listAuditRoute(engine),
    retryReportRoute(engine),
    billingRoute(engine),
    invoicesRoute(engine),
    listPoliciesRoute(engine),
    previewPolicyRoute(engine),
    listChecksRoute(engine),
    visitCaseRoute(engine),
    rechecksRoute(engine),
    listChannelsRoute(ways),
    readAllRoute(engine),
    readConversationRoute(engine),
    joinRoute(engine),
    closePaymentRoute(openTill(engine, provider)),
    declarePaymentRoute(openTill(engine, provider)),
    ...bankRoutes(openTill(engine, provider)),
    refundSentRoute(engine),
    payoutSentRoute(engine),
    retryPayoutRoute(engine, provider),
    payoutStatementRoute(engine),
    payoutStatementCsvRoute(engine),
    payoutStatementPdfRoute(engine),
    yearlyStatementRoute(engine),
    yearlyStatementPdfRoute(engine),
    yearlyStatementCsvRoute(engine),
    receiptRoute(engine),
    simulateBankRoute(openTill(engine, provider)),
    stripeWebhookRoute(openTill(engine, provider)),
    payeeRoute(engine, provider),
    onboardingRoute(engine, provider),
    openApiRoute(engine),
  ];
}
