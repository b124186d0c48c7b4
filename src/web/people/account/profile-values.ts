import * as texts from '#texts/account.ts';
import { isEmailAddress } from '../../platform/ground/is-email-address.ts';
import { isPhoneNumber } from '../../platform/ground/is-phone-number.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { defaultLanguage } from './person-options.ts';

/** What the profile form holds, as its fields have it. */
export type ProfileValues = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  location: string;
  bio: string;
  language: string;
  timezone: string;
};

export type ProfileErrors = { [Name in keyof ProfileValues]?: string };

/** What is saved of a person, with the defaults where they have not chosen. */
export function profileValuesOf(user: SessionUser): ProfileValues {
  const { firstName, lastName, email, phone, location, bio, timezone } = user;
  const language = user.language || defaultLanguage;
  return { firstName, lastName, email, phone, location, bio, language, timezone };
}

/** The fields that differ from what is saved, ends trimmed. */
export function changedValues(values: ProfileValues, saved: ProfileValues): Partial<ProfileValues> {
  const entries = Object.entries(values).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(entries.filter(([name, value]) => value !== saved[name as keyof ProfileValues].trim()));
}

/** What is wrong with the changed fields, by field; the server has the last word. */
export function profileErrors({ firstName, email, phone }: Partial<ProfileValues>): ProfileErrors {
  const errors: ProfileErrors = {};
  if (firstName === '') errors.firstName = texts.enterYourFirstNameInstructors;
  if (email !== undefined && !isEmailAddress(email)) {
    errors.email = texts.enterAnEmailAddressSuch;
  }
  if (phone !== undefined && phone !== '' && !isPhoneNumber(phone)) {
    errors.phone = texts.enterAPhoneNumberSuch;
  }
  return errors;
}
