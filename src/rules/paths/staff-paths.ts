import { withQuery } from './with-query.ts';

export const analyticsPath = '/dashboard/analytics';
export const questionsPath = '/dashboard/analytics/questions';
export const allLessonsPath = '/dashboard/analytics/lessons';
export const payoutsDeskPath = '/dashboard/analytics/payouts';
export const failedPayoutsPath = '/dashboard/analytics/payouts/failed';
export const ledgerPath = '/dashboard/analytics/ledger';
export const bankPath = '/dashboard/analytics/bank';
export const billingPath = '/dashboard/billing';
export const reportsPath = '/dashboard/reports';
export const usersPath = '/dashboard/users';
export const accountChangesPath = '/dashboard/users/changes';
export const verifyPath = '/dashboard/verify';
export const policeListPath = '/dashboard/police-list';
export const moderationPath = '/dashboard/moderation';
export const pardonsPath = '/dashboard/pardons';
export const policiesPath = '/dashboard/policies';
export const holidaysPath = '/dashboard/holidays';
export const testFeesPath = '/dashboard/test-fees';
export const passRatesPath = '/dashboard/pass-rates';
export const pickupAdvicePath = '/dashboard/pickup-advice';
export const mailsPath = '/dashboard/mails';
export const broadcastsPath = '/dashboard/broadcasts';
export const auditPath = '/dashboard/audit';
export const rolesPath = '/dashboard/roles';

type Days = { from?: string; to?: string };

/** The questions about some local days, the last included. */
export function questionsOfPath(days: Days): string {
  return withQuery(questionsPath, { period: 'dates', ...days });
}

/** The learners with a lesson in some local days, the last included, as the figures count them. */
export function activeLearnersPath(days: Days): string {
  return withQuery('/dashboard/analytics/learners', { period: 'dates', ...days });
}

/** All lessons of a status; of a period by its name, or of `dates` from one local day to another. */
export function lessonsFoundPath(asked: { status: string; period?: string } & Days): string {
  return withQuery(allLessonsPath, asked);
}

/** The ledger's entries of an account, a lesson or a transaction. */
export function ledgerOfPath(of: { account?: string; lesson?: string; transaction?: string }): string {
  return withQuery(ledgerPath, of);
}

/** One account, by its id: of two people with one name it is this one. */
export function personPath(user: string): string {
  return withQuery(usersPath, { person: user });
}

/** The instructors who are listed now: with when each was compared with the Police's list last, below that comparison. */
export const listedInstructorsPath = `${withQuery(policeListPath, { status: 'listed' })}#rechecks`;

/** The accounts of a status. */
export function usersOfStatusPath(status: 'active' | 'inactive' | 'suspended' | 'pending'): string {
  return withQuery(usersPath, { status });
}

/** The accounts that were made in some local days, the last included; without a first day, those that were there at their end. */
export function usersMadePath(days: Days): string {
  return withQuery(usersPath, { period: 'dates', ...days });
}

/** An instructor's papers and profile, as they are checked. */
export function instructorFilePath(instructor: string): string {
  return withQuery(verifyPath, { instructor });
}

/** What was pardoned, of somebody by their name or of a lesson by its id. */
export function pardonsFoundPath(q: string): string {
  return withQuery(pardonsPath, { q });
}

/** What staff did to a record. */
export function auditOfPath(record: string): string {
  return withQuery(auditPath, { q: record });
}
