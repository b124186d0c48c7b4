import * as texts from '#texts/adminUsers.ts';
import type { Person } from '#wire/users.ts';
import type { BadgeTone } from '../../../platform/ui/Badge.tsx';
import type { SelectOption } from '../../../platform/ui/Select.tsx';

export const roleOptions: readonly SelectOption[] = [
  { value: 'user', label: texts.user },
  { value: 'premium', label: texts.premium },
  { value: 'moderator', label: texts.moderator },
  { value: 'finance', label: texts.finance },
  { value: 'admin', label: texts.admin },
];

export const statusOptions: readonly SelectOption[] = [
  { value: 'active', label: texts.active },
  { value: 'inactive', label: texts.inactive },
  { value: 'pending', label: texts.pending },
];

/** What the list can be narrowed to: the suspended are inactive, too. */
export const statusChoices: readonly SelectOption[] = [
  ...statusOptions,
  { value: 'suspended', label: texts.suspendedOnly },
];

const tones: Record<Person['status'], BadgeTone> = { active: 'green', inactive: 'grey', pending: 'amber' };

/** The word for an account's status, its tone, and why it has it. */
export function statusOf({ status, suspended, lastSeen }: Person): { word: string; tone: BadgeTone; reason: string } {
  const word = labelOf(statusOptions, status);
  if (suspended) return { word, tone: 'red', reason: texts.suspendedReason };
  const reasons = {
    active: lastSeen ? texts.seenLately : texts.madeLately,
    inactive: texts.notSeenFor90Days,
    pending: texts.emailUnconfirmed,
  };
  return { word, tone: tones[status], reason: reasons[status] };
}

/** The words of a chosen value; an unknown one by its own name. */
export function labelOf(options: readonly SelectOption[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}
