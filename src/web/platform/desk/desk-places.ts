import { nextRequestPath, requestsPath } from '#rules/paths/help-paths.ts';
import { claimsPath } from '#rules/paths/lesson-paths.ts';
import {
  auditPath,
  bankPath,
  billingPath,
  broadcastsPath,
  holidaysPath,
  ledgerPath,
  mailsPath,
  moderationPath,
  pardonsPath,
  passRatesPath,
  payoutsDeskPath,
  pickupAdvicePath,
  policeListPath,
  policiesPath,
  rolesPath,
  testFeesPath,
  verifyPath,
} from '#rules/paths/staff-paths.ts';
import { roleHasRight, type StaffRight } from '#rules/staff/staff-rights.ts';
import * as texts from '#texts/admin.ts';

/** A page of the platform's people beside those of the admins' sidebar, the right that opens it, and where its link leads if not there. */
export type DeskPlace = { path: string; opens?: string; label: string; right: StaffRight };

const places: readonly DeskPlace[] = [
  { path: verifyPath, label: texts.deskPapers, right: 'papers' },
  { path: policeListPath, label: texts.deskRechecks, right: 'papers' },
  { path: moderationPath, label: texts.deskReviews, right: 'reviews' },
  {
    path: requestsPath,
    opens: nextRequestPath,
    label: texts.deskSupport,
    right: 'support',
  },
  { path: claimsPath, label: texts.deskClaims, right: 'claims' },
  { path: pardonsPath, label: texts.deskPardons, right: 'lessons' },
  { path: payoutsDeskPath, label: texts.deskPayouts, right: 'payouts' },
  { path: bankPath, label: texts.deskBank, right: 'payments' },
  { path: ledgerPath, label: texts.deskLedger, right: 'ledger' },
  { path: billingPath, label: texts.deskBilling, right: 'billing' },
  { path: policiesPath, label: texts.deskPolicies, right: 'rules' },
  { path: holidaysPath, label: texts.deskHolidays, right: 'rules' },
  { path: testFeesPath, label: texts.deskTestFees, right: 'rules' },
  { path: passRatesPath, label: texts.deskPassRates, right: 'rules' },
  { path: pickupAdvicePath, label: texts.deskAdvice, right: 'rules' },
  { path: mailsPath, label: texts.deskMails, right: 'users' },
  { path: broadcastsPath, label: texts.deskBroadcasts, right: 'broadcasts' },
  { path: auditPath, label: texts.deskAudit, right: 'audit' },
  { path: rolesPath, label: texts.deskRoles, right: 'roles' },
];

/** The desks of somebody with a role; none for everybody who is not of the platform's people. */
export function deskPlacesOf(role: string): readonly DeskPlace[] {
  return places.filter(({ right }) => roleHasRight(role, right));
}
