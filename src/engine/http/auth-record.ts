import type { Row } from '../database/database.ts';

/**
 * By what a session was signed in to after the first method: by nothing, by another method that whoever has the account's mailbox may have as well
 * (`mailbox`), or by a factor of its own (`own`): an app's code, a passkey, a recovery code.
 */
export type SecondFactor = 'none' | 'mailbox' | 'own';

/** The record a valid token belongs to. `row` is its whole table row (with tokenKey and the password hash): never send it out. */
export type AuthRecord = {
  id: string;
  collectionId: string;
  collectionName: string;
  isSuperuser: boolean;
  /** False for impersonation tokens: auth-refresh answers the same token. */
  refreshable: boolean;
  /** The device that is signed in; empty for impersonation and for tokens from before sessions were kept. */
  sessionId: string;
  secondFactor: SecondFactor;
  /** Some rights of the account wait (`Engine.limitRights`); `row` says what is left. */
  isLimited: boolean;
  /** What they wait for, as a sentence for people; empty unless `isLimited`. */
  limitedBecause: string;
  /** Who of the staff looks through this account, reading only; empty where it is its owner. */
  actor: string;
  /** The superuser who acts as this account by a token of `impersonate`; empty where its owner does. */
  impersonator: string;
  row: Row;
};
