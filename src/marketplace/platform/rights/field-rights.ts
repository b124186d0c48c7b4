import type { Decided } from '#engine/collections/collection.ts';
import { rolesWith, type StaffRight } from '#rules/staff/staff-rights.ts';

/** API rule: the caller's role has a right. Names the collection, too: another one's records may have a field `role` of their own. */
export function staffRule(right: StaffRight): string {
  const roles = rolesWith(right).map((role) => `@request.auth.role = '${role}'`);
  const one = roles.length > 1 ? `(${roles.join(' || ')})` : roles.join('');
  return `(@request.auth.collectionName = 'users' && ${one})`;
}

/** API rule: the caller is an admin, who acts for others in what is theirs: diaries, offers, lessons. */
export const adminRule = staffRule('lessons');

/** API rule: somebody is signed in to the product. Collections that operators make have accounts, too, and no part in lessons. */
export const personRule = "@request.auth.collectionName = 'users'";

/** A field that is the platform's to decide: its admins may, besides the server itself. */
export const byPlatform = { decided: { by: adminRule } } as const satisfies { decided: Decided };
/** A field that only the server writes. */
export const byServer = { decided: { by: null } } as const satisfies { decided: Decided };
/** A field that the server fills in, whatever a new record says of it, and nobody else changes. */
export const fromServer = { decided: { by: null, isPassedOver: true } } as const satisfies { decided: Decided };
/** A field that stays as the record was made. */
export const fixed = { decided: { by: null, onlyLater: true } } as const satisfies { decided: Decided };
/** A field that says whose record it is: the caller's. */
export const ofCaller = { decided: { by: null, isCaller: true, isPassedOver: true } } as const satisfies {
  decided: Decided;
};
