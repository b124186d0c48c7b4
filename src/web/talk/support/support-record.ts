import * as texts from '#texts/support.ts';
import type { BadgeTone } from '../../platform/ui/Badge.tsx';

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
  /** Who of the staff wrote it; only staff are told. */
  senderName?: string;
  text: string;
  attachments: string[];
  created: string;
};

/** What a request can be about. */
export const supportCategories = [
  { value: 'booking', label: texts.aBooking },
  { value: 'payment', label: texts.paymentOrRefund },
  { value: 'lesson', label: texts.aLessonThatTookPlace },
  { value: 'account', label: texts.myAccount },
  { value: 'safety', label: texts.safety },
  { value: 'other', label: texts.somethingElse },
] as const;

/** The word for each status, and the tone that helps it. */
export const supportStatuses: readonly { value: SupportStatus; label: string; tone: BadgeTone }[] = [
  { value: 'open', label: texts.waitingForAnAnswer, tone: 'amber' },
  { value: 'answered', label: texts.answered, tone: 'green' },
  { value: 'closed', label: texts.closed, tone: 'grey' },
];

/** The label of a category, or its own name. */
export function categoryLabel(category: string): string {
  return supportCategories.find(({ value }) => value === category)?.label ?? category;
}
