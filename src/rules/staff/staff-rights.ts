/** The roles of the platform's people. An account has one role; `user` and `premium` are everybody else's. */
export const staffRoles = ['moderator', 'finance', 'admin'] as const;
export type StaffRole = (typeof staffRoles)[number];

/*
 * What each right is for, and who has it besides admins, who have all of them. The one table: the rules of the collections, the product's own
 * calls, the desks and the page "Roles" are made from it. A moderator touches no money, finance sees no papers, and neither gives out roles.
 */
const besidesAdmins = {
  /** See instructors' papers, check them, list, refuse, suspend and check again. */
  papers: ['moderator'],
  /** Judge reported reviews. */
  reviews: ['moderator'],
  /** Read and answer everybody's requests, and see who wrote them. */
  support: ['moderator'],
  /** Read claims and what was said in them. */
  claims: ['moderator'],
  /** Decide claims and contested no-shows, which moves money. */
  claimDecisions: [],
  /** See everybody's payments, refunds, packages and receipts, read the bank's statement in and say what its lines are for. */
  payments: ['finance'],
  /** See payouts and statements, pay out now, send a failed payout again. */
  payouts: ['finance'],
  /** Read the ledger. */
  ledger: ['finance'],
  /** See the platform's fees by instructor and month, and what it uses. */
  billing: ['finance'],
  /** See, book, move and cancel everybody's lessons; change instructors' offers and diaries. */
  lessons: [],
  /** See, add, change, suspend and delete accounts. */
  users: [],
  /** Look through the account of somebody who is not staff, reading only, for an hour at most. */
  impersonation: [],
  /** Give and take roles. */
  roles: [],
  /** Policies, holidays, test fees, pass rates and pick-up advice. */
  rules: [],
  /** Figures of the whole marketplace. */
  analytics: [],
  /** Make and download reports. */
  reports: [],
  /** Write to many people at once. */
  broadcasts: [],
  /** Read the audit trail. */
  audit: [],
} as const satisfies Record<string, readonly Exclude<StaffRole, 'admin'>[]>;

/** Something that only the platform's people may do. */
export type StaffRight = keyof typeof besidesAdmins;

/** Every right, in the order in which people are shown them. */
export const staffRights = Object.keys(besidesAdmins) as StaffRight[];

/** The roles that have a right; admin is always the last of them. */
export function rolesWith(right: StaffRight): StaffRole[] {
  return [...besidesAdmins[right], 'admin'];
}

/** Whether accounts of a role have a right. */
export function roleHasRight(role: unknown, right: StaffRight): boolean {
  return rolesWith(right).some((holder) => holder === role);
}

/** Whether accounts of a role belong to the platform's people. */
export function isStaffRole(role: unknown): role is StaffRole {
  return staffRoles.some((staff) => staff === role);
}
