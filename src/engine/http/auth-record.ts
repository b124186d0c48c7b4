import type { Row } from '../database/database.ts';

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
  /** It was signed in to with two methods. */
  hasSecondFactor: boolean;
  /** Some rights of the account wait for something its owner has to do first (`Engine.limitRights`); `row` says what is left. */
  isLimited: boolean;
  /** Who of the staff looks through this account, reading only; empty where it is its owner. */
  actor: string;
  /** The superuser who acts as this account by a token of `impersonate`; empty where its owner does. */
  impersonator: string;
  row: Row;
};
