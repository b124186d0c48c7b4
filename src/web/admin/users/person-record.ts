import type { BadgeTone } from '../../ui/Badge.tsx';
import type { SelectOption } from '../../ui/Select.tsx';

/** An account as `/api/marketplace/users` answers it. */
export type Person = {
  id: string;
  name: string;
  email: string;
  avatarUrl: string;
  role: string;
  status: 'active' | 'inactive' | 'pending';
  verified: boolean;
  suspended: boolean;
  lastSeen: string | null;
  created: string | null;
  phone: string;
  location: string;
  instructor: { id: string; status: string } | null;
};

/** An account with what it has done here. */
export type PersonDetails = Person & {
  figures: {
    lessonsTaken: number;
    lessonsComing: number;
    lessonsGiven: number;
    paidCents: number;
    refundedCents: number;
  };
};

export const roleOptions: readonly SelectOption[] = [
  { value: 'user', label: 'User' },
  { value: 'premium', label: 'Premium' },
  { value: 'moderator', label: 'Moderator' },
  { value: 'admin', label: 'Admin' },
];

export const statusOptions: readonly SelectOption[] = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'pending', label: 'Pending' },
];

const tones: Record<Person['status'], BadgeTone> = { active: 'green', inactive: 'grey', pending: 'amber' };

/** The word for an account's status, its tone, and why it has it. */
export function statusOf({ status, suspended, lastSeen }: Person): { word: string; tone: BadgeTone; reason: string } {
  const word = labelOf(statusOptions, status);
  if (suspended) return { word, tone: 'red', reason: 'suspended: nobody can sign in to it' };
  const reasons = {
    active: lastSeen ? 'seen in the last 90 days' : 'made in the last 90 days',
    inactive: 'not seen for 90 days',
    pending: 'the email address is not confirmed yet',
  };
  return { word, tone: tones[status], reason: reasons[status] };
}

/** The words of a chosen value; an unknown one by its own name. */
export function labelOf(options: readonly SelectOption[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}
