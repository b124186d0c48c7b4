import type { BadgeTone } from '../ui/Badge.tsx';

export type SupportStatus = 'open' | 'answered' | 'closed';

/** A `support_requests` record; admins may see whose it is. */
export type SupportRequest = {
  id: string;
  user: string;
  category: string;
  subject: string;
  status: SupportStatus;
  answerBy: string;
  lastText: string;
  lastMessageAt: string;
  created: string;
  expand?: { user?: { name: string; email: string } };
};

/** A `support_messages` record. */
export type SupportMessage = {
  id: string;
  collectionName: string;
  request: string;
  sender: string;
  fromSupport: boolean;
  text: string;
  attachments: string[];
  created: string;
};

/** What a request can be about. */
export const supportCategories = [
  { value: 'booking', label: 'A booking' },
  { value: 'payment', label: 'Payment or refund' },
  { value: 'lesson', label: 'A lesson that took place' },
  { value: 'account', label: 'My account' },
  { value: 'safety', label: 'Safety' },
  { value: 'other', label: 'Something else' },
] as const;

/** The word for each status, and the tone that helps it. */
export const supportStatuses: readonly { value: SupportStatus; label: string; tone: BadgeTone }[] = [
  { value: 'open', label: 'Waiting for an answer', tone: 'amber' },
  { value: 'answered', label: 'Answered', tone: 'green' },
  { value: 'closed', label: 'Closed', tone: 'grey' },
];

/** The label of a category, or its own name. */
export function categoryLabel(category: string): string {
  return supportCategories.find(({ value }) => value === category)?.label ?? category;
}
