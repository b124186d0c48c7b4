/** What `GET /api/marketplace/channels` answers: by which channels this server can reach who asks. */
export type ChannelsAnswer = {
  email: boolean;
  push: boolean;
  /** What browsers subscribe with. */
  pushKey: string;
  sms: boolean;
  /** The number that messages go to, empty when the account has no Singapore mobile number. */
  smsNumber: string;
  /** A code came back from the number of the account. */
  isNumberProved: boolean;
  /** Money that a person sends may go to the number of the account, or there is none. */
  takesMoney: boolean;
};

/** What `GET /api/marketplace/broadcasts/audience` answers: how many a draft would go to, how many are left out, and the first by name. */
export type AudienceAnswer = { count: number; byMail: number; optedOut: number; names: string[] };

/** What `POST /api/marketplace/notifications/read` answers: how many were read by it. */
export type NotificationsReadAnswer = { marked: number };
