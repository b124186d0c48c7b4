import type { BadgeTone } from '../../platform/ui/Badge.tsx';

/** The colour of a role's badge; any other role is grey. The role changes nothing else of a profile. */
export function roleTone(role: string): BadgeTone {
  if (role === 'admin') return 'red';
  if (role === 'moderator') return 'blue';
  return role === 'premium' ? 'purple' : 'grey';
}
