import type { RouteObject } from 'react-router';
import { dashboardPath } from '#rules/paths/account-paths.ts';
import * as texts from '#texts/shell.ts';
import { readGuestHold } from '../../platform/session/guest-hold.ts';
import { DashboardShell } from './DashboardShell.tsx';
import { titleFor } from './navigation.ts';
import { PageFailure } from './PageFailure.tsx';

/** A page below the dashboard's path, loaded when it is first opened; its tab's title is the header's. */
function page(path: string, lazy: NonNullable<RouteObject['lazy']>): RouteObject {
  const title = titleFor(path === '' ? dashboardPath : `${dashboardPath}/${path}`);
  const place = path === '' ? { index: true as const } : { path };
  return { ...place, lazy, handle: { meta: { title: texts.titleKerbside({ title }), isPrivate: true } } };
}

const pages: RouteObject[] = [
  page('', async () => ({ Component: (await import('../../running/dashboard/DashboardPage.tsx')).DashboardPage })),
  page('book-lesson', async () => ({
    Component: (await import('../../booking/book-lesson/BookLessonPage.tsx')).BookLessonPage,
  })),
  page('lessons/:id', async () => ({ Component: (await import('../../booking/lessons/LessonPage.tsx')).LessonPage })),
  page('lesson-history', async () => ({
    Component: (await import('../../booking/lessons/LessonHistoryPage.tsx')).LessonHistoryPage,
  })),
  page('road', async () => ({ Component: (await import('../../booking/road/RoadPage.tsx')).RoadPage })),
  page('credit', async () => ({ Component: (await import('../../money/billing/credit/CreditPage.tsx')).CreditPage })),
  page('statement', async () => ({
    Component: (await import('../../money/billing/statements/StatementPage.tsx')).StatementPage,
  })),
  page('packages', async () => ({ Component: (await import('../../booking/packages/PackagesPage.tsx')).PackagesPage })),
  page('packages/offers', async () => ({
    Component: (await import('../../booking/packages/SellPackages.tsx')).SellPackages,
  })),
  page('waitlist', async () => ({ Component: (await import('../../booking/waitlist/WaitlistPage.tsx')).WaitlistPage })),
  page('waitlist/offers/:id', async () => ({
    Component: (await import('../../booking/waitlist/OfferPage.tsx')).OfferPage,
  })),
  page('saved', async () => ({ Component: (await import('../../booking/saved/SavedPage.tsx')).SavedPage })),
  page('schedule', async () => ({
    Component: (await import('../../teaching/schedule/SchedulePage.tsx')).SchedulePage,
  })),
  page('students', async () => ({
    Component: (await import('../../teaching/students/StudentsPage.tsx')).StudentsPage,
  })),
  page('students/:id', async () => ({
    Component: (await import('../../teaching/students/StudentPage.tsx')).StudentPage,
  })),
  page('join/:code', async () => ({ Component: (await import('../../teaching/students/JoinPage.tsx')).JoinPage })),
  page('earnings', async () => ({ Component: (await import('../../money/earnings/EarningsPage.tsx')).EarningsPage })),
  page('payouts/:id', async () => ({ Component: (await import('../../money/earnings/PayoutPage.tsx')).PayoutPage })),
  page('entries', async () => ({ Component: (await import('../../money/entries/EntriesPage.tsx')).EntriesPage })),
  page('profile', async () => ({ Component: (await import('../../people/account/ProfilePage.tsx')).ProfilePage })),
  page('settings', async () => ({ Component: (await import('../../people/account/SettingsPage.tsx')).SettingsPage })),
  page('help', async () => ({ Component: (await import('../../talk/support/HelpPage.tsx')).HelpPage })),
  page('help/new', async () => ({ Component: (await import('../../talk/support/AskPage.tsx')).AskPage })),
  page('help/answers', async () => ({ Component: (await import('../../talk/support/AnswersPage.tsx')).AnswersPage })),
  page('help/requests', async () => ({
    Component: (await import('../../talk/support/RequestsPage.tsx')).RequestsPage,
  })),
  page('help/requests/:id', async () => ({
    Component: (await import('../../talk/support/RequestPage.tsx')).RequestPage,
  })),
  page('notifications', async () => ({
    Component: (await import('../../talk/notifications/NotificationsPage.tsx')).NotificationsPage,
  })),
  page('messages', async () => ({ Component: (await import('../../talk/messages/MessagesPage.tsx')).MessagesPage })),
  page('messages/new', async () => ({
    Component: (await import('../../talk/messages/OpenConversationPage.tsx')).OpenConversationPage,
  })),
  page('messages/:id', async () => ({
    Component: (await import('../../talk/messages/ConversationPage.tsx')).ConversationPage,
  })),
  page('reviews', async () => ({ Component: (await import('../../trust/reviews/ReviewsPage.tsx')).ReviewsPage })),
  page('claims', async () => ({ Component: (await import('../../trust/claims/ClaimsPage.tsx')).ClaimsPage })),
  page('moderation', async () => ({
    Component: (await import('../../trust/reviews/ModerationPage.tsx')).ModerationPage,
  })),
  page('analytics', async () => ({
    Component: (await import('../../running/admin/analytics/AnalyticsPage.tsx')).AnalyticsPage,
  })),
  page('analytics/questions', async () => ({
    Component: (await import('../../running/admin/questions/QuestionsPage.tsx')).QuestionsPage,
  })),
  page('analytics/learners', async () => ({
    Component: (await import('../../running/admin/analytics/ActiveLearnersPage.tsx')).ActiveLearnersPage,
  })),
  page('analytics/lessons', async () => ({
    Component: (await import('../../running/admin/analytics/LessonsPage.tsx')).LessonsPage,
  })),
  page('analytics/payouts', async () => ({
    Component: (await import('../../running/admin/money/PayoutsPage.tsx')).PayoutsPage,
  })),
  page('analytics/payouts/failed', async () => ({
    Component: (await import('../../running/admin/money/FailedPayoutsPage.tsx')).FailedPayoutsPage,
  })),
  page('analytics/ledger', async () => ({
    Component: (await import('../../running/admin/money/LedgerPage.tsx')).LedgerPage,
  })),
  page('analytics/bank', async () => ({
    Component: (await import('../../running/admin/money/BankPage.tsx')).BankPage,
  })),
  page('hand-overs', async () => ({
    Component: (await import('../../trust/hand-overs/HandOversPage.tsx')).HandOversPage,
  })),
  page('teach', async () => ({ Component: (await import('../../teaching/joining/TeachPage.tsx')).TeachPage })),
  page('verify', async () => ({ Component: (await import('../../running/admin/verify/VerifyPage.tsx')).VerifyPage })),
  page('police-list', async () => ({
    Component: (await import('../../running/admin/rechecks/RechecksPage.tsx')).RechecksPage,
  })),
  page('pardons', async () => ({
    Component: (await import('../../running/admin/pardons/PardonsPage.tsx')).PardonsPage,
  })),
  page('mails', async () => ({
    Component: (await import('../../running/admin/mails/UndeliveredPage.tsx')).UndeliveredPage,
  })),
  page('broadcasts', async () => ({
    Component: (await import('../../running/admin/broadcasts/BroadcastsPage.tsx')).BroadcastsPage,
  })),
  page('policies', async () => ({
    Component: (await import('../../running/admin/rules/PoliciesPage.tsx')).PoliciesPage,
  })),
  page('holidays', async () => ({
    Component: (await import('../../running/admin/rules/HolidaysPage.tsx')).HolidaysPage,
  })),
  page('test-fees', async () => ({ Component: (await import('../../running/admin/rules/FeesPage.tsx')).FeesPage })),
  page('pass-rates', async () => ({
    Component: (await import('../../running/admin/rules/PassRatesPage.tsx')).PassRatesPage,
  })),
  page('pickup-advice', async () => ({
    Component: (await import('../../running/admin/advice/AdvicePage.tsx')).AdvicePage,
  })),
  page('audit', async () => ({ Component: (await import('../../running/admin/rules/AuditPage.tsx')).AuditPage })),
  page('roles', async () => ({ Component: (await import('../../running/admin/roles/RolesPage.tsx')).RolesPage })),
  page('users', async () => ({ Component: (await import('../../running/admin/users/UsersPage.tsx')).UsersPage })),
  page('users/changes', async () => ({
    Component: (await import('../../running/admin/users/changes/AccountChangesPage.tsx')).AccountChangesPage,
  })),
  page('billing', async () => ({
    Component: (await import('../../running/admin/billing/BillingPage.tsx')).BillingPage,
  })),
  page('reports', async () => ({
    Component: (await import('../../running/admin/reports/ReportsPage.tsx')).ReportsPage,
  })),
  // More specific than a bare splat, so that an unknown address keeps the sidebar around it.
  page(':unknown/*', async () => ({ Component: (await import('./UnknownPage.tsx')).UnknownPage })),
];

/** The signed-in area, to be hung below the guard. A page that fails keeps the sidebar around it. */
export const dashboardRoutes: RouteObject[] = [
  {
    id: 'dashboard-shell',
    path: 'dashboard',
    Component: DashboardShell,
    children: [{ ErrorBoundary: PageFailure, children: pages }],
  },
];

/** Loads the page that comes after signing in: the booking of a time that is held already, else the dashboard. */
export function loadFirstPage(): Promise<unknown> {
  return readGuestHold()
    ? import('../../booking/book-lesson/BookLessonPage.tsx')
    : import('../../running/dashboard/DashboardPage.tsx');
}
