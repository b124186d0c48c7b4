import { afterQuietHours } from './quiet-hours.ts';

/** The ways out of the product. What is told is in the list of notifications besides, whatever is chosen here. */
export const deliveryChannels = ['email', 'push', 'sms'] as const;
export type DeliveryChannel = (typeof deliveryChannels)[number];

/** What notifications are about, as people switch it on and off. */
export const notificationCategories = ['account', 'billing', 'system', 'marketing'] as const;
export type NotificationCategory = (typeof notificationCategories)[number];

/** The switches of one person: four channels and four categories. */
export type NotificationPreferences = Record<DeliveryChannel | 'sound' | NotificationCategory, boolean>;

/** What holds until a person chooses: mail about everything but advertising (PDPA: no marketing without consent), nothing else. */
export const defaultPreferences: NotificationPreferences = {
  email: true,
  push: false,
  sms: false,
  sound: false,
  account: true,
  billing: true,
  system: true,
  marketing: false,
};

/** The category that a type of notification belongs to unless its sender says otherwise. */
export function categoryOf(type: 'user' | 'payment' | 'system' | 'security'): NotificationCategory {
  if (type === 'payment') return 'billing';
  return type === 'system' ? 'system' : 'account';
}

/** True when the person wants to hear of the category by the channel. */
export function isWanted(
  preferences: NotificationPreferences,
  channel: DeliveryChannel | 'sound',
  category: NotificationCategory,
): boolean {
  return preferences[channel] && preferences[category];
}

export type Telling = {
  category: NotificationCategory;
  /** A booking or its money depends on it: the mail goes out whatever was chosen. */
  isRequired?: boolean;
  /** A fuller mail is sent by other means. */
  hasOwnMail?: boolean;
  /** How long one is given to read it in the product first, in minutes. */
  patienceMinutes?: number;
};

export type PlannedDelivery = { channel: DeliveryChannel; dueMs: number };

/**
 * By which channels a notification of `nowMs` goes to a person, and when: mail at once, push and SMS not in the quiet hours of the
 * zone. Epoch milliseconds.
 */
export function planDeliveries(
  telling: Telling,
  preferences: NotificationPreferences,
  { nowMs, zone }: { nowMs: number; zone: string },
): PlannedDelivery[] {
  const readyMs = nowMs + (telling.patienceMinutes ?? 0) * 60_000;
  return deliveryChannels.flatMap((channel) => {
    if (channel === 'email' && telling.hasOwnMail) return [];
    const isDemanded = channel === 'email' && telling.isRequired === true;
    if (!isDemanded && !isWanted(preferences, channel, telling.category)) return [];
    return [{ channel, dueMs: channel === 'email' ? readyMs : afterQuietHours(zone, readyMs) }];
  });
}
