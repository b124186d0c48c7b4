import * as texts from '#texts/admin.ts';
import { type DeskPlace, deskPlacesOf } from './desk-places.ts';

/** A desk with what it is for, and other words under which people look for it. */
type Desk = DeskPlace & { about: string; words: string };

// Beside the places: the sidebar, which every page loads, needs none of it.
const details: Readonly<Record<string, Pick<Desk, 'about' | 'words'>>> = {
  '/dashboard/verify': { about: texts.deskPapersAbout, words: texts.deskPapersWords },
  '/dashboard/police-list': { about: texts.deskRechecksAbout, words: texts.deskRechecksWords },
  '/dashboard/moderation': { about: texts.deskReviewsAbout, words: texts.deskReviewsWords },
  '/dashboard/help/requests': { about: texts.deskSupportAbout, words: texts.deskSupportWords },
  '/dashboard/claims': { about: texts.deskClaimsAbout, words: texts.deskClaimsWords },
  '/dashboard/pardons': { about: texts.deskPardonsAbout, words: texts.deskPardonsWords },
  '/dashboard/analytics/payouts': { about: texts.deskPayoutsAbout, words: texts.deskPayoutsWords },
  '/dashboard/analytics/bank': { about: texts.deskBankAbout, words: texts.deskBankWords },
  '/dashboard/analytics/ledger': { about: texts.deskLedgerAbout, words: texts.deskLedgerWords },
  '/dashboard/billing': { about: texts.deskBillingAbout, words: texts.deskBillingWords },
  '/dashboard/policies': { about: texts.deskPoliciesAbout, words: texts.deskPoliciesWords },
  '/dashboard/holidays': { about: texts.deskHolidaysAbout, words: texts.deskHolidaysWords },
  '/dashboard/test-fees': { about: texts.deskTestFeesAbout, words: texts.deskTestFeesWords },
  '/dashboard/pass-rates': { about: texts.deskPassRatesAbout, words: texts.deskPassRatesWords },
  '/dashboard/pickup-advice': { about: texts.deskAdviceAbout, words: texts.deskAdviceWords },
  '/dashboard/mails': { about: texts.deskMailsAbout, words: texts.deskMailsWords },
  '/dashboard/broadcasts': { about: texts.deskBroadcastsAbout, words: texts.deskBroadcastsWords },
  '/dashboard/audit': { about: texts.deskAuditAbout, words: texts.deskAuditWords },
  '/dashboard/roles': { about: texts.deskRolesAbout, words: texts.deskRolesWords },
};

/** The desks of somebody with a role, with what they are for. */
export function desksOf(role: string): readonly Desk[] {
  return deskPlacesOf(role).map((place) => ({ about: '', words: '', ...place, ...details[place.path] }));
}
