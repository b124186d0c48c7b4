import { roleHasRight, type StaffRight } from '#rules/staff/staff-rights.ts';
import { useSession } from './use-session.ts';

/** Whether the role of who is signed in has a right. The server decides; this says what to show. */
export function useRight(right: StaffRight): boolean {
  return roleHasRight(useSession()?.role, right);
}
