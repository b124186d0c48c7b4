/** What `GET` and `POST /api/marketplace/terms` answer: the terms in force, and what of them the account has agreed to, the newest first. */
export type TermsAnswer = {
  version: number;
  inForceFrom: string;
  isAccepted: boolean;
  /** What is new since the version agreed to last; empty for who agreed to none. */
  changes: readonly string[];
  acceptances: Array<{ version: number; accepted: string; how: string }>;
};
