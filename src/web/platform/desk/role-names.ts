import type { StaffRole } from '#rules/staff/staff-rights.ts';
import * as texts from '#texts/admin.ts';

/** What the roles of the platform's people are called. */
export const roleNames: Record<StaffRole, string> = {
  moderator: texts.roleModerator,
  finance: texts.roleFinance,
  admin: texts.roleAdmin,
};
