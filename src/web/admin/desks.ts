import * as texts from '#texts/admin.ts';

/** A page of the platform's people that has no place of its own in the sidebar. */
export type Desk = {
  path: string;
  label: string;
  about: string;
  /** Other words under which people look for it. */
  words: string;
  roles: readonly string[];
};

const both = ['admin', 'moderator'];

const desks: readonly Desk[] = [
  {
    path: '/dashboard/verify',
    label: texts.deskPapers,
    about: texts.deskPapersAbout,
    words: texts.deskPapersWords,
    roles: both,
  },
  {
    path: '/dashboard/moderation',
    label: texts.deskReviews,
    about: texts.deskReviewsAbout,
    words: texts.deskReviewsWords,
    roles: both,
  },
  {
    path: '/dashboard/help/requests',
    label: texts.deskSupport,
    about: texts.deskSupportAbout,
    words: texts.deskSupportWords,
    roles: both,
  },
  {
    path: '/dashboard/claims',
    label: texts.deskClaims,
    about: texts.deskClaimsAbout,
    words: texts.deskClaimsWords,
    roles: ['admin'],
  },
  {
    path: '/dashboard/policies',
    label: texts.deskPolicies,
    about: texts.deskPoliciesAbout,
    words: texts.deskPoliciesWords,
    roles: ['admin'],
  },
  {
    path: '/dashboard/holidays',
    label: texts.deskHolidays,
    about: texts.deskHolidaysAbout,
    words: texts.deskHolidaysWords,
    roles: ['admin'],
  },
  {
    path: '/dashboard/test-fees',
    label: texts.deskTestFees,
    about: texts.deskTestFeesAbout,
    words: texts.deskTestFeesWords,
    roles: ['admin'],
  },
  {
    path: '/dashboard/pass-rates',
    label: texts.deskPassRates,
    about: texts.deskPassRatesAbout,
    words: texts.deskPassRatesWords,
    roles: ['admin'],
  },
  {
    path: '/dashboard/audit',
    label: texts.deskAudit,
    about: texts.deskAuditAbout,
    words: texts.deskAuditWords,
    roles: ['admin'],
  },
];

/** The desks of somebody with a role; none for everybody who is not of the platform's people. */
export function desksOf(role: string): readonly Desk[] {
  return desks.filter(({ roles }) => roles.includes(role));
}
