import { requestsPath } from '#rules/paths/help-paths.ts';
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
import * as texts from '#texts/admin.ts';
import { type DeskPlace, deskPlacesOf } from './desk-places.ts';

/** A desk with what it is for, and other words under which people look for it. */
type Desk = DeskPlace & { about: string; words: string };

// Beside the places: the sidebar, which every page loads, needs none of it.
const details: Readonly<Record<string, Pick<Desk, 'about' | 'words'>>> = {
  [verifyPath]: { about: texts.deskPapersAbout, words: texts.deskPapersWords },
  [policeListPath]: { about: texts.deskRechecksAbout, words: texts.deskRechecksWords },
  [moderationPath]: { about: texts.deskReviewsAbout, words: texts.deskReviewsWords },
  [requestsPath]: { about: texts.deskSupportAbout, words: texts.deskSupportWords },
  [claimsPath]: { about: texts.deskClaimsAbout, words: texts.deskClaimsWords },
  [pardonsPath]: { about: texts.deskPardonsAbout, words: texts.deskPardonsWords },
  [payoutsDeskPath]: { about: texts.deskPayoutsAbout, words: texts.deskPayoutsWords },
  [bankPath]: { about: texts.deskBankAbout, words: texts.deskBankWords },
  [ledgerPath]: { about: texts.deskLedgerAbout, words: texts.deskLedgerWords },
  [billingPath]: { about: texts.deskBillingAbout, words: texts.deskBillingWords },
  [policiesPath]: { about: texts.deskPoliciesAbout, words: texts.deskPoliciesWords },
  [holidaysPath]: { about: texts.deskHolidaysAbout, words: texts.deskHolidaysWords },
  [testFeesPath]: { about: texts.deskTestFeesAbout, words: texts.deskTestFeesWords },
  [passRatesPath]: { about: texts.deskPassRatesAbout, words: texts.deskPassRatesWords },
  [pickupAdvicePath]: { about: texts.deskAdviceAbout, words: texts.deskAdviceWords },
  [mailsPath]: { about: texts.deskMailsAbout, words: texts.deskMailsWords },
  [broadcastsPath]: { about: texts.deskBroadcastsAbout, words: texts.deskBroadcastsWords },
  [auditPath]: { about: texts.deskAuditAbout, words: texts.deskAuditWords },
  [rolesPath]: { about: texts.deskRolesAbout, words: texts.deskRolesWords },
};

/** The desks of somebody with a role, with what they are for. */
export function desksOf(role: string): readonly Desk[] {
  return deskPlacesOf(role).map((place) => ({ about: '', words: '', ...place, ...details[place.path] }));
}
