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
