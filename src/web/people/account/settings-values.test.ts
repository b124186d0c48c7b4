import { expect, test } from 'vitest';
import { asksForPassword, changedPreferences, type SettingsValues, settingsErrors } from './settings-values.ts';

const saved: SettingsValues = { oldPassword: '', password: '', passwordConfirm: '', language: 'en', timezone: 'UTC' };
const typed = { ...saved, oldPassword: 'what-it-was', password: 'what-it-will-be', passwordConfirm: 'what-it-will-be' };

test('no new password is asked for while its three fields are empty', () => {
  expect(asksForPassword(saved)).toBe(false);
  expect(settingsErrors(saved)).toEqual({});
});

test.each([
  [{ ...typed, oldPassword: '' }, { oldPassword: 'Enter your current password' }],
  [
    { ...typed, password: 'short', passwordConfirm: 'short' },
    { password: 'Password must be at least 8 characters long' },
  ],
  [{ ...typed, passwordConfirm: 'something-else' }, { passwordConfirm: 'Passwords do not match' }],
  [typed, {}],
])('a new password is judged at its fields: %o', (values, errors) => {
  expect(settingsErrors(values)).toEqual(errors);
});

test('only preferences that differ are sent', () => {
  expect(changedPreferences({ ...saved, timezone: 'Asia/Singapore' }, saved)).toEqual({ timezone: 'Asia/Singapore' });
  expect(changedPreferences(saved, saved)).toEqual({});
});
