/** Why a word about safety takes nobody out of the search before staff decide, where it does not. */
export const unheededReasons = ['not_begun', 'not_paid', 'said_before', 'said_of_another'] as const;
export type UnheededReason = (typeof unheededReasons)[number];

/** Within so many months an account takes only one instructor out of the search by its word, true or not. */
export const monthsOfOneWord = 12;

/**
 * Whether a learner's word about safety acts before staff decide (domain rule 16), and if not, why. It acts only of a lesson that was paid and whose
 * start has come. It does not act for an account whose word was not true, waits to be decided, or took another instructor out of the search in these months.
 */
export function unheededBecause(said: {
  nowMs: number;
  startMs: number;
  isPaid: boolean;
  hasOtherSafetyClaim: boolean;
  hasHiddenAnother: boolean;
}): UnheededReason | undefined {
  if (said.nowMs < said.startMs) return 'not_begun';
  if (!said.isPaid) return 'not_paid';
  if (said.hasOtherSafetyClaim) return 'said_before';
  return said.hasHiddenAnother ? 'said_of_another' : undefined;
}
