import * as texts from '#texts/account.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { checkNewPassword } from '../auth/check-new-password.ts';
import { defaultLanguage } from './person-options.ts';

/** What the settings form holds besides the picture. */
export type SettingsValues = {
  oldPassword: string;
  password: string;
  passwordConfirm: string;
  language: string;
  timezone: string;
};

export type SettingsErrors = { [Name in keyof SettingsValues | 'avatar']?: string };

export const noPassword = { oldPassword: '', password: '', passwordConfirm: '' };

/** What is saved of a person, and empty fields for a new password. */
export function settingsValuesOf({ language, timezone }: SessionUser): SettingsValues {
  return {
    ...noPassword,
    language: language || defaultLanguage,
    timezone,
  };
}

/** True when something was typed into one of the three fields of a new password. */
export function asksForPassword({ oldPassword, password, passwordConfirm }: SettingsValues): boolean {
  return oldPassword !== '' || password !== '' || passwordConfirm !== '';
}

/** What is wrong with a new password, by field; nothing when none is asked for. */
export function settingsErrors(values: SettingsValues): SettingsErrors {
  if (!asksForPassword(values)) return {};
  return {
    ...(values.oldPassword === '' ? { oldPassword: texts.oldPasswordMissing } : {}),
    ...checkNewPassword(values),
  };
}

/** The preferences that differ from what is saved. */
export function changedPreferences(
  values: SettingsValues,
  saved: SettingsValues,
): Partial<Pick<SettingsValues, 'language' | 'timezone'>> {
  return {
    ...(values.language === saved.language ? {} : { language: values.language }),
    ...(values.timezone === saved.timezone ? {} : { timezone: values.timezone }),
  };
}
