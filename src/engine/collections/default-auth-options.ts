import { systemRandom, tokenAlphabet } from '../random.ts';
import type { AuthOptions, EmailTemplate, TokenOptions } from './collection.ts';

const day = 86_400;

/**
 * The options of a new auth collection (wire contract, sections 3, 13 and 23): durations in seconds, secrets of 50 characters.
 * A secret is kept with the stored collection; the one made here only serves a collection that is not stored yet.
 */
export function defaultAuthOptions(): AuthOptions {
  return {
    authRule: '',
    manageRule: null,
    authAlert: { enabled: true, emailTemplate: authAlertTemplate },
    oauth2: { enabled: false, providers: [], mappedFields: { id: '', name: '', username: '', avatarURL: '' } },
    passwordAuth: { enabled: true, identityFields: ['email'] },
    mfa: { enabled: false, duration: 600, rule: '' },
    otp: { enabled: false, duration: 180, length: 8, emailTemplate: otpTemplate, createsAccount: false },
    authToken: token(5 * day),
    passwordResetToken: token(1800),
    emailChangeToken: token(1800),
    verificationToken: token(day),
    fileToken: token(180),
    verificationTemplate,
    resetPasswordTemplate,
    confirmEmailChangeTemplate,
  };
}

function token(duration: number): TokenOptions {
  return { duration, secret: systemRandom.text(50, tokenAlphabet) };
}

const authAlertTemplate: EmailTemplate = {
  subject: 'Login from a new location',
  body: "<p>Hello,</p>\n<p>We noticed a login to your {APP_NAME} account from a new location:</p>\n<p><em>{ALERT_INFO}</em></p>\n<p><strong>If this wasn't you, you should immediately change your {APP_NAME} account password to revoke access from all other locations.</strong></p>\n<p>If this was you, you may disregard this email.</p>\n<p>\n  Thanks,<br/>\n  {APP_NAME} team\n</p>",
};
const otpTemplate: EmailTemplate = {
  subject: 'OTP for {APP_NAME}',
  body: "<p>Hello,</p>\n<p>Your one-time password is: <strong>{OTP}</strong></p>\n<p><i>If you didn't ask for the one-time password, you can ignore this email.</i></p>\n<p>\n  Thanks,<br/>\n  {APP_NAME} team\n</p>",
};
const verificationTemplate: EmailTemplate = {
  subject: 'Verify your {APP_NAME} email',
  body: '<p>Hello,</p>\n<p>Thank you for joining us at {APP_NAME}.</p>\n<p>Click on the button below to verify your email address.</p>\n<p>\n  <a class="btn" href="{APP_URL}/_/#/auth/confirm-verification/{TOKEN}" target="_blank" rel="noopener">Verify</a>\n</p>\n<p><i>If you didn\'t recently register, please ignore this email.</i></p>\n<p>\n  Thanks,<br/>\n  {APP_NAME} team\n</p>',
};
const resetPasswordTemplate: EmailTemplate = {
  subject: 'Reset your {APP_NAME} password',
  body: '<p>Hello,</p>\n<p>Click on the button below to reset your password.</p>\n<p>\n  <a class="btn" href="{APP_URL}/_/#/auth/confirm-password-reset/{TOKEN}" target="_blank" rel="noopener">Reset password</a>\n</p>\n<p><i>If you didn\'t ask to reset your password, please ignore this email.</i></p>\n<p>\n  Thanks,<br/>\n  {APP_NAME} team\n</p>',
};
const confirmEmailChangeTemplate: EmailTemplate = {
  subject: 'Confirm your {APP_NAME} new email address',
  body: '<p>Hello,</p>\n<p>Click on the button below to confirm your new email address.</p>\n<p>\n  <a class="btn" href="{APP_URL}/_/#/auth/confirm-email-change/{TOKEN}" target="_blank" rel="noopener">Confirm new email</a>\n</p>\n<p><i>If you didn\'t ask to change your email address, please ignore this email.</i></p>\n<p>\n  Thanks,<br/>\n  {APP_NAME} team\n</p>',
};
