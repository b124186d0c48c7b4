import {
  type DeliveryChannel,
  deliveryChannels,
  isWanted,
  type NotificationCategory,
  type NotificationPreferences,
} from './preferences.ts';
import { afterQuietHours } from './quiet-hours.ts';

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
