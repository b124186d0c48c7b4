import { afterEach, expect, test } from 'vitest';
import { setLocale } from '#texts/locale.ts';
import { languageHint } from '../../people/account/person-options.ts';
import { formatMoney } from '../ui/format-money.ts';
import { formatDay } from '../ui/format-time.ts';
import { followFormats } from './follow-language.ts';

afterEach(() => setLocale('en-SG'));

test.each(['zh', 'de', 'xx'])('%s has no texts yet, so its dates and money keep English grammar', (language) => {
  expect(followFormats(language)).toBe('en-SG');
  expect([formatDay('2026-11-26T04:00:00Z'), formatMoney(120_450)]).toEqual(['Thu 26 Nov', 'S$1,204.50']);
  expect(languageHint(language)).toContain('texts, dates and money stay English');
  expect(languageHint('en')).toBe(
    'All texts are in English so far. Another language is kept as your preference until Kerbside is in it',
  );
});
