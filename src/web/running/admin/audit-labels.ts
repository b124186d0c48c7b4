import * as texts from '#texts/audit.ts';
import type { AuditEntry } from '#wire/users.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { auditFields } from './audit-fields.ts';

/** What the records of each collection are called in the audit trail. */
export const auditCollections: Readonly<Record<string, string>> = {
  users: texts.recordUsers,
  account_changes: texts.recordAccountChanges,
  account_change_confirmations: texts.recordAccountChangeConfirmations,
  instructors: texts.recordInstructors,
  own_learners: texts.recordOwnLearners,
  own_payments: texts.recordOwnPayments,
  student_notes: texts.recordStudentNotes,
  instructor_documents: texts.recordInstructorDocuments,
  instructor_submissions: texts.recordInstructorSubmissions,
  verifications: texts.recordVerifications,
  verification_confirmations: texts.recordVerificationConfirmations,
  instructor_changes: texts.recordInstructorChanges,
  police_checks: texts.recordPoliceChecks,
  availability_rules: texts.recordAvailabilityRules,
  availability_overrides: texts.recordAvailabilityOverrides,
  time_off: texts.recordTimeOff,
  outside_calendars: texts.recordOutsideCalendars,
  busy_times: texts.recordBusyTimes,
  holidays: texts.recordHolidays,
  lessons: texts.recordLessons,
  lesson_moves: texts.recordLessonMoves,
  approvals: texts.recordApprovals,
  reschedules: texts.recordReschedules,
  cancellations: texts.recordCancellations,
  waivers: texts.recordWaivers,
  arrivals: texts.recordArrivals,
  no_shows: texts.recordNoShows,
  no_show_contests: texts.recordNoShowContests,
  no_show_decisions: texts.recordNoShowDecisions,
  lesson_starts: texts.recordLessonStarts,
  lesson_confirmations: texts.recordLessonConfirmations,
  lesson_logs: texts.recordLessonLogs,
  package_offers: texts.recordPackageOffers,
  package_purchases: texts.recordPackagePurchases,
  package_refunds: texts.recordPackageRefunds,
  payments: texts.recordPayments,
  bank_lines: texts.recordBankLines,
  refunds: texts.recordRefunds,
  payouts: texts.recordPayouts,
  provider_cases: texts.recordProviderCases,
  outside_differences: texts.recordOutsideDifferences,
  provider_fees: texts.recordProviderFees,
  reviews: texts.recordReviews,
  review_replies: texts.recordReviewReplies,
  review_reports: texts.recordReviewReports,
  review_decisions: texts.recordReviewDecisions,
  claims: texts.recordClaims,
  claim_statements: texts.recordClaimStatements,
  claim_decisions: texts.recordClaimDecisions,
  totp_devices: texts.recordTotpDevices,
  passkeys: texts.recordPasskeys,
  notifications: texts.recordNotifications,
  notification_preferences: texts.recordNotificationPreferences,
  push_subscriptions: texts.recordPushSubscriptions,
  conversations: texts.recordConversations,
  messages: texts.recordMessages,
  support_requests: texts.recordSupportRequests,
  support_messages: texts.recordSupportMessages,
  saved_answers: texts.recordSavedAnswers,
  support_joins: texts.recordSupportJoins,
  reports: texts.recordReports,
  report_schedules: texts.recordReportSchedules,
  broadcasts: texts.recordBroadcasts,
  saved_instructors: texts.recordSavedInstructors,
  licence_roads: texts.recordLicenceRoads,
  test_fees: texts.recordTestFees,
  pickup_advice: texts.recordPickupAdvice,
  policies: texts.recordPolicies,
  hand_overs: texts.recordHandOvers,
  waitlist_entries: texts.recordWaitlistEntries,
  waitlist_offers: texts.recordWaitlistOffers,
  reliability_pardons: texts.recordReliabilityPardons,
  _superusers: texts.recordSuperusers,
  _mails: texts.recordMails,
  _settings: texts.recordSettings,
  _collections: texts.recordCollections,
  _backups: texts.recordBackups,
  _audit: texts.recordAudit,
  _logs: texts.recordLogs,
  _crons: texts.recordCrons,
  _sql: texts.recordSql,
};

type RecordOfEntry = Pick<AuditEntry, 'action' | 'collection' | 'record' | 'recordName'>;

/** What an entry is about: the record by its name, else by its id; of a look at a list, which is at nothing in particular, that it was one. */
export function recordWords({ action, collection, record, recordName }: RecordOfEntry): string {
  const called = collectionWords(collection);
  if (action === 'view' && record === '') return texts.severalOf({ record: called });
  return `${called} ${recordName || record}`.trimEnd();
}

/** What a record of a collection is called; one that an operator made has the name that it was given. */
export function collectionWords(collection: string): string {
  return Object.hasOwn(auditCollections, collection) ? (auditCollections[collection] ?? collection) : collection;
}

/** One change of an entry: the field in words, and its value before and after, money as money. */
export function changeWords({ field, from, to }: { field: string; from: string; to: string }): string {
  const say = (value: string) => (value === '' ? texts.nothing : valueWords(field, value));
  return texts.fieldBecomes({ field: fieldWords(field), from: say(from), to: say(to) });
}

/** The label that the product has for a field, else its name as words: `worksHolidays` as `works holidays`. */
function fieldWords(field: string): string {
  if (Object.hasOwn(auditFields, field)) return auditFields[field] ?? field;
  return field.replace(/Cents$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function valueWords(field: string, value: string): string {
  if (value === 'true') return texts.yes;
  if (value === 'false') return texts.no;
  return /(?:^c|C)ents$/.test(field) && /^-?\d{1,12}$/.test(value) ? formatMoney(Number(value)) : value;
}

/** Words whose names are looked up: of more only the first. */
const mostWords = 12;

const plain = (text: string) => text.toLowerCase().replaceAll("'", '’');

/** Whether a word stands in a label, from the beginning of one of its words or of a part of one: `up` in `pick-up advice`. */
function isIn(label: string, word: string): boolean {
  const words = plain(label).split(/[^\p{L}\p{N}’-]+/u);
  return words.some((one) => one.startsWith(word) || one.split('-').some((part) => part.startsWith(word)));
}

/**
 * What is searched, as the server takes it: beside each word, with `|` between them, the names of the records, fields and actions (`more`) that are
 * shown with this word. A field without a label is shown as the words of its name, so these are tried as one, too.
 */
export function searchedNames(q: string, more: Readonly<Record<string, string>> = {}): string {
  const labels = [auditCollections, auditFields, more].flatMap((each) => Object.entries(each));
  const words = q.replaceAll('|', ' ').split(/\s+/).filter(Boolean);
  const asOne = words.length > 1 ? [words.join('')] : [];
  const withNames = (word: string) => {
    const names = labels.filter(([, label]) => isIn(label, plain(word))).map(([name]) => name);
    return [...new Set([word, ...asOne, ...names])].join('|');
  };
  return words.map((word, place) => (place < mostWords && word.length > 1 ? withNames(word) : word)).join(' ');
}
