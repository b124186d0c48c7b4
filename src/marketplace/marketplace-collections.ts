import {
  accountChangeConfirmationsCollection,
  accountChangesCollection,
} from './account-changes/account-changes.collection.ts';
import {
  availabilityOverridesCollection,
  availabilityRulesCollection,
  holidaysCollection,
  timeOffCollection,
} from './availability/diary.collection.ts';
import { bankLinesCollection } from './bank/bank-lines.collection.ts';
import { broadcastsCollection } from './broadcasts/broadcasts.collection.ts';
import { claimDecisionsCollection, claimStatementsCollection, claimsCollection } from './claims/claims.collection.ts';
import { handOversCollection } from './hand-overs/hand-overs.collection.ts';
import { instructorDocumentsCollection, instructorsCollection } from './instructors/instructors.collection.ts';
import {
  instructorChangesCollection,
  instructorSubmissionsCollection,
  verificationConfirmationsCollection,
  verificationsCollection,
} from './joining/joining.collection.ts';
import {
  arrivalsCollection,
  noShowContestsCollection,
  noShowDecisionsCollection,
  noShowsCollection,
} from './lessons/absences/absences.collection.ts';
import { cancellationsCollection } from './lessons/cancelling/cancellations.collection.ts';
import { waiversCollection } from './lessons/cancelling/waivers.collection.ts';
import { lessonMovesCollection } from './lessons/lesson-moves.collection.ts';
import { lessonsCollection } from './lessons/lessons.collection.ts';
import { approvalsCollection } from './lessons/requests/approvals.collection.ts';
import { reschedulesCollection } from './lessons/rescheduling/reschedules.collection.ts';
import { lessonConfirmationsCollection } from './lessons/teaching/lesson-confirmations.collection.ts';
import { lessonLogsCollection } from './lessons/teaching/lesson-logs.collection.ts';
import { lessonStartsCollection } from './lessons/teaching/lesson-starts.collection.ts';
import { licenceRoadsCollection } from './licence/licence-roads.collection.ts';
import { testFeesCollection } from './licence/test-fees.collection.ts';
import { conversationsCollection } from './messages/conversations.collection.ts';
import { messagesCollection } from './messages/messages.collection.ts';
import { notificationPreferencesCollection } from './notifications/notification-preferences.collection.ts';
import { notificationsCollection } from './notifications/notifications.collection.ts';
import { pushSubscriptionsCollection } from './notifications/push-subscriptions.collection.ts';
import { busyTimesCollection, outsideCalendarsCollection } from './outside-calendars/outside-calendars.collection.ts';
import { ownLearnersCollection } from './own-learners/own-learners.collection.ts';
import { ownPaymentsCollection } from './own-learners/own-payments.collection.ts';
import { packageOffersCollection } from './packages/package-offers.collection.ts';
import { packagePurchasesCollection, packageRefundsCollection } from './packages/package-purchases.collection.ts';
import { paymentsCollection } from './payments/payments.collection.ts';
import { payoutsCollection } from './payouts/payouts.collection.ts';
import { pickupAdviceCollection } from './pickup-advice/pickup-advice.collection.ts';
import { policiesCollection } from './policies/policies.collection.ts';
import { policeChecksCollection } from './rechecks/police-checks.collection.ts';
import { refundsCollection } from './refunds/refunds.collection.ts';
import { reliabilityPardonsCollection } from './reliability/pardons.collection.ts';
import { reportSchedulesCollection, reportsCollection } from './reports/reports.collection.ts';
import {
  reviewDecisionsCollection,
  reviewRepliesCollection,
  reviewReportsCollection,
  reviewsCollection,
} from './reviews/reviews.collection.ts';
import { savedInstructorsCollection } from './saved/saved-instructors.collection.ts';
import { passkeysCollection, totpDevicesCollection } from './second-factors/second-factors.collection.ts';
import { studentNotesCollection } from './students/student-notes.collection.ts';
import { supportMessagesCollection } from './support/support-messages.collection.ts';
import { supportRequestsCollection } from './support/support-requests.collection.ts';
import { savedAnswersCollection, supportJoinsCollection } from './support/support-tools.collection.ts';
import { usersCollection } from './users/users.collection.ts';
import { waitlistEntriesCollection, waitlistOffersCollection } from './waitlist/waitlist.collection.ts';

/** Every collection of the product, in the order of their references. */
export const marketplaceCollections = [
  usersCollection,
  accountChangesCollection,
  accountChangeConfirmationsCollection,
  instructorsCollection,
  ownLearnersCollection,
  ownPaymentsCollection,
  studentNotesCollection,
  instructorDocumentsCollection,
  instructorSubmissionsCollection,
  verificationsCollection,
  verificationConfirmationsCollection,
  instructorChangesCollection,
  policeChecksCollection,
  availabilityRulesCollection,
  availabilityOverridesCollection,
  timeOffCollection,
  outsideCalendarsCollection,
  busyTimesCollection,
  holidaysCollection,
  lessonsCollection,
  lessonMovesCollection,
  approvalsCollection,
  reschedulesCollection,
  cancellationsCollection,
  waiversCollection,
  arrivalsCollection,
  noShowsCollection,
  noShowContestsCollection,
  noShowDecisionsCollection,
  lessonStartsCollection,
  lessonConfirmationsCollection,
  lessonLogsCollection,
  packageOffersCollection,
  packagePurchasesCollection,
  packageRefundsCollection,
  paymentsCollection,
  bankLinesCollection,
  refundsCollection,
  payoutsCollection,
  reviewsCollection,
  reviewRepliesCollection,
  reviewReportsCollection,
  reviewDecisionsCollection,
  claimsCollection,
  claimStatementsCollection,
  claimDecisionsCollection,
  notificationsCollection,
  notificationPreferencesCollection,
  pushSubscriptionsCollection,
  totpDevicesCollection,
  passkeysCollection,
  conversationsCollection,
  messagesCollection,
  supportRequestsCollection,
  supportMessagesCollection,
  savedAnswersCollection,
  supportJoinsCollection,
  reportsCollection,
  reportSchedulesCollection,
  broadcastsCollection,
  savedInstructorsCollection,
  licenceRoadsCollection,
  testFeesCollection,
  pickupAdviceCollection,
  policiesCollection,
  handOversCollection,
  waitlistEntriesCollection,
  reliabilityPardonsCollection,
  waitlistOffersCollection,
];
