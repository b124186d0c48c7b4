/** What staff ask to have changed of another person's account, as its collection answers it; the starter is shown to staff alone. */
export type AccountChange = {
  id: string;
  user: string;
  field: 'email' | 'twoFactor' | 'role' | 'suspended';
  value: string;
  was: string;
  reason: string;
  status: 'waiting' | 'done' | 'refused' | 'withdrawn' | 'lapsed';
  starter?: string;
  starterName?: string;
  personName: string;
  expires: string;
  takesEffectAt: string;
  lockedUntil: string;
  created: string;
};
