/** What happens to rows that refer to an account when it is cleaned (clean-account.ts). */
type Fate = 'ends' | 'ends unless paid' | `is let go of: ${string}` | `stays: ${string}`;

const history = 'stays: about lessons that were paid' as const;
const books = 'stays: books' as const;

/**
 * Every column that refers to an account, by table. A house test compares the list with the schema, so a new column must say here what happens to its rows. `ends unless
 * paid`: they may be about lessons if the account ever paid.
 */
export const personalPlaces = {
  'account_activity.user': 'ends',
  'account_changes.user': 'stays: what staff asked for',
  'broadcast_recipients.user': 'stays: what was sent to whom',
  'calendar_addresses.user': 'ends',
  'case_visits.user': 'stays: only staff have visits',
  'claim_statements.author': history,
  'claims.learner': history,
  'conversations.learner': 'ends unless paid',
  'hand_overs.learner': history,
  'impersonations.actor': 'stays: what staff did',
  'impersonations.user': 'stays: what staff did',
  'instructors.user': 'is let go of: a profile that was never listed is deleted',
  'lessons._learner': 'is let go of: what is held and not paid',
  'licence_roads.user': 'ends',
  'messages.sender': 'stays: goes with its conversation',
  'notification_preferences.user': 'is let go of: the defaults hold again',
  'notifications.user': 'ends unless paid',
  'own_learners._user': 'stays: the list of the instructor',
  'package_purchases.learner': books,
  'passkeys.user': 'ends',
  'payments.learner': books,
  'phone_codes.user': 'ends',
  'push_subscriptions.user': 'ends',
  'recovery_codes.user': 'ends',
  'refunds.learner': books,
  'review_replies.author': history,
  'review_reports.reporter': 'ends',
  'reviews.author': history,
  'saved_instructors.user': 'ends',
  'settlements.learner': books,
  'student_notes.learner': 'stays: the notes of the instructor',
  'support_messages.sender': 'stays: goes with its request',
  'support_requests.user': 'ends unless paid',
  'terms_acceptances.user': 'stays: what was agreed to, and when',
  'totp_devices.user': 'ends',
  'waitlist_entries.learner': 'ends',
  'waitlist_offers.learner': 'ends',
} as const satisfies Record<string, Fate>;

/** The columns whose rows are deleted. */
export function endingPlaces(hasPaid: boolean): string[] {
  const ends: readonly string[] = hasPaid ? ['ends'] : ['ends', 'ends unless paid'];
  return Object.entries(personalPlaces).flatMap(([place, fate]) => (ends.includes(fate) ? [place] : []));
}
