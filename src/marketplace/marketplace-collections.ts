import {
  arrivalsCollection,
  noShowContestsCollection,
  noShowDecisionsCollection,
  noShowsCollection,
} from './booking/lessons/absences/absences.collection.ts';
import { cancellationsCollection } from './booking/lessons/cancelling/cancellations.collection.ts';
import { waiversCollection } from './booking/lessons/cancelling/waivers.collection.ts';
import { lessonMovesCollection } from './booking/lessons/lesson-moves.collection.ts';
import { lessonsCollection } from './booking/lessons/lessons.collection.ts';
import { approvalsCollection } from './booking/lessons/requests/approvals.collection.ts';
import { reschedulesCollection } from './booking/lessons/rescheduling/reschedules.collection.ts';
import { lessonConfirmationsCollection } from './booking/lessons/teaching/lesson-confirmations.collection.ts';
import { lessonLogsCollection } from './booking/lessons/teaching/lesson-logs.collection.ts';
import { lessonStartsCollection } from './booking/lessons/teaching/lesson-starts.collection.ts';
import { packageOffersCollection } from './booking/packages/package-offers.collection.ts';
import {
  packagePurchasesCollection,
  packageRefundsCollection,
} from './booking/packages/package-purchases.collection.ts';
import { reliabilityPardonsCollection } from './booking/reliability/pardons.collection.ts';
import { savedInstructorsCollection } from './booking/saved/saved-instructors.collection.ts';
import { waitlistEntriesCollection, waitlistOffersCollection } from './booking/waitlist/waitlist.collection.ts';
import { bankLinesCollection } from './money/bank/bank-lines.collection.ts';
import { paymentsCollection } from './money/payments/payments.collection.ts';
import { payoutsCollection } from './money/payouts/payouts.collection.ts';
import { refundsCollection } from './money/refunds/refunds.collection.ts';
import {
  accountChangeConfirmationsCollection,
  accountChangesCollection,
} from './people/account-changes/account-changes.collection.ts';
import { passkeysCollection, totpDevicesCollection } from './people/second-factors/second-factors.collection.ts';
import { usersCollection } from './people/users/users.collection.ts';
import { policiesCollection } from './platform/policies/policies.collection.ts';
import { reportSchedulesCollection, reportsCollection } from './running/reports/reports.collection.ts';
import { broadcastsCollection } from './talk/broadcasts/broadcasts.collection.ts';
import { conversationsCollection } from './talk/messages/conversations.collection.ts';
import { messagesCollection } from './talk/messages/messages.collection.ts';
import { notificationPreferencesCollection } from './talk/notifications/notification-preferences.collection.ts';
import { notificationsCollection } from './talk/notifications/notifications.collection.ts';
import { pushSubscriptionsCollection } from './talk/notifications/push-subscriptions.collection.ts';
import { supportMessagesCollection } from './talk/support/support-messages.collection.ts';
import { supportRequestsCollection } from './talk/support/support-requests.collection.ts';
import { savedAnswersCollection, supportJoinsCollection } from './talk/support/support-tools.collection.ts';
import {
  availabilityOverridesCollection,
  availabilityRulesCollection,
  holidaysCollection,
  timeOffCollection,
} from './teaching/availability/diary.collection.ts';
import { instructorDocumentsCollection, instructorsCollection } from './teaching/instructors/instructors.collection.ts';
import {
  instructorChangesCollection,
  instructorSubmissionsCollection,
  verificationConfirmationsCollection,
  verificationsCollection,
} from './teaching/joining/joining.collection.ts';
import { licenceRoadsCollection } from './teaching/licence/licence-roads.collection.ts';
import { testFeesCollection } from './teaching/licence/test-fees.collection.ts';
import {
  busyTimesCollection,
  outsideCalendarsCollection,
} from './teaching/outside-calendars/outside-calendars.collection.ts';
import { ownLearnersCollection } from './teaching/own-learners/own-learners.collection.ts';
import { ownPaymentsCollection } from './teaching/own-learners/own-payments.collection.ts';
import { pickupAdviceCollection } from './teaching/pickup-advice/pickup-advice.collection.ts';
import { policeChecksCollection } from './teaching/rechecks/police-checks.collection.ts';
import { studentNotesCollection } from './teaching/students/student-notes.collection.ts';
import {
  claimDecisionsCollection,
  claimStatementsCollection,
  claimsCollection,
} from './trust/claims/claims.collection.ts';
import { handOversCollection } from './trust/hand-overs/hand-overs.collection.ts';
import {
  reviewDecisionsCollection,
  reviewRepliesCollection,
  reviewReportsCollection,
  reviewsCollection,
} from './trust/reviews/reviews.collection.ts';

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
