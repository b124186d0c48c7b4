import type { EmailTemplate } from '#engine/collections/collection.ts';
import { mailsIn } from '#texts/by-language/mails.ts';

export type AuthMail =
  | 'verification'
  | 'invitation'
  | 'passwordReset'
  | 'emailChange'
  | 'emailChanged'
  | 'otp'
  | 'authAlert';

/** What the records engine fills in when a mail is sent (wire contract, section 23). */
const appName = '{APP_NAME}';
const otp = '<strong>{OTP}</strong>';

const writers: Record<AuthMail, (language: string) => EmailTemplate> = {
  verification: writeVerification,
  invitation: writeInvitation,
  passwordReset: writePasswordReset,
  emailChange: writeEmailChange,
  emailChanged: writeEmailChanged,
  otp: writeOtp,
  authAlert: writeAuthAlert,
};

/** One of the mails of signing in as the product words it by default, in a language; its links lead to the product's own pages. */
export function writeAuthMail(mail: AuthMail, language: string): EmailTemplate {
  return writers[mail](language);
}

function writeVerification(language: string): EmailTemplate {
  const texts = mailsIn(language);
  return {
    subject: texts.verifySubject({ appName }),
    body: framed(language, [
      paragraph(texts.verifyWelcome({ appName })),
      paragraph(texts.verifyLead),
      button('/auth/confirm-verification/{TOKEN}', texts.verifyButton),
      aside(texts.verifyIgnore),
    ]),
  };
}

function writePasswordReset(language: string): EmailTemplate {
  const texts = mailsIn(language);
  return {
    subject: texts.resetSubject({ appName }),
    body: framed(language, [
      paragraph(texts.resetLead),
      button('/auth/confirm-password-reset/{TOKEN}', texts.resetButton),
      aside(texts.resetIgnore),
    ]),
  };
}

/** To somebody whose account an admin made. */
function writeInvitation(language: string): EmailTemplate {
  const texts = mailsIn(language);
  return {
    subject: texts.invitationSubject({ appName }),
    body: framed(language, [
      paragraph(texts.invitationLead({ appName })),
      paragraph(texts.invitationLasts),
      button('/auth/accept-invitation/{TOKEN}', texts.invitationButton),
      aside(texts.invitationIgnore),
    ]),
  };
}

function writeEmailChange(language: string): EmailTemplate {
  const texts = mailsIn(language);
  return {
    subject: texts.emailChangeSubject({ appName }),
    body: framed(language, [
      paragraph(texts.emailChangeLead),
      button('/auth/confirm-email-change/{TOKEN}', texts.emailChangeButton),
      aside(texts.emailChangeIgnore),
    ]),
  };
}

/** To the address that an account had until now. */
function writeEmailChanged(language: string): EmailTemplate {
  const texts = mailsIn(language);
  return {
    subject: texts.emailChangedSubject({ appName }),
    body: framed(language, [
      paragraph(texts.emailChangedLead({ appName })),
      button('/help', texts.emailChangedButton),
      aside(texts.emailChangedIgnore),
    ]),
  };
}

function writeOtp(language: string): EmailTemplate {
  const texts = mailsIn(language);
  return {
    subject: texts.otpSubject({ appName }),
    body: framed(language, [paragraph(texts.otpLead({ otp })), aside(texts.otpIgnore)]),
  };
}

// Whoever reads of somebody else in their account should be one tap from locking them out.
function writeAuthAlert(language: string): EmailTemplate {
  const texts = mailsIn(language);
  return {
    subject: texts.alertSubject,
    body: framed(language, [
      paragraph(texts.alertLead({ appName })),
      paragraph('<em>{ALERT_INFO}</em>'),
      paragraph(`<strong>${texts.alertWarning({ appName })}</strong>`),
      button('/forgot-password', texts.alertButton),
      paragraph(texts.alertIgnore),
    ]),
  };
}

/** To the address that an account has, of a change that staff ask for: its owner confirms or refuses it. */
export function writeChangeMail(field: 'email' | 'twoFactor' | 'role' | 'suspended', language: string): EmailTemplate {
  const texts = mailsIn(language);
  return {
    subject: texts.changeAskedSubject({ appName }),
    body: framed(language, [
      paragraph(texts.changeAskedLead({ appName, field, value: '{VALUE}' })),
      button('/auth/confirm-account-change/{TOKEN}', texts.changeAskedButton),
      aside(texts.changeAskedIgnore),
    ]),
  };
}

function framed(language: string, paragraphs: readonly string[]): string {
  const texts = mailsIn(language);
  const end = `<p>\n  ${texts.thanks}<br/>\n  ${texts.team({ appName })}\n</p>`;
  return [paragraph(texts.hello), ...paragraphs, end].join('\n');
}

const paragraph = (html: string) => `<p>${html}</p>`;
const aside = (text: string) => `<p><i>${text}</i></p>`;
const button = (path: string, label: string) =>
  `<p>\n  <a class="btn" href="{APP_URL}${path}" target="_blank" rel="noopener">${label}</a>\n</p>`;
