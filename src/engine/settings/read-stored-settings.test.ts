import { expect, test } from 'vitest';
import { defaultSettings } from './default-settings.ts';
import { readStoredSettings } from './read-stored-settings.ts';

const defaults = defaultSettings({ publicUrl: 'http://localhost' });
const read = (value: unknown) => readStoredSettings(value, defaults);
const stored = (changes: object) => ({ settings: { ...defaults, ...changes }, sealed: '' });

test('settings are read as they were stored, also by a version that knows less or more', () => {
  expect(read(stored({}))).toEqual(stored({}));
  const { logs: _, ...older } = defaults;
  expect(read({ settings: older, sealed: 'x', revision: 3 })).toMatchObject({ settings: older, revision: 3 });
  expect(read(stored({ budgets: { bodyKeys: 7 }, novelty: [1] }))).toMatchObject({ settings: { novelty: [1] } });
});

test.each([
  ['"value"', null],
  ['"value"', 'text'],
  ['"value"', []],
  ['"settings"', {}],
  ['"settings"', { settings: [], sealed: '' }],
  ['"settings"', { settings: {}, sealed: '' }],
  ['"sealed"', { settings: defaults, sealed: 7 }],
  ['"sealed"', { settings: defaults }],
  ['"revision"', { ...stored({}), revision: '3' }],
  ['"settings.smtp"', stored({ smtp: null })],
  ['"settings.smtp.port"', stored({ smtp: { ...defaults.smtp, port: '587' } })],
  ['"settings.backups.s3"', stored({ backups: { cron: '', cronMaxKeep: 3 } })],
  ['"settings.superuserIPs"', stored({ superuserIPs: 'any' })],
  ['"settings.superuserIPs[0]"', stored({ superuserIPs: [7] })],
  ['"settings.rateLimits.rules[0].label"', stored({ rateLimits: { ...defaults.rateLimits, rules: [{}] } })],
  ['"settings.budgets"', stored({ budgets: { bodyKeys: '7' } })],
])('what is damaged at %s is a sentence that says so: %j', (place, value) => {
  expect(() => read(value)).toThrow(`at ${place}). Restore the row`);
});
