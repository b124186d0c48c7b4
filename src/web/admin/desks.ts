import { roleHasRight, type StaffRight } from '#rules/staff/staff-rights.ts';
import * as texts from '#texts/admin.ts';

/** A page of the platform's people that has no place of its own in the sidebar. */
export type Desk = {
  path: string;
  label: string;
  about: string;
  /** Other words under which people look for it. */
  words: string;
  right: StaffRight;
};

const desks: readonly Desk[] = [
  {
    path: '/dashboard/verify',
    label: texts.deskPapers,
    about: texts.deskPapersAbout,
    words: texts.deskPapersWords,
    right: 'papers',
  },
  {
    path: '/dashboard/moderation',
    label: texts.deskReviews,
    about: texts.deskReviewsAbout,
    words: texts.deskReviewsWords,
    right: 'reviews',
  },
  {
    path: '/dashboard/help/requests',
    label: texts.deskSupport,
    about: texts.deskSupportAbout,
    words: texts.deskSupportWords,
    right: 'support',
  },
  {
    path: '/dashboard/claims',
    label: texts.deskClaims,
    about: texts.deskClaimsAbout,
    words: texts.deskClaimsWords,
    right: 'claims',
  },
  {
    path: '/dashboard/analytics/payouts',
    label: texts.deskPayouts,
    about: texts.deskPayoutsAbout,
    words: texts.deskPayoutsWords,
    right: 'payouts',
  },
  {
    path: '/dashboard/analytics/ledger',
    label: texts.deskLedger,
    about: texts.deskLedgerAbout,
    words: texts.deskLedgerWords,
    right: 'ledger',
  },
  {
    path: '/dashboard/billing',
    label: texts.deskBilling,
    about: texts.deskBillingAbout,
    words: texts.deskBillingWords,
    right: 'billing',
  },
  {
    path: '/dashboard/policies',
    label: texts.deskPolicies,
    about: texts.deskPoliciesAbout,
    words: texts.deskPoliciesWords,
    right: 'rules',
  },
  {
    path: '/dashboard/holidays',
    label: texts.deskHolidays,
    about: texts.deskHolidaysAbout,
    words: texts.deskHolidaysWords,
    right: 'rules',
  },
  {
    path: '/dashboard/test-fees',
    label: texts.deskTestFees,
    about: texts.deskTestFeesAbout,
    words: texts.deskTestFeesWords,
    right: 'rules',
  },
  {
    path: '/dashboard/pass-rates',
    label: texts.deskPassRates,
    about: texts.deskPassRatesAbout,
    words: texts.deskPassRatesWords,
    right: 'rules',
  },
  {
    path: '/dashboard/audit',
    label: texts.deskAudit,
    about: texts.deskAuditAbout,
    words: texts.deskAuditWords,
    right: 'audit',
  },
  {
    path: '/dashboard/roles',
    label: texts.deskRoles,
    about: texts.deskRolesAbout,
    words: texts.deskRolesWords,
    right: 'roles',
  },
];

/** The desks of somebody with a role; none for everybody who is not of the platform's people. */
export function desksOf(role: string): readonly Desk[] {
  return desks.filter(({ right }) => roleHasRight(role, right));
}
