import type { PageOf } from './page-of.ts';

/** What `GET /api/marketplace/activity` answers: sign-ins, days on which the account was used, and lessons that took place, taken and given together. */
export type ActivityAnswer = { logins: number; daysActive: number; lessons: number };

/** What `GET /api/marketplace/devices` answers: the one used last first. */
export type DevicesAnswer = PageOf<Device>;

/** A device that is signed in to one's account. Instants are ISO text in UTC. */
export type Device = {
  id: string;
  /** How it was signed in: `password`, `otp`, `oauth2` …; empty when that was before sessions were kept. */
  method: string;
  userAgent: string;
  ip: string;
  created: string;
  lastUsed: string;
  isCurrent: boolean;
};

/** What `GET /api/marketplace/two-factor` answers. */
export type TwoFactorAnswer = { isOn: boolean; recoveryCodesLeft: number };

/** What `POST /api/marketplace/two-factor` answers: new codes, shown this once. */
export type TwoFactorChangeAnswer = { isOn: boolean; recoveryCodes: string[] };

/** What `POST /api/marketplace/password` and `POST /api/marketplace/recover-sign-in` answer: the session that goes on, or begins. */
export type SignInAnswer = { token: string; record: AccountRecord };

/** By what a half-finished sign-in may be finished. */
export type SignInFactor = 'passkey' | 'totp' | 'otp' | 'password' | 'recovery';

/** What `POST /api/marketplace/sign-in-factors` answers, what is best first. */
export type SignInFactorsAnswer = { factors: SignInFactor[] };

/** What `POST /api/marketplace/totp-enrolments` answers: what an app takes, as text and as an address for a QR code, and what sends it back to us. */
export type TotpEnrolmentAnswer = { secret: string; uri: string; enrolment: string };

/** What `POST /api/marketplace/totp-devices` and `POST /api/marketplace/passkeys` answer; recovery codes where the account had none and needs them. */
export type OwnFactorAnswer = { id: string; name: string; recoveryCodes: string[] };

/** What `POST /api/marketplace/passkey-enrolments` and `POST /api/marketplace/passkey-challenges` answer: what `navigator.credentials` is asked, as JSON. */
export type PasskeyOptionsAnswer = { options: object };

/** What a sign-in answers with 401 while its second half is to come. */
export type ChallengeAnswer = { mfaId: string };

/** A record of `users` as its owner sees it. */
export type AccountRecord = Record<string, unknown>;

/** What `DELETE /api/marketplace/devices` and `DELETE /api/marketplace/users/{id}/sessions` answer: how many devices were signed out. */
export type SignOutAnswer = { ended: number };

/** What `POST /api/marketplace/account-change-links` answers: what staff ask to have changed, and what became of it. */
export type AccountChangeLinkAnswer = {
  field: 'email' | 'twoFactor' | 'role' | 'suspended';
  value: string;
  status: 'waiting' | 'done' | 'refused';
};
