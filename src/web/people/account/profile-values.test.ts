import { describe, expect, test } from 'vitest';
import { languageHint, languageOptions, optionsWith, timezoneHint, timezoneOptions } from './person-options.ts';
import { changedValues, type ProfileValues, profileErrors } from './profile-values.ts';

const saved: ProfileValues = {
  firstName: 'Mei',
  lastName: 'Tan',
  email: 'mei@example.com',
  phone: '',
  location: 'Bedok',
  bio: '',
  language: 'en',
  timezone: 'UTC',
};

describe('what a person prefers', () => {
  test('[244] offers exactly the four languages of the seed, and says before one is chosen what the pages are in', () => {
    const labels = languageOptions.map(({ label }) => label);
    expect(labels).toEqual(['English', 'Spanish', 'French', 'German']);
    expect(languageHint('en')).toContain('All texts are in English so far.');
    expect(languageHint('fr')).toContain('not translated');
  });

  test('[245] offers exactly the four time zones of the seed first, then Singapore’s', () => {
    const labels = timezoneOptions.map(({ label }) => label);
    expect(labels.slice(0, 4)).toEqual(['UTC', 'Eastern', 'Pacific', 'Central European']);
    expect(labels.slice(4)).toEqual(['Singapore']);
  });

  test('says that no zone was chosen as long as none is, and shows none', () => {
    expect(timezoneHint('')).toContain('not chosen');
    expect(timezoneHint('UTC')).not.toContain('not chosen');
    expect(optionsWith(timezoneOptions, '')).toBe(timezoneOptions);
  });

  test('every time zone can be computed with', () => {
    for (const { value } of timezoneOptions) {
      expect(new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone).toBeTruthy();
    }
  });

  test('a stored value that is no option is kept as one', () => {
    expect(optionsWith(timezoneOptions, 'Asia/Tokyo').at(-1)).toEqual({ value: 'Asia/Tokyo', label: 'Asia/Tokyo' });
    expect(optionsWith(timezoneOptions, 'UTC')).toBe(timezoneOptions);
  });
});

describe('a changed profile', () => {
  test('is only what differs, without spaces at its ends', () => {
    expect(changedValues({ ...saved, lastName: ' Lim ', location: ' Bedok ' }, saved)).toEqual({ lastName: 'Lim' });
    expect(changedValues(saved, saved)).toEqual({});
  });

  test('needs a first name, an address and a phone number that can be dialled', () => {
    expect(profileErrors({ firstName: '', email: 'mei@', phone: '123' })).toEqual({
      firstName: expect.stringContaining('first name'),
      email: expect.stringContaining('email address'),
      phone: expect.stringContaining('phone number'),
    });
    expect(profileErrors({ firstName: 'Mei', email: 'm@e.sg', phone: '+65 9123 4567' })).toEqual({});
    expect(profileErrors({ phone: '' })).toEqual({});
    expect(profileErrors({ phone: 'call me on 9123 4567' })).toHaveProperty('phone');
  });
});
