import { roleHasRight, type StaffRight } from '#rules/staff/staff-rights.ts';
import * as texts from '#texts/admin.ts';

/** A page of the platform's people beside those of the admins' sidebar, the right that opens it, and where its link leads if not there. */
export type DeskPlace = { path: string; opens?: string; label: string; right: StaffRight };

const places: readonly DeskPlace[] = [
  { path: '/dashboard/verify', label: texts.deskPapers, right: 'papers' },
  { path: '/dashboard/police-list', label: texts.deskRechecks, right: 'papers' },
  { path: '/dashboard/moderation', label: texts.deskReviews, right: 'reviews' },
  {
    path: '/dashboard/help/requests',
    opens: '/dashboard/help/requests/next',
    label: texts.deskSupport,
    right: 'support',
  },
  { path: '/dashboard/claims', label: texts.deskClaims, right: 'claims' },
  { path: '/dashboard/pardons', label: texts.deskPardons, right: 'lessons' },
  { path: '/dashboard/analytics/payouts', label: texts.deskPayouts, right: 'payouts' },
  { path: '/dashboard/analytics/bank', label: texts.deskBank, right: 'payments' },
  { path: '/dashboard/analytics/ledger', label: texts.deskLedger, right: 'ledger' },
  { path: '/dashboard/billing', label: texts.deskBilling, right: 'billing' },
  { path: '/dashboard/policies', label: texts.deskPolicies, right: 'rules' },
  { path: '/dashboard/holidays', label: texts.deskHolidays, right: 'rules' },
  { path: '/dashboard/test-fees', label: texts.deskTestFees, right: 'rules' },
  { path: '/dashboard/pass-rates', label: texts.deskPassRates, right: 'rules' },
  { path: '/dashboard/pickup-advice', label: texts.deskAdvice, right: 'rules' },
  { path: '/dashboard/mails', label: texts.deskMails, right: 'users' },
  { path: '/dashboard/broadcasts', label: texts.deskBroadcasts, right: 'broadcasts' },
  { path: '/dashboard/audit', label: texts.deskAudit, right: 'audit' },
  { path: '/dashboard/roles', label: texts.deskRoles, right: 'roles' },
];

/** The desks of somebody with a role; none for everybody who is not of the platform's people. */
export function deskPlacesOf(role: string): readonly DeskPlace[] {
  return places.filter(({ right }) => roleHasRight(role, right));
}
