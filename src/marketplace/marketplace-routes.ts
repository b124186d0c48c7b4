import { verifyFileToken } from '#engine/auth/file-token.ts';
import type { Engine } from '#engine/engine.ts';
import type { Route } from '#engine/http/route.ts';
import { analyticsRoute } from './analytics/analytics-route.ts';
import { listAuditRoute } from './audit/list-audit.ts';
import { listSlotsRoute } from './availability/list-slots-route.ts';
import { billingRoute, invoicesRoute } from './billing/billing-routes.ts';
import { lessonIcsRoute } from './calendar/lesson-ics-route.ts';
import { dashboardRoute } from './dashboard/dashboard-route.ts';
import { earningsCsvRoute, earningsRoute } from './earnings/earnings-routes.ts';
import { listLedgerRoute } from './ledger/list-ledger.ts';
import { quoteLessonRoute } from './lessons/quote-lesson-route.ts';
import { openApiRoute } from './openapi/openapi-route.ts';
import { closePaymentRoute } from './payments/close-payment.ts';
import type { PaymentProvider } from './payments/payment-provider.ts';
import { simulateBankRoute } from './payments/simulate-bank.ts';
import { listPoliciesRoute } from './policies/list-policies.ts';
import { retryReportRoute } from './reports/retry-report.ts';
import { searchInstructorsRoute } from './search/search-instructors-route.ts';
import { studentsRoute } from './students/students-route.ts';
import { listPeopleRoute, showPersonRoute } from './users/people-routes.ts';

/** What no record call can say, below /api/marketplace, and the sandbox's bank. */
export function marketplaceRoutes(engine: Engine, provider: PaymentProvider): Route[] {
  return [
    searchInstructorsRoute(engine),
    listSlotsRoute(engine),
    quoteLessonRoute(engine),
    dashboardRoute(engine),
    lessonIcsRoute(engine, (token) => verifyFileToken(engine, token)),
    earningsRoute(engine),
    earningsCsvRoute(engine),
    analyticsRoute(engine),
    studentsRoute(engine),
    listLedgerRoute(engine),
    listPeopleRoute(engine),
    showPersonRoute(engine),
    listAuditRoute(engine),
    retryReportRoute(engine),
    billingRoute(engine),
    invoicesRoute(engine),
    listPoliciesRoute(engine),
    closePaymentRoute(engine),
    simulateBankRoute(engine, provider),
    openApiRoute(engine),
  ];
}
