import { isStaffRole } from './staff-rights.ts';

/** What a change of an account is about, as it is said to people: of a suspension, whether it begins or ends. */
export type AccountChangeKind = 'email' | 'twoFactor' | 'role' | 'suspended' | 'letIn';

/** The kind of a change that staff ask for. */
export function accountChangeKind({
  field,
  value,
}: {
  field: Exclude<AccountChangeKind, 'letIn'>;
  value: string;
}): AccountChangeKind {
  return field === 'suspended' && value === 'false' ? 'letIn' : field;
}

/** Whether a change takes somebody's part in the staff away: whose account it is can't refuse that. */
export function takesPartAway({ field, value, was }: Readonly<Record<string, unknown>>): boolean {
  if (field === 'suspended') return value === 'true';
  return field === 'role' && isStaffRole(was) && value !== 'admin';
}
