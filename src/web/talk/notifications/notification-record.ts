export type NotificationType = 'user' | 'payment' | 'system' | 'security';

/** A `notifications` record: what the product told its owner. */
export type Notification = {
  id: string;
  title: string;
  message: string;
  type: NotificationType;
  /** A path of this site, or empty. */
  link: string;
  read: boolean;
  created: string;
};
